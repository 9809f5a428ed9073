internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// The witness that lies in a device's folder.
struct FolderWitness {
  /// More than any has.
  private static let byteCountMax = 1 << 16

  let isThere: Bool
  /// Nil also where it is torn.
  let witness: Witness?
  /// Why what lies there cannot be read.
  let problem: String?

  init(_ folder: String) {
    do throws(FileFailure) {
      let bytes = try FileSystem.read(folder + "/witness", atMost: Self.byteCountMax)
      isThere = bytes != nil
      witness = bytes.flatMap { try? Witness(bytes: $0) }
      problem = nil
    } catch {
      (isThere, witness, problem) = (true, nil, error.reason)
    }
  }
}

extension Witness {
  /// What to call a witness that is older than the journal beside it, though it belongs to that: a
  /// device takes the later of what both know. Nil for any other.
  ///
  /// - Parameter received: the last entry of the shared journal for which it keeps a receipt.
  func lag(behind received: UInt64, of epoch: EpochName) -> String? {
    let known = receipt.flatMap { $0.epoch == epoch ? $0.last.rawValue : nil } ?? 0
    guard grant?.epoch == epoch, known < received else { return nil }
    return "the witness (older than the receipts: it knows of acknowledgements up to report "
      + "\(known), they up to report \(received), which counts)"
  }
}

/// Whether the witness in a device's folder belongs to the journals beside it, by the rule that
/// the device itself has and `DeviceState` tells.
struct WitnessCheck {
  private let verdict: DeviceFilesVerdict
  private let obstacle: DeviceState.Obstacle
  private let epoch: EpochName?
  private let folder: String

  /// Nil where they agree, or where that cannot be told: a file that is damaged is verified on its
  /// own.
  ///
  /// - Parameter source: the shared journal of a folder; the private one where there is no other.
  init?(of source: JournalSource) {
    guard let folder = source.folder,
      let own = try? JournalSource(folder, member: "private")
    else { return nil }
    let found = FolderWitness(folder)
    // `JournalReferences` says of one that cannot be read.
    guard found.problem == nil else { return nil }
    let shared: Journal?
    switch source.journal.identity.kind {
    case .shared: shared = source.journal
    // A private journal alone, without the device around it, has neither.
    case .private where found.isThere && !FileSystem.holds(.shared, in: folder):
      shared = nil
    case .private, .cloud: return nil
    }
    let files = DeviceFiles(own: own.journal, shared: shared, witness: found.witness)
    guard let verdict = try? files.verdict(),
      let obstacle = DeviceState.Obstacle(verdict, hasWitness: found.isThere)
    else { return nil }
    (self.verdict, self.obstacle, self.folder) = (verdict, obstacle, folder)
    epoch = shared?.identity.epoch
  }

  /// What is wrong; nil where nothing is, or where the findings say it already.
  ///
  /// - Parameters:
  ///   - findings: the findings in the shared journal; in the private one where there is no other.
  ///   - areTablesWhole: whether what it keeps beside the entries is what was written.
  func remark(besides findings: [Finding], areTablesWhole: Bool) -> JournalCheck.Remark? {
    switch verdict {
    // A device that waits for the cloud contradicts nothing.
    case .notEnrolled, .sharedNotMade, .unfinishedStart, .agree, .over(.unfinished): return nil
    // Without a witness, `JournalReferences` says what nobody can compare.
    case .over(.witnessLost) where epoch != nil: return nil
    case .over(.witnessContradicts(let head)):
      guard let epoch, head.epoch != epoch else {
        let isSaid = findings.contains { $0.kind == .rewound || $0.number == head.number }
        return isSaid ? nil : remark(obstacle.sentence)
      }
      return remark(
        "The witness beside the journals is of epoch \(head.epoch), the shared journal of epoch "
          + "\(epoch): one of the two is of another time.")
    // What says from which journal the reports were made is damaged. The device makes it again
    // before it compares the two.
    case .over(.journalsContradict) where epoch != nil && !areTablesWhole: return nil
    // `JournalCheck` says that of both.
    case .twoDevices: return nil
    case .foreignWitness, .over: return remark(obstacle.sentence)
    }
  }

  /// What to call a witness that is older than the journal beside it and does not contradict it.
  var note: String? {
    verdict == .notEnrolled && epoch != nil
      ? "the witness (from before the enrolment)" : nil
  }

  private func remark(_ meaning: String) -> JournalCheck.Remark {
    JournalCheck.Remark(
      kind: "witness", meaning: meaning, nextStep: obstacle.nextStep(of: "", in: folder))
  }
}
