import ArgumentParser
import DeviceIndex
import Foundation
import JournalFormat

extension DeviceCommand {
  struct Search: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "What words find on this device, the newest-engaged first.",
      discussion: """
        Each word is looked for as the beginning of a word; all have to be found.

        An index that is behind the journal, as after a restore, is read on first. With --partial \
        the answer is from what it has read by now, and a line on standard error says so; every \
        such command reads it on by some entries.

        Examples:
          spotlog device search phone buy milk
          spotlog device search phone milk --partial
        """)

    @OptionGroup var folder: Folder
    @Argument(help: "The words.") var words: [String]
    @Option(help: "Only in the items of this app.") var app: String?
    @Option(help: "Results at most.") var limit = 20
    @Flag(help: "Answers from what the index has read by now.") var partial = false
    @Flag(help: "Prints the results as JSON.") var json = false

    func validate() throws {
      guard limit > 0 else { throw ValidationError("--limit has to be at least 1.") }
    }

    func run() throws {
      try reporting {
        let device = try partial ? folder.open() : folder.openIndexed()
        let found = try device.searchMeanwhile(
          words.joined(separator: " "), app: app, now: .current, limit: limit)
        if found.isPartial { Terminal.complain("partial: the index has \(found.index.text)") }
        if json {
          try Output.json(found.map { Result($0) })
        } else {
          for result in found {
            print(
              "\(result.bundleIdentifier.printable)  \(result.uniqueIdentifier.printable)  "
                + result.title.printable + (result.isUnconfirmed ? "  (unconfirmed)" : ""))
          }
        }
      }
    }

    private struct Result: Encodable {
      let source: String
      let app: String
      let id: String
      let title: String
      let url: String
      let unconfirmed: Bool?

      init(_ result: SearchResult) {
        source = result.source == .device ? "device" : "public"
        app = result.bundleIdentifier
        id = result.uniqueIdentifier
        title = result.title
        url = result.url
        unconfirmed = result.isUnconfirmed ? true : nil
      }
    }
  }
}

extension Device {
  /// Reads the index on to the journal's end, and says how far it is where somebody watches. What
  /// was read when it is interrupted need not be read again.
  func readIndexToEnd() throws {
    var progress = try readIndex()
    while !progress.isComplete {
      Terminal.progress("the index has \(progress.text)")
      progress = try readIndex()
    }
    Terminal.endProgress()
    try noteRestored(at: .current)
  }
}

extension IndexProgress {
  /// For people, after "the index has".
  var text: String { "read \(doneCount) of \(entryCount) entries" }
}
