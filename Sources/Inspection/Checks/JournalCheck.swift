internal import DeviceIndex
internal import Foundation
package import JournalFormat
package import JournalStore
internal import SQLite

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
    let places = try KnownPlaces(of: source)
    verification = source.journal.verify(
      known: places.positions.filter { $0.number <= last },
      checksPayloads: Self.checksPayloads(source.journal.identity.kind, isDeep: options.isDeep),
      through: last, file: source.folder == nil ? nil : source.path, progress: progress)
    remarks = places.unreadable.map { Remark(kind: "witness", meaning: $0, nextStep: $1) }
    remarks += try LocalTables.problems(of: source.journal).map {
      Remark(
        kind: "localTable", meaning: "What is kept beside the entries is damaged: \($0.meaning).",
        nextStep: $0.nextStep)
    }
    let witness = try WitnessCheck(of: source)
    known = [witness?.note].compactMap(\.self) + places.sources
    if let remark = try Self.foreignEpoch(source) {
      remarks.append(remark)
    } else if options.last == nil, let found = witness?.remark(besides: verification.findings) {
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

  /// Once its first entries are pruned, no chain says whose a shared journal is: the private one
  /// and the witness do.
  private static func foreignEpoch(_ source: JournalSource) throws -> Remark? {
    let identity = source.journal.identity
    guard identity.kind == .shared, let folder = source.folder,
      DatabaseFile.exists(folder + "/private.journal"),
      let own = try? JournalSource(folder, member: "private"),
      // One that is damaged is verified on its own.
      var grants = try? SharedJournal.adoptedGrants(own.journal)
    else { return nil }
    if let grant = try WitnessBeside(folder).witness?.grant { grants.append(grant) }
    guard !grants.contains(where: { $0.journalIdentity == identity }) else { return nil }
    return Remark(
      kind: Finding.Kind.foreignBeginning.rawValue,
      meaning: "The journal states an epoch that neither the private journal nor the witness "
        + "beside it knows: it is another device's, or its identity was changed.",
      nextStep: "Bring the right file back. `spotlog device sync` continues in a new epoch, and "
        + "nothing is lost.")
  }
}
