import JournalFormat
import Sync
import TestSupport
import Testing

/// The digest of a made-up entry: another branch has other ones from its first number on.
private func digest(_ number: UInt64, branch: String = "main") -> Digest {
  Digest(of: Array("\(branch) \(number)".utf8))
}

@Suite("The cloud's decision") struct CloudDecisionTests {
  private func position(_ head: UInt64, child: EpochName? = nil) -> EpochPosition {
    EpochPosition(
      epoch: Sample.epoch, head: Locator.Place(number: head, digest: digest(head)), child: child)
  }

  private func head(_ number: UInt64) -> Head {
    Head(epoch: Sample.epoch, number: number, digest: digest(number))
  }

  struct Batch: Sendable, CustomTestStringConvertible {
    var first: UInt64
    var last: UInt64
    /// From here on the batch is of another branch.
    var partsAt = UInt64.max
    var testDescription: String { "\(first)-\(last), parting at \(partsAt)" }

    func digest(_ number: UInt64) -> Digest {
      SyncTests.digest(number, branch: number >= partsAt ? "other" : "main")
    }
  }

  private func decide(_ batch: Batch, head: UInt64, child: EpochName? = nil)
    -> EpochPosition.OnAppend
  {
    position(head, child: child).onAppend(
      first: batch.first, previous: batch.digest(batch.first - 1),
      last: Locator.Place(number: batch.last, digest: batch.digest(batch.last))
    ) { digest($0) }
  }

  @Test(
    arguments: [
      (Batch(first: 1, last: 3), 0), (Batch(first: 6, last: 6), 5), (Batch(first: 6, last: 9), 5),
    ] as [(Batch, UInt64)])
  func `appends what follows its head`(batch: Batch, head: UInt64) {
    #expect(decide(batch, head: head) == .append)
  }

  @Test(arguments: [
    Batch(first: 1, last: 5), Batch(first: 2, last: 4), Batch(first: 5, last: 5),
  ])
  func `knows a duplicate by content, whatever its borders`(batch: Batch) {
    #expect(decide(batch, head: 5) == .duplicate)
  }

  @Test(arguments: [
    Batch(first: 1, last: 5, partsAt: 3), Batch(first: 5, last: 5, partsAt: 5),
    Batch(first: 6, last: 7, partsAt: 5), Batch(first: 6, last: 7, partsAt: 1),
  ])
  func `never takes other content under known numbers for a duplicate`(batch: Batch) {
    guard case .incident = decide(batch, head: 5) else {
      Issue.record("\(batch) is a fork")
      return
    }
  }

  @Test(arguments: [Batch(first: 7, last: 8), Batch(first: 4, last: 6)])
  func `asks for what lies between its head and a batch`(batch: Batch) {
    #expect(decide(batch, head: 5) == .verdict(.ahead(cloudHead: head(5))))
  }

  @Test func `accepts nothing of an epoch that has a child`() {
    for batch in [Batch(first: 6, last: 6), Batch(first: 1, last: 5)] {
      #expect(
        decide(batch, head: 5, child: Sample.childEpoch)
          == .verdict(.fenced(child: Sample.childEpoch)))
    }
  }

  private func open(
    device: UInt64, floor: UInt64 = 0, partsAt: UInt64 = .max, cloud: UInt64
  ) -> OpenVerdict {
    let places = Locator.numbers(head: device, floor: floor).map {
      Locator.Place(number: $0, digest: digest($0, branch: $0 >= partsAt ? "other" : "main"))
    }
    return position(cloud).onOpen(Locator(epoch: Sample.epoch, places: places)) {
      $0 <= cloud ? digest($0) : nil
    }
  }

  @Test func `answers open truthfully`() {
    #expect(open(device: 9, cloud: 9) == .ok(cloudHead: 9))
    #expect(open(device: 12, cloud: 9) == .ahead(cloudHead: head(9)))
    #expect(open(device: 5, cloud: 9) == .behind(lastMatch: head(5)))
    #expect(open(device: 12, floor: 10, cloud: 9) == .gap(cloudHead: head(9)))
    // Places at 9, 8, 7, 5, 1 and 0: the last that both have is 5.
    #expect(open(device: 9, partsAt: 6, cloud: 9) == .fork(lastMatch: head(5)))
    // None of those from 7 on: nobody can say where they part.
    #expect(open(device: 9, floor: 7, partsAt: 6, cloud: 9) == .fork(lastMatch: nil))
  }

  @Test(
    arguments: [(0, 0), (1, 0), (9, 0), (1_000, 0), (1_000, 990), (7, 7)] as [(UInt64, UInt64)])
  func `meets locators that go down from head to floor in doubling steps`(
    head: UInt64, floor: UInt64
  ) {
    let numbers = Locator.numbers(head: head, floor: floor)
    #expect(numbers.first == head)
    #expect(numbers.last == floor)
    #expect(numbers == numbers.sorted(by: >))
    #expect(Set(numbers).count == numbers.count)
    #expect(numbers.count <= 12)
  }
}
