internal import DeviceIndex
internal import Foundation
package import JournalFormat
package import JournalStore
internal import SQLite
internal import Sync

/// A verification of a journal that can be opened: its chain and pages, what others know of it, the
/// tables beside its entries, and what is made of it.
package struct JournalCheck {
  package struct Options {
    /// The last entry that is checked; nil: all are.
    package var last: UInt64?
    /// Whether what is made of the journal is rebuilt and compared.
    package var isDeep = false

    package init(last: UInt64? = nil, isDeep: Bool = false) {
      self.last = last
      self.isDeep = isDeep
    }
  }

  /// Something that is wrong beside the entries.
  package struct Remark: Hashable, Sendable {
    package let kind: String
    package let meaning: String
    package let nextStep: String
  }

  package let verification: Verification
  package private(set) var remarks: [Remark] = []
  /// Who knows of places in the journal, for people.
  package let known: [String]
  /// What was rebuilt and compared, for people.
  package let compared: String?

  package var isWhole: Bool { verification.isWhole && remarks.isEmpty }

  /// - Parameter progress: called now and then with the entry that was reached.
  package init(
    of source: JournalSource, _ options: Options = Options(), progress: (UInt64) -> Void = { _ in }
  ) throws {
    let last = options.last ?? .max
    // What is of another device knows nothing of this journal.
    let stranger = Self.foreignJournalRemark(source)
    let places = stranger == nil ? JournalReferences(of: source) : .none
    verification = source.journal.verify(
      known: places.positions.filter { $0.number <= last },
      checksPayloads: Self.checksPayloads(source.journal.identity.kind, isDeep: options.isDeep),
      through: last, file: source.folder == nil ? nil : source.path, progress: progress)
    remarks = places.unreadable.map { Remark(kind: "witness", meaning: $0, nextStep: $1) }
    let tables = try LocalTables.problems(of: source.journal)
    remarks += tables.map {
      Remark(
        kind: "localTable", meaning: "What is kept beside the entries is damaged: \($0.meaning).",
        nextStep: $0.nextStep)
    }
    let witness = WitnessCheck(of: source)
    known = [witness?.note].compactMap(\.self) + places.sources
    if let remark = stranger ?? Self.foreignEpoch(source) {
      remarks.append(remark)
    } else if options.last == nil,
      let found = witness?.remark(besides: verification.findings, areTablesWhole: tables.isEmpty)
    {
      remarks.append(found)
    }
    let deep = options.isDeep ? try DeepCheck(of: source, progress: progress) : nil
    compared = deep?.compared
    remarks += (deep?.differences ?? []).map {
      Remark(kind: "otherProjection", meaning: $0.what, nextStep: $0.nextStep)
    }
  }

  /// Of a cloud, batches would be inflated, which takes its time.
  package static func checksPayloads(_ kind: JournalKind?, isDeep: Bool) -> Bool {
    isDeep || kind != .cloud
  }

  /// That the two journals of a folder are of two devices, whichever is asked about.
  private static func foreignJournalRemark(_ source: JournalSource) -> Remark? {
    guard let folder = source.folder, source.journal.identity.kind != .cloud,
      let other = try? JournalSource(
        folder, member: source.journal.identity.kind == .shared ? "private" : "shared")
    else { return nil }
    let (own, shared) =
      source.journal.identity.kind == .shared
      ? (other.journal, source.journal) : (source.journal, other.journal)
    guard own.identity.kind == .private, shared.identity.kind == .shared,
      (try? DeviceFiles(own: own, shared: shared, witness: nil).verdict()) == .twoDevices
    else { return nil }
    let obstacle = DeviceState.Obstacle.twoDevices
    return Remark(
      kind: Finding.Kind.foreignBeginning.rawValue, meaning: obstacle.sentence,
      nextStep: obstacle.nextStep(of: "", in: folder))
  }

  /// Once its first entries are pruned, no chain says whose a shared journal is: the private one
  /// and the witness do.
  private static func foreignEpoch(_ source: JournalSource) -> Remark? {
    let identity = source.journal.identity
    guard identity.kind == .shared, let folder = source.folder,
      DatabaseFile.exists(JournalKind.private.path(in: folder)),
      let own = try? JournalSource(folder, member: "private"),
      // One that is damaged is verified on its own.
      var grants = try? SharedJournal.adoptedGrants(own.journal)
    else { return nil }
    if let grant = FolderWitness(folder).witness?.grant { grants.append(grant) }
    guard !grants.contains(where: { $0.journalIdentity == identity }) else { return nil }
    return Remark(
      kind: Finding.Kind.foreignBeginning.rawValue,
      meaning: "The journal states an epoch that neither the private journal nor the witness "
        + "beside it knows: it is another device's, or its identity was changed.",
      nextStep: "Bring the right file back. `spotlog device sync` continues in a new epoch, and "
        + "nothing is lost.")
  }
}
