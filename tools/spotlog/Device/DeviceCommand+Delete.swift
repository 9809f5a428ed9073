import ArgumentParser
import DeviceIndex
import JournalFormat
import StrictJSON

extension DeviceCommand {
  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete items by identifier, by domain or all, or as standard input says.",
      discussion: """
        Examples:
          spotlog device delete phone --app com.example.notes --id 1 --id 2
          spotlog device delete phone --app com.example.mail --domain account.inbox
          spotlog device delete phone --app com.example.mail --domain account --dry-run
        """)

    @OptionGroup var folder: Folder
    @OptionGroup var recording: RecordingOptions
    @Option(help: "An item's identifier; may be repeated.") var id: [String] = []
    @Option(help: "A domain, with all below it; may be repeated.") var domain: [String] = []
    @Flag(help: "Everything of the app.") var all = false
    @Flag(help: "Changes nothing, and prints what would be deleted.") var dryRun = false
    @OptionGroup(title: "Standard input") var input: StandardInputOptions

    func validate() throws {
      guard !dryRun || !id.isEmpty || !domain.isEmpty || all else {
        throw ValidationError("--dry-run takes --id, --domain or --all.")
      }
      guard [!id.isEmpty, !domain.isEmpty, all].count(where: \.self) <= 1 else {
        throw ValidationError("Give one of --id, --domain and --all.")
      }
    }

    /// What would go.
    private func preview() throws {
      var deletion = JournalItemsDeleted()
      (deletion.app, deletion.ids, deletion.domains) = (try recording.appName(), id, domain)
      deletion.all = all
      let found = try folder.openIndexed().wouldDelete(deletion)
      if recording.json { return try Output.json(found.map { Doomed($0) }) }
      for result in found {
        print("\(result.uniqueIdentifier.printable)  \(result.title.printable)")
      }
      print("\(found.count) would be deleted")
    }

    private struct Doomed: Encodable {
      let id: String
      let title: String

      init(_ result: SearchResult) { (id, title) = (result.uniqueIdentifier, result.title) }
    }

    func run() throws {
      try reporting {
        guard !dryRun else {
          try input.refuseWithoutLines()
          return try preview()
        }
        guard !id.isEmpty || !domain.isEmpty || all else {
          return try DeviceCommand.record(nil, folder, recording, input, makesDevice: false)
        }
        let line: [String: JSONValue.Kind?] = [
          "kind": .string("delete"), "app": .string(try recording.appName()),
          "ids": id.isEmpty ? nil : .strings(id),
          "domains": domain.isEmpty ? nil : .strings(domain),
          "all": all ? .boolean(true) : nil,
        ]
        try DeviceCommand.record(
          try DeviceCommand.event(line), folder, recording, input, makesDevice: false)
      }
    }
  }
}
