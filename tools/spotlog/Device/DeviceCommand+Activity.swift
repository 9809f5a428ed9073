import ArgumentParser
import DeviceIndex
import StrictJSON

extension DeviceCommand {
  struct Activity: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Record an activity that became current, or lines from standard input.",
      discussion: """
        Example:
          spotlog device activity phone --app com.example.films --id dune \\
            --type view --title Dune --url https://example.com/dune --search --public
        """)

    @OptionGroup var folder: Folder
    @OptionGroup var recording: RecordingOptions
    @Option(help: "The activity's identifier; without it, standard input is read.")
    var id: String?
    @Option(help: "The activity's type.") var type: String?
    @Option(help: "The title of its result.") var title: String?
    @Option(help: "Its web page.") var url: String?
    @Option(help: "A keyword; may be repeated.") var keyword: [String] = []
    @Option(help: "The item that it is bound to.") var related: String?
    @Flag(help: "It can be found on this device.") var search = false
    @Flag(help: "It may become public.") var `public` = false
    @OptionGroup(title: "Standard input") var input: StandardInputOptions

    func validate() throws {
      try DeviceCommand.refuseStray(
        [
          ("--type", type != nil), ("--title", title != nil), ("--url", url != nil),
          ("--keyword", !keyword.isEmpty), ("--related", related != nil), ("--search", search),
          ("--public", self.public),
        ], without: id)
    }

    func run() throws {
      try reporting {
        guard let id else { return try DeviceCommand.record(nil, folder, recording, input) }
        let line: [String: JSONValue.Kind?] = [
          "kind": .string("activity"), "app": .string(try recording.appName()), "id": .string(id),
          "keywords": .strings(keyword), "search": .boolean(search),
          "public": .boolean(self.public), "type": type.map { .string($0) },
          "title": title.map { .string($0) }, "url": url.map { .string($0) },
          "related": related.map { .string($0) },
        ]
        try DeviceCommand.record(
          try DeviceCommand.event(line), folder, recording, input)
      }
    }
  }

  struct Engage: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Record that somebody engaged with a result, or lines from standard input.",
      discussion: """
        Example:
          spotlog device engage phone --app com.example.films --id dune \\
            --query du
        """)

    @OptionGroup var folder: Folder
    @OptionGroup var recording: RecordingOptions
    @Option(help: "The result's identifier; without it, standard input is read.")
    var id: String?
    @Option(help: "What was typed.") var query = ""
    @Option(help: "Another result that could be seen; may be repeated.") var shown: [String] = []
    @OptionGroup(title: "Standard input") var input: StandardInputOptions

    func validate() throws {
      try DeviceCommand.refuseStray(
        [("--query", !query.isEmpty), ("--shown", !shown.isEmpty)], without: id)
    }

    func run() throws {
      try reporting {
        guard let id else {
          return try DeviceCommand.record(nil, folder, recording, input, makesDevice: false)
        }
        let line: [String: JSONValue.Kind?] = [
          "kind": .string("engage"), "app": .string(try recording.appName()), "id": .string(id),
          "query": .string(query), "shown": .strings(shown),
        ]
        try DeviceCommand.record(
          try DeviceCommand.event(line), folder, recording, input, makesDevice: false)
      }
    }
  }
}
