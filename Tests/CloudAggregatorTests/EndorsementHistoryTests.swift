import JournalFormat
import TestSupport
import Testing

@testable import CloudAggregator

/// Epochs as a tree: 0 has the children 1 and 2, 1 has 3, 3 has 4, and 5 stands alone.
private struct Tree: EpochTree {
  private let parents: [UInt32?] = [nil, 0, 0, 1, 3, nil]

  func parent(of epoch: UInt32) -> UInt32? { parents[Int(epoch)] }
}

/// One thing that a lineage says: "0+a" engages newly with content a in epoch 0, "1~a" carries such
/// an engagement over into epoch 1, "1-" withdraws there for the first time, "1-x" makes the
/// withdrawal x, "2~-x" carries it over, "2!x" repeats what the epoch was told, and "2~!x" what one
/// before it was told.
///
/// What is said is numbered in each epoch, from 1 on.
private struct Said: CustomStringConvertible {
  let description: String
  let number: UInt64
  var epoch: UInt32 { UInt32(description.first!.wholeNumberValue!) }
  var content: UInt32 { UInt32(description.last!.asciiValue! - 97) }
  var isCarried: Bool { description.contains("~") }

  var withdrawal: EndorsementHistory.Withdrawal? {
    let isTold = description.contains("!")
    guard isTold || description.contains("-") else { return nil }
    // Without a name it is one of its own.
    let name = description.last!.isLetter ? UInt64(description.last!.asciiValue!) : 0
    return EndorsementHistory.Withdrawal(
      origin: name > 0 ? name : UInt64(epoch) << 32 | number, number: number,
      kind: isTold ? isCarried ? .toldBefore : .told : isCarried ? .carried : .made)
  }

  static func all(_ text: String) -> [Said] {
    var counts: [Character: UInt64] = [:]
    return text.split(separator: " ").map { word in
      counts[word.first!, default: 0] += 1
      return Said(description: String(word), number: counts[word.first!]!)
    }
  }

  func apply(to history: inout EndorsementHistory) {
    if let withdrawal { return history.withdrawn(withdrawal, in: epoch) }
    history.engaged(content, day: 16_000, in: epoch, number: number, isCarried: isCarried)
  }

  static func live(_ said: [Said]) -> String {
    var history = EndorsementHistory()
    for one in said { one.apply(to: &history) }
    return text(history.live(in: Tree()).contents.sorted())
  }

  static func text(_ contents: [UInt32]) -> String {
    contents.map { String(UnicodeScalar(UInt8($0) + 97)) }.joined()
  }
}

@Suite("What a lineage endorses") struct EndorsementHistoryTests {
  @Test(arguments: [
    // Within one epoch a withdrawal takes back what stands before it, and nothing after it.
    ("", ""), ("0+a", "a"), ("0+a 0+b 0+a", "ab"), ("0+a 0-", ""), ("0-", ""), ("0- 0+a", "a"),
    ("0+a 0+b 0-", ""), ("0+a 0- 0+b", "b"), ("0+a 0- 0+a", "a"), ("0+a 0- 0+a 0-", ""),
    // It takes back ancestors whole, however far up.
    ("0+a 1-", ""), ("0+a 1+b 3+c 4-", ""), ("0+a 1+b 3+c 3-", ""), ("0+a 1+b 3+c 1-", "c"),
    ("0+a 1+b 0-", "b"), ("0+a 1+b 3+c 0-", "bc"),
    // What an ancestor says after that is older all the same.
    ("1- 0+a", ""), ("4- 0+a 1+b 3+c 4+d", "d"), ("0+a 4- 0+b", ""),
    // Never a sibling, nor a stranger, nor what a sibling continues with.
    ("1+a 2-", "a"), ("2+a 1-", "a"), ("0+a 1+b 2+c 1-", "c"), ("3+a 2-", "a"), ("2+a 4-", "a"),
    ("5+a 0- 1- 2- 4-", "a"), ("0+a 5-", "a"), ("0+a 1+b 2+a 1-", "a"),
    // Carried over, an engagement is as old as it was, and any withdrawal takes it back.
    ("0+a 1~a", "a"), ("1~a", "a"), ("0+a 0- 1~a", ""), ("0- 1~a", ""), ("0- 3~a", ""),
    ("1- 1~a", ""), ("1- 3~a", ""), ("0+a 1~a 1-", ""), ("1- 2~a", ""), ("2- 1~a 3~b", ""),
    ("1~a 2-", ""), ("3- 1~a", ""), ("1~a 1+a 2-", "a"),
    // But for one that its own epoch carries in front of it: it was made after that.
    ("1~-x 1~a", "a"), ("1~a 1~-x", ""), ("1~a 1~-x 1~b", "b"), ("0+a 0-x 1~-x 1~b", "b"),
    ("0+a 0-x 0+b 1~-x 1~b", "b"), ("1~-x 1~a 2~-x 2~b", "ab"), ("1~-x 1~a 2~-x 2-", ""),
    ("2-x 1~-x 1~a", "a"), ("1~a 2~-x", ""), ("1~-x 1~a 3-", ""),
    // A descendant that only carries a withdrawal on says nothing new about what came after it.
    ("0-x 0+a 1~-x", "a"), ("0+a 0-x 0+b 1~-x", "b"), ("0-x 1+a 3~-x", "a"),
    ("0+a 1~-x", ""), ("0-x 0+a 1~-x 1-", ""),
    // What an epoch was told acts on what it carries, and on nothing else, where the log has what
    // it repeats.
    ("1!x 1~a", ""), ("1!x 1+a", "a"), ("2- 0+a 1!x", ""), ("5- 0+a 1!x", "a"),
    ("5- 1!x 1~a", ""), ("0- 0+a 1!x", "a"), ("1!x 1~-x 1~a", ""), ("1~-x 1~a 2!x", "a"),
    // And an epoch after it repeats it where it stood: it acts on what is carried in front of it.
    ("1~a 1~!x", ""), ("1~!x 1~a", "a"), ("5- 0+a 1~!x", "a"), ("0- 0+a 1~!x 3~!x", "a"),
    ("1~a 1~!x 1~b 1+c", "bc"),
    // Where the log lost it, as if it had been carried: somebody took it back.
    ("0+a 1!x", ""), ("0+a 1+b 3!x", ""), ("1!x 2~a", ""), ("2+a 1!x", "a"), ("1!x 3+a", "a"),
    ("0+a 1~!x", ""), ("0+a 1~!x 3~!y", ""), ("1~!x 2~a", ""), ("1!x 1+a 3!x", "a"),
    ("1!x 1+a 3~!x", "a"),
    // Newly made, it brings the endorsement back, for itself only and also further down.
    ("0- 1~a 1+a", "a"), ("0- 1+a", "a"), ("0- 1~a 1+b", "b"), ("0+a 1- 1+b", "b"),
    ("0- 3+a", "a"), ("1- 3+a 3~b", "a"), ("0+a 0- 0+a 1~a", "a"), ("0+a 0- 0+b 1~a", "b"),
  ])
  func `is what it engaged with and did not take back`(said: String, live: String) {
    #expect(Said.live(Said.all(said)) == live)
  }

  /// All orders in which two sequences can arrive, each in its own order.
  private static func interleavings(_ one: [Said], _ other: [Said]) -> [[Said]] {
    guard let first = one.first, let second = other.first else { return [one + other] }
    return interleavings(Array(one.dropFirst()), other).map { [first] + $0 }
      + interleavings(one, Array(other.dropFirst())).map { [second] + $0 }
  }

  @Test(arguments: [
    ("0+a", "1~a 1+b 1-", "2~a 2+c"), ("0+a 0-", "1~a 1+b", "2+a 2-"),
    ("", "1+a 3- 3+b", "2+a 2~b 2-"), ("0+a 0+b", "1- 3~a 4+c", "2- 2~b 2+d"),
    ("0+a 0- 0+b", "1~b 3-", "2~a 2~b"), ("", "1~-x 1~a 1+b", "2~-x 2~c 2-y 2+d"),
    ("0+a 0-x", "1!x 1~a 1+b", "2~-x 2~c"), ("0+a 0-x 0+b", "1~a 1~!y 1~b", "2~!z 2~a 2+c"),
    ("", "1~a 1~-x 1~b", "2~a 3~-x 3~c"),
  ])
  func `adds up to the same in whatever order sibling epochs are heard`(
    root: String, one: String, other: String
  ) {
    let orders = Self.interleavings(Said.all(one), Said.all(other))
    let outcomes = Set(orders.map { Said.live(Said.all(root) + $0) })
    #expect(orders.count > 3)
    #expect(outcomes.count == 1, "\(outcomes)")
  }

  @Test func `lives on the days on which it was engaged with and not taken back`() {
    var history = EndorsementHistory()
    history.engaged(0, day: 1, in: 0, number: 1, isCarried: false)
    history.engaged(0, day: 2, in: 0, number: 2, isCarried: false)
    history.withdrawn(
      EndorsementHistory.Withdrawal(origin: 9, number: 3, kind: .made), in: 0)
    history.engaged(0, day: 2, in: 0, number: 4, isCarried: false)
    history.engaged(0, day: 3, in: 1, number: 1, isCarried: true)
    let live = history.live(in: Tree())
    #expect(live.contents == [0] && live.days == [2])
  }

  @Test func `is taken back by an epoch that the log forgot, until that says more`() {
    var history = EndorsementHistory()
    history.engaged(0, day: 1, in: 0, number: 1, isCarried: false)
    let withdrawal = EndorsementHistory.Withdrawal(origin: 9, number: 2, kind: .made)
    history.withdrawn(withdrawal, in: EndorsementHistory.unknownEpoch)
    #expect(history.live(in: Tree()).contents == [])
    // The epoch comes back: after the withdrawal, somebody engaged again.
    history.withdrawn(withdrawal, in: 1)
    history.engaged(0, day: 5, in: 1, number: 3, isCarried: false)
    #expect(history.live(in: Tree()) == EndorsementHistory.Live(contents: [0], days: [5]))
  }

  /// Whatever is said in whatever epoch, however often and under whatever origin.
  @Test(arguments: 0..<400 as Range<UInt64>)
  func `is what the words of its rule say`(seed: UInt64) {
    var random = SplitMix64(seed)
    var history = EndorsementHistory()
    var reference = EndorsementHistoryReference()
    var numbers: [UInt32: UInt64] = [:]
    for step in 0..<Int(4 + random.below(40)) {
      let isUnknown = random.below(12) == 0
      let epoch = isUnknown ? EndorsementHistory.unknownEpoch : UInt32(random.below(6))
      let number = numbers[epoch, default: 0] + random.below(2)
      numbers[epoch] = number
      if isUnknown || random.below(2) == 0 {
        let kinds: [EndorsementHistory.Withdrawal.Kind] = [.made, .carried, .told, .toldBefore]
        let withdrawal = EndorsementHistory.Withdrawal(
          origin: random.below(6), number: number,
          kind: isUnknown ? .made : kinds[Int(random.below(seed % 2 == 0 ? 4 : 2))])
        history.withdrawn(withdrawal, in: epoch)
        reference.withdrawn(withdrawal, in: epoch)
      } else {
        let (content, day) = (UInt32(random.below(3)), Int32(random.below(3)))
        let isCarried = random.below(2) == 0
        history.engaged(content, day: day, in: epoch, number: number + 1, isCarried: isCarried)
        reference.engaged(content, day: day, in: epoch, number: number + 1, isCarried: isCarried)
      }
      #expect(history.live(in: Tree()) == reference.live(in: Tree()), "after \(step) of \(seed)")
    }
  }

  @Test func `ignores what is said beyond its bounds, and forgets no withdrawal`() {
    var history = EndorsementHistory()
    for number in 1...4_096 as ClosedRange<UInt64> {
      history.engaged(UInt32(number), day: 1, in: 0, number: number, isCarried: false)
    }
    #expect(!history.hasRoom)
    #expect(history.live(in: Tree()).contents == Array(1...4_094))
    history.withdrawn(EndorsementHistory.Withdrawal(origin: 1, number: 5_000, kind: .made), in: 0)
    #expect(history.live(in: Tree()).contents == [])
    history.withdrawn(EndorsementHistory.Withdrawal(origin: 2, number: 5_001, kind: .made), in: 0)
    history.engaged(7, day: 9, in: 0, number: 5_002, isCarried: false)
    #expect(history.isClosed && history.isWithdrawn)
    #expect(history.live(in: Tree()) == EndorsementHistory.Live())
  }

  @Test func `asks little of withdrawals and engagements by the thousand`() {
    var history = EndorsementHistory()
    for number in 1...1_000 as ClosedRange<UInt64> {
      history.withdrawn(
        EndorsementHistory.Withdrawal(origin: number, number: number, kind: .carried), in: 0)
      history.engaged(
        UInt32(number), day: 1, in: 0, number: 1_000 + number, isCarried: true)
    }
    #expect(history.live(in: Tree()).contents == Array(1...1_000))
    #expect(history.workCount < 3_000)
  }

  private func apply(_ said: Said, to state: inout LineageState) -> Int {
    if let withdrawal = said.withdrawal {
      state.withdrawn(withdrawal, tag: 7, epoch: said.epoch)
      return settle(&state)
    }
    let usually = state.engagedUsually(
      tag: 7, day: 16_000, content: said.content, epoch: said.epoch, isCarried: said.isCarried)
    switch usually.endorsement {
    case .endorsesAgain: return 1
    case .endorsesAlready: return 0
    case .isNotUsual:
      state.engaged(
        said.content, tag: 7, day: 16_000, epoch: said.epoch, number: said.number,
        isCarried: said.isCarried)
      return settle(&state)
    }
  }

  private func settle(_ state: inout LineageState) -> Int {
    state.resolveChanges(in: Tree()).changes.reduce(0) { $0 + $1.change.distinctDelta }
  }

  /// What is read from the row that was written.
  private func row<Value>(
    _ write: (inout ByteWriter) -> Void,
    _ read: (inout ByteReader) throws(FormatError) -> Value
  ) throws -> Value {
    var writer = ByteWriter()
    write(&writer)
    return try writer.bytes.reading(subject: "a row", read)
  }

  /// The usual case is kept as one number; whatever it turns into has to know the same.
  @Test(arguments: [
    "0+a", "0+a 0+a", "0+a 0+b 0-", "0+a 0- 0+a", "0+a 1-", "0+a 1~a 1- 1~a 1+b", "1+a 0+a 0-",
    "0- 0+a 1~a 2+b 2-", "0+a 0- 1~a", "0+a 0-x 1~-x 1~b 2!x 2~a 2+c",
  ])
  func `is the same in the short form, in the long one, and read back from its rows`(
    said: String
  ) throws {
    var state = LineageState(name: Sample.lineage, rootEpoch: 0, enrolled: Sample.day.start)
    var distinct = 0
    var news: [LineageNews] = []
    var history: LineageState.KeptHistory?
    for one in Said.all(said) {
      distinct += apply(one, to: &state)
      news.append(
        try row(state.news.write) { reader throws(FormatError) in
          try LineageNews(from: &reader)
        })
      for place in state.changedHistories {
        #expect(place == 0)
        history = try row({ state.writeRow(ofHistory: place, to: &$0) }) {
          reader throws(FormatError) in try LineageState.KeptHistory(from: &reader)
        }
      }
      state = try row(state.write) { reader throws(FormatError) in
        try LineageState(rowFrom: &reader)
      }
      for said in news { state.add(said) }
      if let history {
        let isAdded = [state.add(history, place: 0), state.add(history, place: 1)]
        #expect(isAdded == [true, false])
      }
    }
    let live = Said.text(state.contents(of: 7))
    #expect(live == Said.live(Said.all(said)))
    #expect(distinct == (live.isEmpty ? 0 : 1))
    #expect(state.contents(of: 8) == [])
  }
}
