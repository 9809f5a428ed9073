import ArgumentParser
import CloudAggregator
import Foundation
import Inspection
import JournalFormat

extension CloudCommand {
  struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Explain why an item is public, and where its counts come from.",
      discussion: """
        Every report of the item is listed in the order of the log: which device made it, by which \
        entry of which epoch, and what it counts for. Their sum is compared with the counts. The \
        command reads the log twice, also while its aggregator runs, and is for the operator only: \
        no server answers it over a network.

        Examples:
          spotlog cloud why https://example.com/page --data run/cloud
          spotlog cloud why tag:0185eb378e9ec576edeb3fc672557f0e75 --data run/cloud

        Exit status: 1 the contributions do not add up to what is counted; 65 no device has \
        reported such an item, the log is damaged, or has no entry at --until; 66 there is no such \
        folder.
        """)

    @Argument(
      help: ArgumentHelp("A public item's key, or the tag of any item.", valueName: "key"),
      transform: GivenName.named)
    var key: String
    @Option(
      help: ArgumentHelp("The aggregator's data folder.", valueName: "dir"), completion: .directory,
      transform: GivenPath.named)
    var data: String
    @OptionGroup var end: UntilOption
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var form: JSONOption

    func run() throws {
      try reporting {
        let cloud = try CloudReader(reading: data, until: end.until)
        try Self.explain(key, in: cloud, json: form.json, isRedacted: showing.redact)
      }
    }

    /// Prints the explanation of an item.
    static func explain(
      _ key: String, in cloud: CloudReader, json: Bool, isRedacted: Bool
    ) throws {
      guard let item = try cloud.explanation(of: key) else { throw unknown(key) }
      let shown = isRedacted ? item.withoutWords : item
      if json {
        try Output.json(shown)
      } else {
        var output = Output()
        for line in shown.lines { output.line(line) }
        output.flush()
      }
      if !item.isEqual { throw Failure(.finding, "") }
    }

    private static func unknown(_ key: String) -> Failure {
      Failure(
        .badInput,
        "Nobody has reported an item \(key.printable), or it is not public. Name one that is not "
          + "public by its tag, as `spotlog cloud popularity --data` prints it.")
    }
  }
}
