internal import DeviceIndex
internal import JournalFormat
package import JournalStore
internal import SQLite

/// What lies beside a journal and knows of places in it.
package struct KnownPlaces: Sendable {
  package private(set) var positions: [Journal.Position] = []
  /// Who knows something, for people.
  package private(set) var sources: [String] = []
  /// What should know something and cannot be read: what it means, and what to do.
  package private(set) var unreadable: [(meaning: String, nextStep: String)] = []

  package init(of source: JournalSource) throws {
    guard let folder = source.folder else { return }
    switch source.journal.identity.kind {
    case .shared: try addWitness(folder, source.journal)
    case .private: try addGate(folder, source.journal)
    // Its witness lies where the configuration says, outside.
    case .cloud: break
    }
  }

  private mutating func add(_ found: [Journal.Position], _ source: String) {
    guard !found.isEmpty else { return }
    positions += found
    sources.append(source)
  }

  private mutating func addWitness(_ folder: String, _ shared: Journal) throws {
    let bytes = try FileSystem.read(folder + "/witness", atMost: 1 << 16)
    if let witness = bytes.flatMap({ try? Witness(bytes: $0) }) {
      let receipt = witness.receipt.map {
        Head(epoch: $0.epoch, number: $0.last.rawValue, digest: $0.digest)
      }
      add(
        [witness.sent, receipt].compactMap(\.self).filter { $0.epoch == shared.identity.epoch }
          .map { Journal.Position(number: $0.number, digest: $0.digest) }, "the witness")
    } else if bytes != nil || DatabaseFile.exists(folder + "/private.journal") {
      // A shared journal alone, without the device around it, has none.
      unreadable.append(
        (
          "The witness beside the journal is \(bytes == nil ? "missing" : "torn"): nobody can say "
            + "whether the journal went back in time.",
          "`spotlog device sync` goes on in a new epoch by itself, and nothing is lost."
        ))
    }
    add((try? ReportTrail(shared).receivedPlaces()) ?? [], "receipts")
  }

  /// The gate says how far it has read, and in which past.
  private mutating func addGate(_ folder: String, _ journal: Journal) throws {
    guard let shared = try? JournalSource(folder + "/shared.journal"),
      shared.journal.identity.kind == .shared,
      let position = try? ReportTrail(shared.journal).gatePosition(), position.number > 0
    else { return }
    add([position], "the shared journal")
  }
}
