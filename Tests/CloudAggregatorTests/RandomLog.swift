import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

/// A log of anything that a log may hold about counts, made up by dice: three lineages that are
/// restored and copied, two items, few origins.
struct RandomLog {
  let log = StrictCloudLog()
  let projections: CloudProjections
  private let folder: TemporaryFolder
  private var dice: SplitMix64
  /// Epochs with their chains; those of one lineage are a tree.
  private var epochs: [TestDevice] = []
  private static let epochsMax = 10
  private static let items: [PublicItem] = (1...2).map { Fleet.item($0) }

  static let tags = Set(items.map { $0.tag(salt: Sample.tagSalt) })

  init(_ seed: UInt64) throws {
    folder = try TemporaryFolder()
    projections = try CloudProjections(
      path: folder.file("projections.sqlite"), vfs: nil, access: .maintain, log: log,
      logStart: log.start)
    dice = SplitMix64(seed)
    try append(.cloudLife(Sample.cloudLife, previous: .zero, tagSalt: Sample.tagSalt))
    try append(.threshold(2))
    for lineage in 1...3 as ClosedRange<UInt128> {
      try begin(LineageName(bits: lineage), parent: nil)
    }
  }

  mutating func step() throws {
    let place = below(epochs.count)
    let grant = try #require(epochs[place].grant)
    switch below(24) {
    case 0...14: try say(place)
    case 15...17: if epochs.count < Self.epochsMax { try begin(grant.lineage, parent: place) }
    case 18...20:
      let first = dice.below(12)
      try append(
        .retract(
          grant.epoch, first: first, last: dice.below(8) == 0 ? .max : first + dice.below(8),
          isUndone: dice.below(2) == 0))
    case 21:
      try append(
        .hole(ControlEntry.Hole(epoch: grant.epoch, first: 2, last: 3, digest: Sample.digest)))
    case 22: try remember(grant, after: UInt64(epochs[place].chain.entries.count))
    default: if dice.below(16) == 0 { try append(.erase(grant.lineage)) }
    }
  }

  /// What the witness remembers is behind what the log has of an epoch, or of one that it forgot.
  private mutating func remember(_ grant: Grant, after head: UInt64) throws {
    try append(
      .withdrawal(
        CloudWitness.Withdrawal(
          lineage: dice.below(8) == 0 ? Sample.lineage : grant.lineage,
          epoch: dice.below(2) == 0 ? grant.epoch : Sample.childEpoch,
          number: head + 1 + dice.below(4), tag: item().tag(salt: Sample.tagSalt),
          origin: origin())))
  }

  private mutating func say(_ place: Int) throws {
    let first = epochs[place].chain.entries.count + 1
    for _ in 0...below(3) {
      epochs[place].add(report(), on: Day(Sample.day.rawValue + Int32(below(3))))
    }
    try append(
      EntryDraft(kind: .batch, time: Fleet.now, payload: try epochs[place].batch(first)))
  }

  private mutating func report() -> Report {
    var item = item()
    let tag = item.tag(salt: Sample.tagSalt)
    let isCarried = dice.below(3) == 0
    switch dice.below(6) {
    case 0:
      return .withdrawn(
        Report.Withdrawn(
          tag: tag, origin: origin(), isCarried: isCarried,
          isTold: dice.below(4) == 0))
    case 1:
      return .feedback(
        Report.Feedback(
          tag: tag, origin: origin(), isCarried: isCarried, shown: UInt32(dice.below(9)),
          engaged: 1))
    default:
      if dice.below(3) == 0 { item.title = "Another title" }
      return .engaged(
        Report.Engaged(tag: tag, content: item.digest, origin: origin(), isCarried: isCarried))
    }
  }

  private mutating func item() -> PublicItem { Self.items[below(Self.items.count)] }

  /// Often one that was there before.
  private mutating func origin() -> Origin { Origin(rawValue: dice.below(60)) }

  private mutating func below(_ bound: Int) -> Int { Int(dice.below(UInt64(bound))) }

  /// - Parameter place: the epoch that the new one continues from, at its head.
  private mutating func begin(_ lineage: LineageName, parent place: Int?) throws {
    let count = UInt64(epochs.count + 1)
    var device = TestDevice(count)
    let parent = place.flatMap { place -> Head? in
      let chain = epochs[place].chain
      return epochs[place].grant.map {
        Head(
          epoch: $0.epoch, number: UInt64(chain.entries.count),
          digest: chain.entries.last?.digest ?? chain.start)
      }
    }
    let grant = Grant(
      lineage: lineage, epoch: EpochName(bits: UInt128(count)), deviceKey: device.key.publicKey,
      parent: parent, cloudLife: Sample.cloudLife, order: count, nonce: device.nonce,
      time: Fleet.now, withdrawals: [], signedBy: Sample.cloudKey)
    device.begin(with: grant)
    epochs.append(device)
    try append(
      dice.below(3) == 0
        ? .recovered(grant, isProven: false) : parent == nil ? .enrol(grant) : .grant(grant))
  }

  private func append(_ entry: ControlEntry) throws {
    try append(EntryDraft(entry, at: Fleet.now))
  }

  private func append(_ draft: EntryDraft) throws {
    _ = try log.append([draft], extending: log.head)
    try projections.catchUp(log)
  }
}
