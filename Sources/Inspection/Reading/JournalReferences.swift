internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
package import JournalStore
internal import SQLite
internal import Sync

/// What lies beside a journal and knows of places in it.
package struct JournalReferences: Sendable {
  package private(set) var positions: [Journal.Position] = []
  /// Who knows something, for people.
  package private(set) var sources: [String] = []
  /// What should know something and cannot be read: what it means, and what to do.
  package private(set) var unreadable: [(meaning: String, nextStep: String)] = []

  /// Of a journal beside which nothing lies.
  static let none = JournalReferences()

  private init() {}

  package init(of source: JournalSource) {
    guard let folder = source.folder else { return }
    switch source.journal.identity.kind {
    case .shared: addWitness(folder, source.journal)
    case .private: addFilter(folder, source.journal)
    case .cloud: addCloudWitness(folder, source.journal)
    }
  }

  /// - Parameter isSaidAnyway: whether the source is named also where it knows no place.
  private mutating func add(
    _ found: [Journal.Position], _ source: String, isSaidAnyway: Bool = false
  ) {
    guard !found.isEmpty || isSaidAnyway else { return }
    positions += found
    sources.append(source)
  }

  private mutating func addWitness(_ folder: String, _ shared: Journal) {
    let received = (try? ReportTrail(shared).receivedPlaces()) ?? []
    let found = FolderWitness(folder)
    if let problem = found.problem {
      addUnreadableWitness(problem)
    } else if let witness = found.witness {
      let lag = witness.lag(behind: received.map(\.number).max() ?? 0, of: shared.identity.epoch)
      add(
        [witness.sent, witness.receipt?.head].compactMap(\.self)
          .filter { $0.epoch == shared.identity.epoch }
          .map { Journal.Position(number: $0.number, digest: $0.digest) }, lag ?? "the witness",
        isSaidAnyway: lag != nil)
    } else if found.isThere || DatabaseFile.exists(JournalKind.private.path(in: folder)) {
      // A shared journal alone, without the device around it, has none.
      unreadable.append(
        (
          "The witness beside the journal is \(found.isThere ? "torn" : "missing"): nobody can say "
            + "whether the journal went back in time.",
          "`spotlog device sync` continues in a new epoch by itself, and nothing is lost."
        ))
    }
    add(received, "receipts")
  }

  private mutating func addUnreadableWitness(_ problem: String) {
    unreadable.append(
      (
        "The witness beside the journal cannot be read (\(problem)): nobody can say whether the "
          + "journal went back in time.", Witness.makeReadable
      ))
  }

  /// A cloud's witness lies outside its folder: beside it, unless the configuration says where.
  private mutating func addCloudWitness(_ folder: String, _ log: Journal) {
    let store = FileCloudWitnessStore(path: folder + ".witness")
    let bytes: [UInt8]
    do throws(FileFailure) {
      guard let found = try store.read() else { return }
      bytes = found
    } catch {
      unreadable.append(
        (
          "The witness \(store.place) cannot be read (\(error.reason)): nobody can say whether the "
            + "log went back in time.",
          "Make it an ordinary file that you may read; or move it away to continue without what it "
            + "knew."
        ))
      return
    }
    guard let witness = try? CloudWitness(bytes: bytes) else {
      unreadable.append(
        (
          "\(store.place) is not a witness: nobody can say whether the log went back in time.",
          "Bring the witness back, or move it away to continue without what it knew."
        ))
      return
    }
    guard let place = witness.place else { return }
    guard place.journal == log.identity.name else {
      unreadable.append(
        (
          "The witness \(store.place) is another log's, so no server starts with both.",
          "Bring the right one back; or, to continue with this log, move the witness away."
        ))
      return
    }
    // A restore goes back, and a server continues from there by itself.
    let isKnown = (try? log.digest(at: place.logNumber)) == place.logDigest
    sources.append(
      isKnown
        ? "the witness"
        : "the witness (it knows the log up to entry \(place.logNumber): this log is of another "
          + "time, as after a restore)")
  }

  /// The filter says how far it has read, and in which past.
  private mutating func addFilter(_ folder: String, _ journal: Journal) {
    guard let shared = try? JournalSource(JournalKind.shared.path(in: folder)),
      shared.journal.identity.kind == .shared
    else {
      // Where there is one, it is asked of its witness.
      if !FileSystem.holds(.shared, in: folder),
        let problem = FolderWitness(folder).problem
      {
        addUnreadableWitness(problem)
      }
      return
    }
    guard (try? ReportTrail(shared.journal).filteredJournal()) == journal.identity.name,
      let position = try? ReportTrail(shared.journal).filterPosition(), position.number > 0
    else { return }
    add([position], "the shared journal")
  }
}
