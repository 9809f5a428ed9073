import ArgumentParser
import DeviceIndex
import Foundation
import JournalFormat
import JournalStore

struct JournalCompact: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact",
    abstract: "Remove data that nothing needs any more from a device's files.",
    discussion: """
      The payloads of entries that were superseded, expired or deleted become digests, so that the \
      chain still verifies; what every backup of the cloud has is pruned from the outbox; and \
      files, free pages and logs are rewritten. What has expired is journaled first; of items, \
      only those about which their apps were asked: about others, apps are asked now. The device \
      must not be in use. A cloud's journal, while no server runs, is rewritten without what was \
      redacted in it.

      Examples:
        spotlog journal compact phone --dry-run
        spotlog journal compact phone --json

      Exit status: 0 it is done, or would be; 65 a journal is damaged, or the file is not one; 66 \
      there is no such file; 73 another process has it open, or a restore of it is not complete; \
      74 there is no room, or the disk failed: run it again, nothing is lost.
      """)

  @Argument(
    help: ArgumentHelp(
      "A device's or cloud's folder, or a journal file.", valueName: "path"),
    completion: .file(), transform: GivenPath.named)
  var path: String
  @Flag(help: "Print what would be done, and change nothing.") var dryRun = false
  @OptionGroup var form: JSONOption

  func run() throws {
    try reporting {
      let subject = try CompactionSubject(path)
      let before = subject.fileByteCount
      var report = CompactionReport(path: subject.path, dryRun: dryRun, fileBytesBefore: before)
      switch subject.kind {
      case .device:
        report.add(
          dryRun
            ? try subject.devicePlan(now: .current) : try subject.compactDevice(now: .current))
      case .cloud:
        guard !dryRun else { break }
        let log = try Journal.open(at: subject.path, for: .write)
        try RedactionList(log).mend(comparingEntries: true)
        try log.reclaimSpace()
      }
      if !dryRun { report.fileBytesAfter = subject.fileByteCount }
      if form.json { return try Output.json(report) }
      report.print()
    }
  }
}

/// What is compacted together.
private struct CompactionSubject {
  enum Kind { case device, cloud }

  let kind: Kind
  /// A device's folder, or a cloud's journal.
  let path: String

  init(_ given: String) throws {
    let values = try? URL(fileURLWithPath: given).resourceValues(forKeys: [.isDirectoryKey])
    if values?.isDirectory == true {
      try RestorePlan.refuseUnfinished(in: given)
      let isCloud = FileSystem.holds(.cloud, in: given)
      (kind, path) = isCloud ? (.cloud, JournalKind.cloud.path(in: given)) : (.device, given)
      guard isCloud || storage.holdsDevice else { throw DeviceFolder.missing(given) }
      return
    }
    let journal = try Journal.open(at: given, for: .read)
    guard journal.identity.kind != .cloud else {
      (kind, path) = (.cloud, given)
      return
    }
    let folder = URL(fileURLWithPath: given).deletingLastPathComponent().path
    let storage = DeviceStorage.folder(folder)
    let name = URL(fileURLWithPath: given).lastPathComponent
    guard ["private.journal", "shared.journal"].contains(name), storage.holdsDevice else {
      throw Failure(
        .badInput,
        "\(given) is a \(journal.identity.kind) journal apart from its device, whose other "
          + "journal says what is still needed. Give a device's folder.")
    }
    (kind, path) = (.device, folder)
  }

  private var storage: DeviceStorage { .folder(path) }

  /// Of all files that hold words.
  var fileByteCount: Int {
    let files =
      kind == .cloud ? [path] : [storage.privatePath, storage.sharedPath, storage.indexPath]
    return files.flatMap { [$0, $0 + "-wal"] }.reduce(0) { sum, file in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file)
      return sum + (attributes?[.size] as? Int ?? 0)
    }
  }

  /// What would be done. The device may be in use.
  func devicePlan(now: Timestamp) throws -> CompactionPlan {
    let shared = try sharedJournal()
    return try Compaction.plan(
      privateJournal: Journal.open(at: storage.privatePath, kind: .private, for: .read),
      shared: shared, limits: try limits(of: shared?.identity), now: now)
  }

  func compactDevice(now: Timestamp) throws -> CompactionPlan {
    let limits = try limits(of: sharedJournal()?.identity)
    return try DeviceFolder.open(path).compact(limits, now: now)
  }

  private func sharedJournal() throws -> Journal? {
    guard FileManager.default.fileExists(atPath: storage.sharedPath) else { return nil }
    return try Journal.open(at: storage.sharedPath, kind: .shared, for: .read)
  }

  /// What the last receipt says, and what the cloud last said of its backups.
  private func limits(of shared: JournalIdentity?) throws -> CompactionLimits {
    guard let shared, let bytes = try storage.witness.read() else { return CompactionLimits() }
    return CompactionLimits(try Witness(bytes: bytes), epoch: shared.epoch)
  }
}

/// The figures of a compaction, or of what one would do.
private struct CompactionReport: Encodable {
  struct Count: Encodable {
    var entries = 0
    var bytes = 0
  }

  let path: String
  let dryRun: Bool
  private var reasons: [String: Count] = Dictionary(
    uniqueKeysWithValues: CompactionPlan.Reason.allCases.map { ($0.rawValue, Count()) })
  private var withdrawnContents = 0
  private var expiries = 0
  private var pruned: UInt64 = 0
  let fileBytesBefore: Int
  var fileBytesAfter: Int?

  init(path: String, dryRun: Bool, fileBytesBefore: Int) {
    self.path = path
    self.dryRun = dryRun
    self.fileBytesBefore = fileBytesBefore
  }

  mutating func add(_ plan: CompactionPlan) {
    for redaction in plan.redactions {
      reasons[redaction.reason.rawValue, default: Count()].entries += 1
      reasons[redaction.reason.rawValue, default: Count()].bytes += redaction.payloadByteCount
    }
    withdrawnContents = plan.withdrawnContents.count
    expiries = plan.expiries.count
    pruned = plan.prunedCount
  }

  func print() {
    for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) {
      let name = reason.padding(toLength: 11, withPad: " ", startingAt: 0)
      Terminal.print(
        "\(name) \(Figure.count(count.entries, "entry", "entries")), \(Figure.bytes(count.bytes))")
    }
    Terminal.print("withdrawn   \(Figure.count(withdrawnContents, "content report"))")
    Terminal.print("pruned      \(Figure.count(pruned, "report"))")
    if let fileBytesAfter {
      Terminal.print(
        "files       \(Figure.bytes(fileBytesAfter)); before, \(Figure.bytes(fileBytesBefore))")
    } else {
      Terminal.print("files       \(Figure.bytes(fileBytesBefore)); nothing was changed")
    }
  }
}
