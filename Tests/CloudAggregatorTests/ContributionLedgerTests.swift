import JournalFormat
import JournalStore
import Sync
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("A contribution ledger") struct ContributionLedgerTests {
  @Test(arguments: LongRun.seeds(12, of: 60))
  func `adds up to what is published, whatever the log holds`(seed: UInt64) throws {
    var world = try RandomLog(seed)
    for step in 1...120 {
      try world.step()
      guard step % 10 == 0 else { continue }
      let projections = world.projections
      let all = try projections.contributions(to: RandomLog.tags, in: world.log)
      for tag in RandomLog.tags {
        #expect(all.figures(of: tag) == projections.figures(of: tag), "step \(step)")
        let one = try projections.contributions(to: [tag], in: world.log)
        #expect(one.contributions == all.contributions.filter { $0.key == tag })
      }
    }
  }

  @Test func `meets each standing in those logs`() throws {
    var found: [String: Int] = [:]
    for seed in 1...10 as ClosedRange<UInt64> {
      var world = try RandomLog(seed)
      for _ in 1...120 { try world.step() }
      let ledger = try world.projections.contributions(to: RandomLog.tags, in: world.log)
      for one in ledger.contributions.values.joined() {
        found["\(one.standing)".prefix { $0 != "(" }.description, default: 0] += 1
        if one.day == nil { found["remembered", default: 0] += 1 }
      }
    }
    for name in ["counted", "withdrawn", "duplicate", "retracted", "remembered"] {
      #expect(found[name, default: 0] > 9, "\(found)")
    }
  }

  @Test func `says what each report counts for`() throws {
    let world = try TestCloud()
    var device = try world.device(1)
    for report in [
      engaged(1), engaged(1, isCarried: true), withdrawn(2), engaged(3), withdrawn(2), engaged(4),
    ] { device.add(report) }
    _ = world.cloud.handle(try device.request(), now: world.now)
    let epoch = try #require(device.grant).epoch
    try world.cloud.committer.commit(
      [.retract(epoch, first: 6, last: 6, isUndone: false)], now: world.now)
    let tag = Sample.item.tag(salt: Sample.tagSalt)
    let ledger = try world.cloud.projections.contributions(to: [tag], in: world.log)
    func place(_ number: UInt64) -> ContributionLedger.Place { .init(epoch: epoch, number: number) }
    #expect(
      ledger.contributions[tag]?.map(\.standing) == [
        .withdrawn(by: place(3)), .duplicate(of: place(1)), .counted, .counted,
        .duplicate(of: place(3)), .retracted(byLogEntry: world.log.head.number),
      ])
    #expect(ledger.contributions[tag]?.map(\.origin.rawValue) == [1, 1, 2, 3, 2, 4])
    #expect(ledger.figures(of: tag).events == 2 && ledger.figures(of: tag).distinct == 1)
  }

  /// An origin stands for one effect, whatever item it is said of: the first one.
  @Test func `knows an origin that was used for another item`() throws {
    let world = try TestCloud()
    var device = try world.device(1)
    device.add(engaged(1, item: Fleet.item(1)))
    device.add(engaged(1, item: Fleet.item(2)))
    _ = world.cloud.handle(try device.request(), now: world.now)
    let epoch = try #require(device.grant).epoch
    let ledger = try world.cloud.projections.contributions(to: [Fleet.tag(2)], in: world.log)
    #expect(
      ledger.contributions[Fleet.tag(2)]?.map(\.standing) == [
        .duplicate(of: ContributionLedger.Place(epoch: epoch, number: 1))
      ])
    #expect(ledger.contributions[Fleet.tag(1)] == nil)
  }

  @Test(arguments: [1...1, 3...3, 6...6, 11...11, 1...6, 2...9, 1...UInt64.max])
  func `has a range taken out and put back by control entries`(
    range: ClosedRange<UInt64>
  ) throws {
    let world = try FleetCloud()
    let tags = Set((1...5).map { Fleet.tag($0) })
    func retract(isUndone: Bool) throws -> ContributionLedger {
      try world.cloud.committer.commit(
        [
          .retract(
            world.fleet.epoch, first: range.lowerBound, last: range.upperBound, isUndone: isUndone)
        ], now: Fleet.now)
      let ledger = try world.projections.contributions(to: tags, in: world.log)
      for tag in tags { #expect(ledger.figures(of: tag) == world.projections.figures(of: tag)) }
      return ledger
    }
    let before = try world.projections.contributions(to: tags, in: world.log)
    let without = try retract(isUndone: false)
    let entry = world.log.head.number
    for one in without.contributions.values.joined() {
      let isIn = one.place.epoch == world.fleet.epoch && range.contains(one.place.number)
      #expect((one.standing == .retracted(byLogEntry: entry)) == isIn)
    }
    #expect(
      without != before && tags.contains { without.figures(of: $0) != before.figures(of: $0) })
    #expect(try retract(isUndone: true) == before)
  }

  @Test func `leaves out what a lineage reported that was erased`() throws {
    let world = try FleetCloud()
    _ = try world.cloud.erase(world.fleet.lineage, now: Fleet.now)
    for tag in (1...5).map({ Fleet.tag($0) }) {
      let ledger = try world.projections.contributions(to: [tag], in: world.log)
      #expect(ledger.figures(of: tag) == world.projections.figures(of: tag))
      let lineages = ledger.contributions[tag]?.map(\.lineage) ?? []
      #expect(!lineages.contains(world.fleet.lineage))
    }
    #expect(try world.projections.explanation(of: Fleet.tag(5), in: world.log) == nil)
  }

  @Test func `goes as far as the projections, while the log continues`() throws {
    var world = try FleetCloud()
    let early = try world.opened("early.sqlite")
    let before = try early.contributions(to: [Fleet.tag(1)], in: world.log)
    _ = try world.fleet.goOn()
    _ = try world.cloud.erase(world.fleet.lineage, now: Fleet.now)
    // The words of batches are gone by now; the rest is as it was.
    let later = try early.contributions(to: [Fleet.tag(1)], in: world.log)
    #expect(
      later.contributions[Fleet.tag(1)]
        == before.contributions[Fleet.tag(1)]?.filter { $0.lineage != world.fleet.lineage })
  }

  @Test func `says which entry of the log cannot be read`() throws {
    let world = try FleetCloud()
    world.log.refusesReads = true
    #expect(throws: CloudError.self) {
      try world.projections.contributions(to: [Fleet.tag(1)], in: world.log)
    }
  }
}

@Suite("An explanation of an item") struct ItemExplanationTests {
  private func reason(
    _ world: FleetCloud, _ number: UInt64
  ) throws -> ItemExplanation.Reason? {
    let found = try world.projections.explanation(of: Fleet.tag(number), in: world.log)
    #expect(found?.isEqual != false)
    return found?.reason
  }

  @Test func `says why an item is shown or not`() throws {
    let world = try FleetCloud()
    #expect(try reason(world, 1) == .isPublic(endorsers: 4))
    #expect(try reason(world, 3) == .isPublic(endorsers: 3))
    #expect(try reason(world, 5) == .hasTooFewEndorsers(most: 1))
    #expect(try reason(world, 6) == nil)
    _ = try world.cloud.takeDown(Fleet.tag(1), isUndone: false, now: Fleet.now)
    #expect(try reason(world, 1) == .isTakenDown)
    _ = try world.cloud.takeDown(Fleet.tag(1), isUndone: true, now: Fleet.now)
    #expect(try reason(world, 1) == .isPublic(endorsers: 4))
    try world.cloud.committer.commit([.recovering(isOver: false)], now: Fleet.now)
    #expect(try reason(world, 1) == .isRecovering)
    try world.cloud.committer.commit([.recovering(isOver: true)], now: Fleet.now)
    _ = try world.cloud.revoke(world.fleet.lineage, counts: .retracted, now: Fleet.now)
    // The other three endorse words that only the lost device had sent.
    #expect(try reason(world, 1) == .isWanted)
    // All that was said of it is retracted, and it is still said by what.
    #expect(try reason(world, 5) == .hasTooFewEndorsers(most: 0))
  }

  @Test func `finds items by their tags and keys`() throws {
    let world = try FleetCloud()
    let tag = Fleet.tag(1)
    for name in ["\(tag)", "tag:\(tag)", "https://example.com/1"] {
      #expect(try world.projections.tags(named: name) == [tag])
    }
    for name in ["https://example.com/5", "tag:", "tag:zz", "", "1"] {
      #expect(try world.projections.tags(named: name).isEmpty)
    }
  }

  @Test func `tells when the projections are not what the log says`() throws {
    let world = try FleetCloud()
    let place = try #require(world.projections.state.items.tagTable.place(of: Fleet.tag(2)))
    for change in [
      { $0.tags[place].events += 1 }, { $0.tags[place].distinct -= 1 },
      { $0.tags[place].feedback.add(ResultFeedback(shown: 1, engaged: 0)) },
      { $0.tags[place].feedback.add(ResultFeedback(shown: 1, engaged: 1)) },
      { $0.contents[Int($0.contents(of: place)[0])].addEndorser(0) },
      { $0.dayCounts[Int($0.tags[place].firstDayCount)].distinct += 1 },
      { $0.dayCounts[Int($0.tags[place].firstDayCount)].openers += 1 },
    ] as [(inout ItemTable) -> Void] {
      let before = world.projections.state
      change(&world.projections.state.items)
      #expect(try world.projections.explanation(of: Fleet.tag(2), in: world.log)?.isEqual == false)
      world.projections.state = before
      #expect(try world.projections.explanation(of: Fleet.tag(2), in: world.log)?.isEqual == true)
    }
  }
}
