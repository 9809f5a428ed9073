import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

@testable import CloudAggregator

/// A cloud that was restored from an older backup and lived on, beside backups of what it left.
@Suite("A past of the log that was left") struct LeftBranchTests {
  /// Two backups of one past, and a life that continued from the first of them.
  private final class Story {
    let home: RestoredCloud
    let backups: CloudBackups
    var figures = BackupFigures()
    /// Names of files, in the order in which they were made.
    var files: [String] = []
    /// Of the past that was left, and longer than what came in its place.
    private(set) var left = ""
    private var turnCount: Int64 = 0

    init() throws {
      home = try RestoredCloud()
      var backups = CloudBackups(folder: home.folder.file("backups"))
      backups.retention = SnapshotRetention()
      self.backups = backups
      try run { try goOn($0, 12) }
      try backUp()
      try run { try goOn($0, 40) }
      try home.snapshot()
      let first = files[0]
      left = try #require(
        try SnapshotFolder(backups.folder).items().map(\.file).first { $0 != first })
      try restore(first)
      try run { try goOn($0, 3) }
    }

    func run(acceptsLoss: Bool = false, _ body: (Aggregator) throws -> Void) throws {
      let cloud = try home.open(acceptsLoss: acceptsLoss)
      try body(cloud)
      try cloud.close()
    }

    func goOn(_ cloud: Aggregator, _ count: Int) throws {
      for _ in 0..<count {
        try cloud.committer.commit([.threshold(1)], now: home.now)
      }
    }

    /// The mark that the log came to.
    @discardableResult
    func backUp() throws -> UInt64 {
      turnCount += 1
      var dice = Dice.system
      let now = home.now.advanced(byMilliseconds: turnCount)
      let cloud = try home.open()
      try backups.runTurn(
        CloudBackups.Source(home.storage), &figures, isVerifying: true,
        life: cloud.projections.life,
        now: now, dice: &dice
      ) { held, onlyLess throws(CloudError) in
        try cloud.recordBackup(held, onlyLess: onlyLess, now: now)
      }
      files.append(try #require(figures.last?.file))
      defer { try? cloud.close() }
      return cloud.projections.state.backedUpLogNumber
    }

    func restore(_ file: String) throws {
      let chain = try SnapshotChain(path: backups.folder + "/" + file)
      _ = try SnapshotRestore(chain, .cloud, to: home.data).run(now: home.now)
    }

    func remove(_ file: String) throws {
      try FileManager.default.removeItem(atPath: backups.folder + "/" + file)
    }

    func head(of file: String) throws -> UInt64 {
      try SnapshotArchive(path: backups.folder + "/" + file).manifest.leader.head.number
    }
  }

  @Test func `is in no mark, and its backups are named`() throws {
    let story = try Story()
    let mark = try story.backUp()
    // The first is of both pasts.
    #expect(mark == (try story.head(of: story.files[0])))
    #expect(story.figures.held?.left == [story.left])
    #expect(story.figures.last?.file == story.files[1])
    var status = try story.home.open().status()
    status.add(story.figures)
    #expect(
      status.damagedBackups == [
        "\(story.left) is of a history that the log left when it was restored, and does not count. "
          + "Remove it once nobody needs that history."
      ])
  }

  /// A backup of the left past that is longer than what this log had when it was backed up.
  @Test func `is not restored over what the backups of this one hold`() throws {
    let story = try Story()
    try story.backUp()
    try story.remove(story.files[0])
    let mark = try story.backUp()
    #expect(mark == (try story.head(of: story.files[2])))
    #expect(mark < (try story.head(of: story.left)), "numbers alone would not tell")
    try story.restore(story.left)
    let error = #expect(throws: CloudError.self) { try story.home.open() }
    #expect(error?.code == .log)
    #expect(error?.message.contains("entry \(mark) is not the one that all backups") == true)
    #expect(error?.message.hasSuffix("start with --accept-loss yes.") == true)
    try story.run(acceptsLoss: true) { cloud in
      #expect(cloud.recovery.acceptedLosses == [.branch(mark)])
      let status = try cloud.status()
      #expect(status.acceptsLoss)
      #expect(status.acceptedLosses.first?.contains("up to entry \(mark)") == true)
      #expect(
        cloud.committer.witness.markBefore == 0,
        "its own backups are not those that the mark counted")
    }
    // What it continues from then is its own past.
    try story.run { cloud in
      let status = try cloud.status()
      #expect(!status.acceptsLoss)
    }
  }

  /// As earlier programs left it: then numbers alone are compared.
  @Test func `is not told by a witness that has no digest of the mark`() throws {
    let story = try Story()
    let witness = URL(fileURLWithPath: story.home.folder.file("witness"))
    var known = try CloudWitness(bytes: [UInt8](Data(contentsOf: witness)))
    known.place?.backedUpNumber = 1
    known.place?.backedUpDigest = .zero
    try Data(known.bytes).write(to: witness)
    try story.restore(story.left)
    try story.run { #expect($0.recovery.acceptedLosses == []) }
  }

  /// The numbers of the log go on past the one that the withdrawal had in the other past.
  @Test func `is remembered for a lineage that the log forgot`() throws {
    let home = try RestoredCloud()
    var device = TestDevice(1)
    do {
      let cloud = try home.open()
      try home.snapshot()
      try device.enrol(with: cloud, now: home.now)
      device.add(engaged(1))
      device.add(withdrawn(2))
      _ = try home.send(device, to: cloud)
      #expect(cloud.committer.witness.keeper?.witness.withdrawals.count == 1)
      try cloud.close()
    }
    try home.restore()
    let grant = try #require(device.grant)
    let expected = CloudWitness.Withdrawal(
      lineage: grant.lineage, epoch: grant.epoch, number: 2,
      tag: Sample.item.tag(salt: Sample.tagSalt), origin: Origin(rawValue: 2))
    do {
      let cloud = try home.open()
      for _ in 0..<20 {
        try cloud.committer.commit([.threshold(1)], now: home.now)
      }
      try cloud.recordBackup(cloud.projections.position, now: home.now)
      #expect(cloud.committer.witness.keeper?.witness.withdrawals.map(\.isUnnumbered) == [true])
      try cloud.close()
    }
    let cloud = try home.open()
    #expect(!cloud.projections.state.isRecovering, "what has no number is no sign of a rewind")
    let remembered = cloud.committer.witness.knownWithdrawals(grant.lineage)
    #expect(remembered == [.withdrawal(expected)])
    try cloud.committer.commit([.recovered(grant, isProven: true)] + remembered, now: home.now)
    // A log that goes back once more has neither.
    #expect(cloud.committer.witness.keeper?.witness.withdrawals.map(\.isUnnumbered) == [true])
  }

  /// Before the newer log goes, and not at the start after that.
  @Test func `is known to a restore before it begins`() throws {
    let story = try Story()
    try story.backUp()
    try story.remove(story.files[0])
    let mark = try story.backUp()
    func loss(_ file: String, through last: UInt64? = nil) throws -> RestoreLoss? {
      let part = try SnapshotArchive(path: story.backups.folder + "/" + file).manifest.leader
      return try RestoreLoss(
        restoring: part, through: last ?? part.head.number, over: story.home.data)
    }
    #expect(try loss(story.files[2]) == nil)
    let cut = try #require(try loss(story.files[2], through: 3))
    #expect(cut.entries == 4...mark && cut.reports == 0 && !cut.isOfAnotherPast)
    let left = try #require(try loss(story.left))
    #expect(left.isOfAnotherPast && left.entries == mark...mark)
    #expect(
      left.text.hasSuffix(
        "of 0 devices, and what else the snapshot lacks: it belongs to an abandoned history"))
    let part = try SnapshotArchive(path: story.backups.folder + "/" + story.left).manifest.leader
    #expect(
      try RestoreLoss(
        restoring: part, through: 3, over: story.home.folder.file("none")) == nil)
  }
}
