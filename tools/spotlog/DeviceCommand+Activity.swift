import ArgumentParser
import DeviceIndex

extension DeviceCommand {
  struct Activity: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Record an activity that became current, or lines from standard input.",
      discussion: """
        Example:
          spotlog device activity phone --app com.example.films --id dune --type view \\
            --title Dune --url https://example.com/dune --search --public
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
        var line: [String: Any] = [
          "kind": "activity", "app": recording.appName, "id": id, "keywords": keyword,
          "search": search,
          "public": self.public,
        ]
        line["type"] = type
        line["title"] = title
        line["url"] = url
        line["related"] = related
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
          spotlog device engage phone --app com.example.films --id dune --query du
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
        guard let id else { return try DeviceCommand.record(nil, folder, recording, input) }
        let line: [String: Any] = [
          "kind": "engage", "app": recording.appName, "id": id, "query": query, "shown": shown,
        ]
        try DeviceCommand.record(
          try DeviceCommand.event(line), folder, recording, input)
      }
    }
  }
}
