import ArgumentParser
import CloudAggregator
import Foundation
import Inspection
import JournalFormat

struct JournalWhy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain why an item is found or public, or a device is stuck.",
    discussion: """
      Of a device's folder or private journal and an identifier: what happened to the item, \
      entry by entry, and whether it can be found; with --query, whether that query finds it, \
      by which words and at which place. Of a cloud and a key or tag: whether it is public, and \
      by which reports of which devices its counts are made. Of a device's folder alone: how \
      it stands with its cloud, what is in the way, and what to do. Of a cloud and --device: \
      what the log says of that device. With --cloud, a device's answer says what the cloud has \
      of it as well.

      Examples:
        spotlog journal why phone
        spotlog journal why phone note-7 --query "buy milk"
        spotlog journal why phone note-7 --until 2026-01-31T12:00:00Z
        spotlog journal why data https://example.com/page
        spotlog journal why data --device 4f2a

      Exit status: 1 something is in the way of the device, or counts do not add up; 65 nothing \
      is known of such an item or device, it is not a journal, or it has no entry at --until; 66 \
      there is no such file.
      """)

  @OptionGroup var input: JournalInput
  @Argument(
    help: "An item's identifier; of a cloud, an item's key or tag.", transform: GivenName.named)
  var item: String?
  @Option(
    help: "The item's app, where several have such an item.", transform: GivenName.named)
  var app: String?
  @Option(help: "The query that was searched for.") var query: String?
  @Option(
    help: "A lineage or epoch ID that the cloud knows, or its first digits.",
    transform: GivenName.named)
  var device: String?
  @Option(
    help: ArgumentHelp("The data folder of the device's cloud.", valueName: "dir"),
    completion: .directory, transform: GivenPath.named)
  var cloud: String?
  @OptionGroup var end: UntilOption
  @OptionGroup var showing: ShowingOptions
  @OptionGroup var form: JSONOption

  func validate() throws {
    guard query == nil || item != nil else {
      throw ValidationError("--query needs an item.")
    }
    guard item == nil || device == nil else {
      throw ValidationError("Ask for an item or for a device, not for both.")
    }
  }

  func run() throws {
    try reporting {
      let journal = try input.inspector()
      let found = try journal.reader()
      switch (found.kind, device, item) {
      case (.private, nil, let item?): try explain(item: item, in: journal)
      case (.shared, nil, .some):
        throw Failure(
          .usage, "An item's history is in the private journal. Give the device's folder.")
      case (.private, nil, nil), (.shared, nil, nil): try explainDevice(in: found, journal)
      case (.private, .some, _), (.shared, .some, _):
        throw Failure(.usage, "--device is for a cloud's log. Give the cloud's data folder.")
      case (.cloud, let device?, _): try explain(device: device, in: journal)
      case (.cloud, nil, let item?):
        try explain(publicItem: item, in: found.folder)
        found.doubts.forEach(Terminal.complain)
      case (.cloud, nil, nil):
        throw Failure(
          .usage, "Name an item by its key or tag, or a device with --device LINEAGE.")
      }
    }
  }

  // MARK: Items

  private func explain(item id: String, in journal: JournalInspector) throws {
    let found = try journal.item(
      id, inApp: app, query: query, until: end.until,
      cloud: cloud.map { JournalInspector($0, member: nil, key: nil, notice: nil) })
    Terminal.endProgress()
    guard let found else { throw try absence(of: id, in: journal) }
    try show(showing.redact ? found.withoutWords : found) { $0.lines(marking: $1) }
  }

  /// Why an item that there was may be in no entry.
  private func absence(of id: String, in journal: JournalInspector) throws -> Failure {
    var redacted = try journal.reader(until: end.until)
    redacted.filter.kinds = ["redacted"]
    var count = 0
    try redacted.forEach { _ in count += 1 }
    let gone = [
      count > 0
        ? count == 1
          ? "An entry is redacted, and may have named it."
          : "\(count) entries are redacted, and may have named it." : nil,
      try redacted.restoreSentence(),
    ].compactMap { $0.map { " " + $0 } }.joined()
    return Failure(
      .badInput,
      "No entry of \(redacted.path) up to \(redacted.lastEntry) names an item \(id.printable). "
        + "Look for it with `spotlog journal log --words`." + gone)
  }

  private func explain(publicItem name: String, in folder: String?) throws {
    guard let folder else {
      throw Failure(.usage, "Restore the snapshot to a folder first, and ask that.")
    }
    try CloudCommand.Why.explain(
      name, in: CloudReader(reading: folder, until: end.until), json: form.json,
      isRedacted: showing.redact)
  }

  // MARK: Devices

  private func explainDevice(in found: JournalReader, _ journal: JournalInspector) throws {
    guard found.folder != nil else {
      throw Failure(
        .usage, "A snapshot holds no witness, and says nothing of a device's sync. Give a folder."
      )
    }
    guard end.until == nil else {
      throw Failure(
        .usage,
        "--until cannot be combined with a device's folder alone: its sync state is known only as "
          + "of now. Give an item, or ask its cloud with --device.")
    }
    let log = cloud.map { path in
      JournalInspector(
        path, member: path.isFolder ? "cloud" : nil, key: nil, notice: nil,
        progress: { Terminal.progress("entry \($0) of the log") })
    }
    let state = try journal.device(cloud: log)
    Terminal.endProgress()
    try show(state) { $0.lines(marking: $1) }
    if state.isStuck { throw Failure(.finding, "") }
  }

  private func explain(device name: String, in journal: JournalInspector) throws {
    let found = try journal.loggedDevice(name, until: end.until)
    Terminal.endProgress()
    guard let found else {
      throw Failure(
        .badInput,
        "The log knows no single device \(name.printable). `spotlog cloud devices` lists them; "
          + "give more digits where several begin like this.")
    }
    try show(found) { $0.lines(marking: $1) }
  }

  /// Prints an answer as JSON, or its lines in the terminal's colours.
  private func show<Answer: Encodable>(
    _ answer: Answer, lines: (Answer, (String, TextMark) -> String) -> [String]
  ) throws {
    if form.json { return try Output.json(answer) }
    var output = Output()
    for line in lines(answer, showing.style.marking) { output.line(line) }
    output.flush()
  }
}
