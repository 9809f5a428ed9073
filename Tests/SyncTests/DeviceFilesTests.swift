import JournalFormat
import Sync
import TestSupport
import Testing

/// The files of one device as they can be found, built from those of a device that is enrolled and
/// has sent entries.
struct FoundFiles: Sendable, CustomTestStringConvertible {
  static let nonce = Nonce(bits: 1)
  static let nextIdentity = JournalIdentity.shared(
    epoch: Sample.childEpoch, lineage: Sample.lineage, parent: Sample.head)
  static let sent = Head(epoch: Sample.epoch, number: 4, digest: Sample.digest)

  let testDescription: String
  var witness: Witness?
  var shared: JournalIdentity? = Sample.identity
  var adopted = [Sample.grant]
  var digests: [UInt64: Digest] = [4: Sample.digest]
  var isSharedOfPrivate = true
  var isSharedOfOther = false

  init(_ description: String, _ change: (inout FoundFiles) -> Void = { _ in }) {
    testDescription = description
    var witness = Witness(keySeed: Sample.deviceKey.seed, nonce: Self.nonce)
    witness.grant = Sample.grant
    witness.sent = Self.sent
    self.witness = witness
    change(&self)
  }

  mutating func askForNext(nonce: Nonce = Nonce(bits: 9)) {
    witness?.child = Witness.Successor(keySeed: [UInt8](repeating: 9, count: 32), nonce: nonce)
  }

  var verdict: DeviceFilesVerdict {
    DeviceFiles<Never>(
      witness: witness, shared: shared, adoptedGrants: { adopted },
      enrolmentNonce: { Self.nonce }, sharedDigest: { digests[$0] },
      isSharedOfPrivate: { isSharedOfPrivate }, isSharedOfOther: { isSharedOfOther }
    ).verdict()
  }
}

@Suite("The files of a device") struct DeviceFilesTests {
  @Test(arguments: [
    FoundFiles("untouched"),
    FoundFiles("the witness lags behind") { $0.witness?.sent = nil },
    FoundFiles("all are a copy's, made before the enrolment of its original") { found in
      found.adopted = []
    },
  ])
  func `continue their epoch`(found: FoundFiles) {
    #expect(found.verdict == .agree(asksForNext: false))
    var asking = found
    asking.askForNext()
    #expect(asking.verdict == .agree(asksForNext: true))
  }

  @Test(
    arguments: [
      (FoundFiles("no witness") { $0.witness = nil }, .witnessLost),
      (
        FoundFiles("neither witness nor shared journal") { ($0.witness, $0.shared) = (nil, nil) },
        .witnessLost
      ),
      (
        FoundFiles("a young witness, and no shared journal") { found in
          found.witness?.grant = nil
          found.witness?.sent = nil
          found.shared = nil
        }, .witnessLost
      ),
      (
        FoundFiles("an older shared journal") { $0.digests = [:] },
        .witnessContradicts(FoundFiles.sent)
      ),
      (
        FoundFiles("another shared journal") { $0.digests = [4: .zero] },
        .witnessContradicts(FoundFiles.sent)
      ),
      (
        FoundFiles("a receipt for another entry") { found in
          found.witness?.sent = nil
          found.witness?.receipt = Sample.receipt
          found.digests = [:]
        }, .witnessContradicts(Sample.receipt.head)
      ),
      (
        FoundFiles("a shared journal of another epoch") { found in
          found.shared = FoundFiles.nextIdentity
        }, .witnessContradicts(FoundFiles.sent)
      ),
      (
        FoundFiles("a shared journal of another epoch, and nothing sent") { found in
          found.shared = FoundFiles.nextIdentity
          found.witness?.sent = nil
        }, .witnessContradicts(Head(epoch: Sample.epoch, number: 0, digest: .zero))
      ),
      (
        FoundFiles("an older private journal") { $0.isSharedOfPrivate = false }, .journalsContradict
      ),
      (FoundFiles("no shared journal") { $0.shared = nil }, .journalsContradict),
      (
        FoundFiles("no shared journal, nothing sent, but the next epoch asked for") { found in
          found.shared = nil
          found.witness?.sent = nil
          found.askForNext()
        }, .journalsContradict
      ),
      (
        FoundFiles("a witness of a later epoch, and no shared journal") { found in
          found.shared = nil
          found.witness?.sent = nil
          found.witness?.grant = Sample.childGrant
        }, .journalsContradict
      ),
      (
        FoundFiles("a witness that only asked") { found in
          found.witness?.grant = nil
          found.witness?.sent = nil
          found.askForNext()
        }, .unfinished
      ),
      (
        FoundFiles("a witness that only asked, and nothing else") { found in
          found.witness?.grant = nil
          found.witness?.sent = nil
          found.shared = nil
          found.adopted = []
          found.askForNext()
        }, .unfinished
      ),
    ] as [(FoundFiles, DeviceSyncMachine.NewEpochReason)])
  func `end their epoch`(found: FoundFiles, reason: DeviceSyncMachine.NewEpochReason) {
    #expect(found.verdict == .over(reason))
  }

  @Test func `of a device that has never spoken belong to no epoch`() {
    let silent = FoundFiles("nothing") { ($0.witness, $0.shared, $0.adopted) = (nil, nil, []) }
    #expect(silent.verdict == .notEnrolled)
    let asking = FoundFiles("a witness alone") { found in
      found.shared = nil
      found.adopted = []
      found.witness?.grant = nil
      found.witness?.sent = nil
    }
    #expect(asking.verdict == .notEnrolled)
    let restored = FoundFiles("a witness put back") { found in
      found.witness?.grant = nil
      found.witness?.sent = nil
    }
    #expect(restored.verdict == .notEnrolled)
  }

  @Test func `make the first journal while nothing has left`() {
    let found = FoundFiles("a grant alone") { found in
      found.shared = nil
      found.witness?.sent = nil
    }
    #expect(found.verdict == .sharedNotMade(Sample.grant))
  }

  @Test func `finish the start of an epoch that a crash interrupted`() throws {
    var found = FoundFiles("the journal is that of the next epoch") { found in
      found.shared = FoundFiles.nextIdentity
      found.adopted.append(Sample.childGrant)
      found.askForNext(nonce: Sample.childGrant.nonce)
    }
    guard case .unfinishedStart(let next) = found.verdict else {
      Issue.record("\(found.verdict)")
      return
    }
    #expect(next.grant == Sample.childGrant && next.nonce == Sample.childGrant.nonce)
    #expect(next.keySeed == found.witness?.child?.keySeed)
    #expect(next.sent == nil && next.child == nil)
    found.witness = next
    #expect(found.verdict == .agree(asksForNext: false))
    // The private journal knows the epoch, and another key was asked for.
    found.witness = FoundFiles("").witness
    found.askForNext(nonce: Nonce(bits: 99))
    #expect(found.verdict == .over(.witnessContradicts(FoundFiles.sent)))
  }

  /// Whoever's the witness is: no epoch of the private journal's device can follow the shared one.
  @Test(arguments: [
    FoundFiles("with a witness"), FoundFiles("without a witness") { $0.witness = nil },
    FoundFiles("with a stranger's witness") { $0.witness?.nonce = Nonce(bits: 2) },
    FoundFiles("with a young witness") { $0.witness?.grant = nil },
    FoundFiles("with an epoch asked for") { $0.askForNext() },
  ])
  func `are told to be of two devices`(found: FoundFiles) {
    var found = found
    found.isSharedOfOther = true
    found.isSharedOfPrivate = false
    found.adopted = []
    #expect(found.verdict == .twoDevices)
    found.adopted = [Sample.grant]
    #expect(found.verdict != .twoDevices, "one that it continued from is its own")
  }

  @Test(arguments: [true, false])
  func `refuse the witness of another device`(isEnrolled: Bool) {
    let found = FoundFiles("a stranger's") { found in
      found.witness?.nonce = Nonce(bits: 2)
      found.witness?.grant =
        isEnrolled
        ? Grant(
          lineage: LineageName(bits: 99), epoch: Sample.epoch,
          deviceKey: Sample.deviceKey.publicKey, parent: nil, cloudLife: Sample.cloudLife, order: 0,
          nonce: Nonce(bits: 2), time: Sample.day.start, withdrawals: [],
          signedBy: Sample.cloudKey) : nil
    }
    #expect(found.verdict == .foreignWitness)
    // A device that never spoke has no lineage, and knows by its secret which one it would have.
    var young = found
    (young.shared, young.adopted) = (nil, [])
    #expect(young.verdict == .foreignWitness)
    let lineage = LineageName(foundedWith: FoundFiles.nonce)
    if isEnrolled {
      young.witness?.grant?.lineage = lineage
      #expect(young.verdict != .foreignWitness)
    }
    // The secret is the device's: a copy of it enrolled under a lineage of its own.
    var own = found
    own.witness?.nonce = FoundFiles.nonce
    #expect(own.verdict != .foreignWitness)
  }
}
