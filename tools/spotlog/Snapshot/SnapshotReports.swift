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
  /// Made when a clock was ahead: they take no place from others.
  let ahead: [String]
  private var notes: [String] = []

  private enum CodingKeys: CodingKey {
    case path, name, kind, created, bytes, base, journals, encrypted, removed, others, ahead
  }

  init(
    _ made: Snapshot.Made, _ pruned: SnapshotFolder.Pruned, isIncrement: Bool, isEncrypted: Bool
  ) {
    encrypted = isEncrypted
    (removed, others, ahead) = (pruned.removed, pruned.others, pruned.ahead)
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
    Terminal.print("snapshot    \(path), \(Figure.bytes(bytes))\(encrypted ? ", encrypted" : "")")
    if let base { Terminal.print("base        \(base)") }
    for journal in journals { Terminal.print("journal     \(journal.text)") }
    for file in removed { Terminal.print("removed     \(file)") }
    for file in others {
      Terminal.print("left alone  \(file): belongs to a copy or an abandoned history")
    }
    for file in ahead {
      Terminal.print("left alone  \(file): dated in the future")
    }
    for note in notes { Terminal.print("note        \(note)") }
    // On standard error, too: a backup job's output is often read by nobody.
    if let first = ahead.first {
      let others = ahead.count == 1 ? "" : " and \(ahead.count - 1) more"
      Terminal.complain(
        "\(first)\(others) was made when a clock was ahead, or this clock is behind. No --keep-... "
          + "counts or removes it before its time comes: remove it by hand.")
    }
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
    return "\(file)  \(created)  \(kind.rawValue) \(device ?? "")  \(form)  \(Figure.size(bytes))  "
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
    Terminal.print("snapshot    \(file)")
    for journal in journals {
      Terminal.print(
        "journal     \(journal.file), \(Figure.count(journal.entries, "entry", "entries")), "
          + "\(Figure.grouped(journal.redacted)) redacted, head \(journal.head) \(journal.digest)")
    }
    if let error { Terminal.print("FINDING     \(error)") }
    Terminal.print(whole ? "whole, of \(archives)" : "not whole")
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
    /// The first and the last entry that the snapshot holds and the restore leaves out.
    let leftOut: [UInt64]?
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
    journals = summary.members.map { member in
      Member(
        file: member.file, before: member.before, after: member.after,
        leftOut: member.leftOut.map { [$0.lowerBound, $0.upperBound] })
    }
    phases = SnapshotPhase.allCases.compactMap { phase in
      timer.seconds[phase].map {
        Phase(phase: phase.rawValue, milliseconds: ($0 * 10_000).rounded() / 10)
      }
    }
  }

  func print(_ json: Bool) throws {
    if json { return try Output.json(self) }
    Terminal.print("snapshot    \(snapshot), made \(created)")
    for journal in journals {
      let before = journal.before.map { "ended with entry \($0)" } ?? "was not there"
      let after = journal.after.map { "entry \($0)" } ?? "-"
      Terminal.print("journal     \(journal.file) \(before); now \(after)")
      if let range = journal.leftOut {
        let entries = Figure.entries(range[0]...range[1])
        Terminal.print("left out    \(journal.file) \(entries) of the snapshot")
      }
    }
    if let givenUp { Terminal.print("given up    \(givenUp)") }
    let times = phases.map { "\($0.phase) \($0.milliseconds) ms" }.joined(separator: ", ")
    Terminal.print("time        \(times)")
    Terminal.print(dryRun ? "nothing was changed" : "restored")
  }
}

extension SnapshotManifest {
  func print(isEncrypted: Bool) {
    Terminal.print("snapshot    \(name), of a \(kind.rawValue), format \(format)")
    Terminal.print(
      "made        \(createdTime.text) by \(tool.printable)\(isEncrypted ? ", encrypted" : "")")
    if let base { Terminal.print("base        \(base.file)") }
    for journal in journals {
      Terminal.print("journal     \(JournalRange(journal).text)")
      for row in journal.rows {
        Terminal.print("  \(row.name)  \(Figure.bytes(row.bytes))  \(row.digest)")
      }
    }
  }
}

func fileByteCount(_ path: String) -> Int {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return (attributes?[.size] as? Int) ?? 0
}
