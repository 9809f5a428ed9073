import Foundation
import JournalFormat
import JournalStore

/// What `snapshot create` made.
struct CreatedSnapshot: Encodable {
  let path: String
  let name: String
  let kind: SnapshotKind
  let created: String
  let bytes: Int
  let base: String?
  let journals: [JournalRange]
  let encrypted: Bool
  let removed: [String]
  /// Of a copy, or of a past that was left.
  let others: [String]
  private var notes: [String] = []

  private enum CodingKeys: CodingKey {
    case path, name, kind, created, bytes, base, journals, encrypted, removed, others
  }

  init(
    _ made: Snapshot.Made, _ pruned: SnapshotFolder.Pruned, isIncrement: Bool, isEncrypted: Bool
  ) {
    encrypted = isEncrypted
    (removed, others) = (pruned.removed, pruned.others)
    if isIncrement, made.manifest.base == nil {
      notes.append("whole, as no snapshot there can be read and holds a beginning of this")
    }
    if pruned.isHeldUp {
      notes.append("nothing was removed that is older than one that needs another key")
    }
    path = made.path
    name = made.manifest.name
    kind = made.manifest.kind
    created = made.manifest.createdTime.text
    bytes = fileByteCount(made.path)
    base = made.manifest.base?.file
    journals = made.manifest.journals.map { JournalRange($0) }
  }

  func print(_ json: Bool) throws {
    if json { return try Output.json(self) }
    Swift.print("snapshot    \(path), \(bytes) bytes\(encrypted ? ", encrypted" : "")")
    if let base { Swift.print("goes on from \(base)") }
    for journal in journals { Swift.print("journal     \(journal.text)") }
    for file in removed { Swift.print("removed     \(file)") }
    for file in others {
      Swift.print("left alone  \(file): of a copy, or of a past that was left")
    }
    for note in notes { Swift.print("note        \(note)") }
  }
}

/// The entries of one journal that a snapshot holds.
struct JournalRange: Encodable {
  let file: String
  let first: UInt64
  let last: UInt64
  let digest: String
  let whole: Bool

  init(_ part: SnapshotManifest.JournalPart) {
    file = part.file
    first = part.since.number + 1
    last = part.head.number
    digest = part.head.digest
    whole = part.isWhole
  }

  var text: String {
    let range = last < first ? "nothing new after entry \(last)" : "entries \(first) to \(last)"
    return "\(file), \(whole ? "whole" : "increment"), \(range)"
  }
}

/// One snapshot of a list.
struct SnapshotLine: Encodable {
  let file: String
  let bytes: Int
  let name: String?
  let kind: SnapshotKind?
  let created: String?
  let base: String?
  let depth: Int?
  let journals: [JournalRange]?
  /// The name of the journal that leads: a device's private one, or a cloud's log.
  let device: String?
  let encrypted: Bool
  /// Why the rest is missing.
  let error: String?

  init(_ item: SnapshotFolder.Item, in folder: String) {
    let manifest = try? item.manifest.get()
    file = item.file
    bytes = fileByteCount(folder + "/" + item.file)
    name = manifest?.name
    kind = manifest?.kind
    created = manifest?.createdTime.text
    base = manifest?.base?.file
    depth = manifest?.depth
    device = manifest?.leader.name
    encrypted = item.isEncrypted
    journals = manifest?.journals.map { JournalRange($0) }
    if case .failure(let failure) = item.manifest { error = failure.message } else { error = nil }
  }

  var text: String {
    guard let kind, let created, let journals, let depth else {
      return "\(file)  UNREADABLE  \(error ?? "")"
    }
    let ranges = journals.map { journal in
      "\(journal.file) "
        + (journal.last < journal.first
          ? "nothing new" : "\(journal.first)..\(journal.last)")
    }.joined(separator: "  ")
    let form = (depth == 0 ? "full" : "increment \(depth)") + (encrypted ? ", encrypted" : "")
    return "\(file)  \(created)  \(kind.rawValue) \(device ?? "")  \(form)  \(bytes) bytes  "
      + ranges
  }
}

/// What a verification of one snapshot saw.
struct VerifiedSnapshot: Encodable {
  let file: String
  let whole: Bool
  let archives: Int
  let journals: [VerifiedJournal]
  let error: String?

  struct VerifiedJournal: Encodable {
    let file: String
    let entries: Int
    let redacted: Int
    let head: UInt64
    let digest: String
  }

  /// What a check finds is a result; that there is nothing to check is an error.
  ///
  /// - Parameter isOfMany: whether others are checked as well, which it must not keep from that.
  init(_ path: String, _ key: SnapshotKey?, isOfMany: Bool) throws {
    file = path
    do throws(SnapshotError) {
      let verification = try SnapshotChain(path: path, key: key).verify {
        Terminal.progress($0)
      }
      whole = true
      archives = verification.archiveCount
      journals = verification.journals.map {
        VerifiedJournal(
          file: $0.file, entries: $0.entryCount, redacted: $0.redactedCount, head: $0.head.number,
          digest: $0.head.digest.description)
      }
      self.error = nil
    } catch {
      guard isOfMany || [.damaged, .refused, .incomplete].contains(error.code) else { throw error }
      whole = false
      archives = 0
      journals = []
      self.error = error.message
    }
  }

  func print() {
    Swift.print("snapshot    \(file)")
    for journal in journals {
      Swift.print(
        "journal     \(journal.file), \(journal.entries) entries, \(journal.redacted) redacted, "
          + "head \(journal.head) \(journal.digest)")
    }
    if let error { Swift.print("FINDING     \(error)") }
    Swift.print(whole ? "whole, of \(archives)" : "not whole")
  }
}

/// What a restore did, or would do.
struct RestoredFolder: Encodable {
  let snapshot: String
  let created: String
  let dryRun: Bool
  let givenUp: String?
  let journals: [Member]
  let phases: [Phase]

  struct Member: Encodable {
    let file: String
    let before: UInt64?
    let after: UInt64?
  }

  struct Phase: Codable {
    let phase: String
    let milliseconds: Double
  }

  init(
    _ summary: SnapshotRestore.Summary, givenUp: String?, isDryRun: Bool,
    _ timer: SnapshotPhaseTimer
  ) {
    self.givenUp = givenUp
    snapshot = summary.snapshot
    created = summary.created.text
    dryRun = isDryRun
    journals = summary.members.map { Member(file: $0.file, before: $0.before, after: $0.after) }
    phases = SnapshotPhase.allCases.compactMap { phase in
      timer.seconds[phase].map {
        Phase(phase: phase.rawValue, milliseconds: ($0 * 10_000).rounded() / 10)
      }
    }
  }

  func print(_ json: Bool) throws {
    if json { return try Output.json(self) }
    Swift.print("snapshot    \(snapshot), made \(created)")
    for journal in journals {
      let before = journal.before.map { "ended with entry \($0)" } ?? "was not there"
      let after = journal.after.map { "entry \($0)" } ?? "-"
      Swift.print("journal     \(journal.file) \(before); now \(after)")
    }
    if let givenUp { Swift.print("given up    \(givenUp)") }
    let times = phases.map { "\($0.phase) \($0.milliseconds) ms" }.joined(separator: ", ")
    Swift.print("time        \(times)")
    Swift.print(dryRun ? "nothing was changed" : "restored")
  }
}

extension SnapshotManifest {
  func print(isEncrypted: Bool) {
    Swift.print("snapshot    \(name), of a \(kind.rawValue), format \(format)")
    Swift.print(
      "made        \(createdTime.text) by \(tool.printable)\(isEncrypted ? ", encrypted" : "")")
    if let base { Swift.print("goes on from \(base.file)") }
    for journal in journals {
      Swift.print("journal     \(JournalRange(journal).text)")
      for row in journal.rows { Swift.print("  \(row.name)  \(row.bytes) bytes  \(row.digest)") }
    }
  }
}

func fileByteCount(_ path: String) -> Int {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return (attributes?[.size] as? Int) ?? 0
}
