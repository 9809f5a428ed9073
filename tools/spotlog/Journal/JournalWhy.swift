import ArgumentParser
import CloudAggregator
import Foundation
import Inspection
import JournalFormat
import JournalStore

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
      there is none.
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
      throw ValidationError("--query goes with an item: why does it find it, or not?")
    }
    guard item == nil || device == nil else {
      throw ValidationError("Ask for an item or for a device, not for both.")
    }
  }

  func run() throws {
    try reporting {
      let source = try input.open()
      switch source.journal.identity.kind {
      case .private, .shared:
        guard device == nil else {
          throw Failure(.usage, "--device is for a cloud's log. Give the cloud's data folder.")
        }
        if let item { try explain(item: item, in: source) } else { try explainDevice(source) }
      case .cloud: try explainInCloud(source)
      }
      source.warnIfChanged()
    }
  }

  // MARK: A device's item

  private func explain(item id: String, in source: JournalSource) throws {
    guard source.journal.identity.kind == .private else {
      throw Failure(
        .usage, "An item's history is in the private journal. Give the device's folder.")
    }
    let last = try JournalReader.last(end.until, in: source.journal)
    let answer = try ItemAnswer(
      id, app: app, query: query, in: source, until: last, now: .current
    ) { Terminal.progress("entry \($0)") }
    Terminal.endProgress()
    guard let answer else {
      throw Failure(
        .badInput,
        "No entry of \(source.path) up to \(last) names an item \(id.printable). Look for it "
          + "with `spotlog journal log --words`." + (try Self.gone(source, last)))
    }
    let lines = try cloud.map { try publicStanding(of: answer, in: $0) }
    if form.json {
      return try Output.json(ItemWhyReport(answer, isRedacted: showing.redact, cloud: lines))
    }
    var output = Output()
    let text = ItemWhyText(answer, showing, isCloudAsked: lines != nil)
    for line in text.lines { output.line(line) }
    for line in lines ?? [] { output.line("cloud       " + line) }
    output.flush()
  }

  /// Why an item that there was may be in no entry.
  private static func gone(_ source: JournalSource, _ last: UInt64) throws -> String {
    let restored = try DeviceState.Restored(source.journal).map { " " + $0.sentence } ?? ""
    return try redacted(source, last) + restored
  }

  /// What was redacted may have named it.
  private static func redacted(_ source: JournalSource, _ last: UInt64) throws -> String {
    let count = try source.redactedCount(upTo: last)
    guard count > 0 else { return "" }
    return count == 1
      ? " An entry is redacted, and may have named it."
      : " \(count) entries are redacted, and may have named it."
  }

  /// What the cloud says of each tag.
  private func publicStanding(of answer: ItemAnswer, in cloud: String) throws -> [String] {
    let cloud = try CloudReader(reading: cloud)
    return try answer.tags.flatMap { tag in
      guard let item = try cloud.explanation(of: tag) else {
        return ["tag \(tag): nobody has reported it"]
      }
      let own = answer.endorsement?.sentence(in: item.contributions)
      return [item.sentence, own].compactMap(\.self).map { "tag \(tag): \($0)" }
    }
  }

  // MARK: A device

  private func explainDevice(_ source: JournalSource) throws {
    guard let folder = source.folder else {
      throw Failure(
        .usage, "A snapshot holds no witness, and says nothing of a device's sync. Give a folder."
      )
    }
    guard end.until == nil else {
      throw Failure(
        .usage,
        "--until does not go with a device: what it sent and heard is known as of now alone. "
          + "Give an item, or ask its cloud with --device.")
    }
    var state = try DeviceState(folder)
    let view = try cloudView(of: state.lineage)
    if let view, let shared = try? JournalSource(folder, member: "shared") {
      try state.hear(view, shared.journal)
    }
    let named = input.path.isFolder ? input.path : folder
    if form.json {
      try Output.json(DeviceWhyReport(state, of: named, view))
    } else {
      var output = Output()
      for line in DeviceWhyText(state, of: named, view, showing.style).lines { output.line(line) }
      output.flush()
    }
    if state.obstacle != nil, !state.isWaiting { throw Failure(.finding, "") }
  }

  private func cloudView(of lineage: LineageName?) throws -> CloudView? {
    guard let cloud, let lineage else { return nil }
    let log = try JournalSource(cloud, member: cloud.isFolder ? "cloud" : nil)
    defer { Terminal.endProgress() }
    return try CloudView(log.journal, of: lineage) { Terminal.progress("entry \($0) of the log") }
  }

  // MARK: A cloud

  private func explainInCloud(_ source: JournalSource) throws {
    if let device { return try explain(device: device, in: source) }
    guard let item else {
      throw Failure(
        .usage, "Name an item by its key or tag, or a device with --device LINEAGE.")
    }
    guard let folder = source.folder else {
      throw Failure(.usage, "Restore the snapshot to a folder first, and ask that.")
    }
    try CloudCommand.Why.explain(
      item, in: CloudReader(reading: folder, until: end.until), json: form.json,
      isRedacted: showing.redact)
  }

  private func explain(device name: String, in source: JournalSource) throws {
    let last = try JournalReader.last(end.until, in: source.journal)
    guard let lineage = try CloudView.lineage(named: name.lowercased(), in: source.journal) else {
      throw Failure(
        .badInput,
        "The log knows no single device \(name.printable). `spotlog cloud devices` lists them; "
          + "give more digits where several begin like this.")
    }
    let view = try CloudView(source.journal, of: lineage, until: last) {
      Terminal.progress("entry \($0)")
    }
    Terminal.endProgress()
    if form.json { return try Output.json(CloudDeviceReport(view, lineage)) }
    var output = Output()
    for line in CloudDeviceText(view, lineage, showing).lines { output.line(line) }
    output.flush()
  }
}
