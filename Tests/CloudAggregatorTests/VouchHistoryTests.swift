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
/// an engagement over into epoch 1, "1-" withdraws there.
private struct Said: CustomStringConvertible {
  let description: String
  var epoch: UInt32 { UInt32(description.first!.wholeNumberValue!) }
  var content: UInt32 { UInt32(description.last!.asciiValue! - 97) }
  var isWithdrawal: Bool { description.hasSuffix("-") }
  var isCarried: Bool { description.contains("~") }

  static func all(_ text: String) -> [Said] {
    text.split(separator: " ").map { Said(description: String($0)) }
  }

  func apply(to history: inout VouchHistory) {
    if isWithdrawal { return history.withdrawn(in: epoch, epochs: Tree()) }
    history.engaged(content, in: epoch, isCarried: isCarried, epochs: Tree())
  }

  static func live(_ said: [Said]) -> String {
    var history = VouchHistory()
    for one in said { one.apply(to: &history) }
    return history.live.map { String(UnicodeScalar(UInt8($0) + 97)) }.joined()
  }
}

@Suite("What a lineage vouches for") struct VouchHistoryTests {
  @Test(arguments: [
    // Within one epoch a withdrawal takes back what stands before it, and nothing after it.
    ("", ""), ("0+a", "a"), ("0+a 0+b 0+a", "ab"), ("0+a 0-", ""), ("0-", ""), ("0- 0+a", "a"),
    ("0+a 0+b 0-", ""), ("0+a 0- 0+b", "b"), ("0+a 0- 0+a", "a"), ("0+a 0- 0+a 0-", ""),
    // It takes back ancestors whole, however far up.
    ("0+a 1-", ""), ("0+a 1+b 3+c 4-", ""), ("0+a 1+b 3+c 3-", ""), ("0+a 1+b 3+c 1-", "c"),
    ("0+a 1+b 0-", "b"), ("0+a 1+b 3+c 0-", "bc"),
    // What an ancestor says after that is older all the same.
    ("1- 0+a", ""), ("4- 0+a 1+b 3+c 4+d", "d"), ("0+a 4- 0+b", ""),
    // Never a sibling, nor a stranger, nor what a sibling goes on with.
    ("1+a 2-", "a"), ("2+a 1-", "a"), ("0+a 1+b 2+c 1-", "c"), ("3+a 2-", "a"), ("2+a 4-", "a"),
    ("5+a 0- 1- 2- 4-", "a"), ("0+a 5-", "a"), ("0+a 1+b 2+a 1-", "a"),
    // Carried over, an engagement is as old as it was.
    ("0+a 1~a", "a"), ("1~a", "a"), ("0+a 0- 1~a", ""), ("0- 1~a", ""), ("0- 3~a", ""),
    ("1- 1~a", ""), ("1- 3~a", ""), ("0+a 1~a 1-", ""), ("1- 2~a", "a"), ("2- 1~a 3~b", "ab"),
    ("1~a 2-", "a"), ("0+a 1~a 2-", "a"), ("3- 1~a", ""),
    // Newly made, it brings the vouch back, for itself only and also further down.
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
    ("0+a 0- 0+b", "1~b 3-", "2~a 2~b"),
  ])
  func `adds up to the same in whatever order sibling epochs are heard`(
    root: String, one: String, other: String
  ) {
    let orders = Self.interleavings(Said.all(one), Said.all(other))
    let outcomes = Set(orders.map { Said.live(Said.all(root) + $0) })
    #expect(orders.count > 3)
    #expect(outcomes.count == 1, "\(outcomes)")
  }

  private func apply(_ said: Said, to state: inout LineageState) -> Int {
    if said.isWithdrawal {
      return state.withdrawn(tag: 7, epoch: said.epoch, epochs: Tree()).distinctDelta
    }
    let usually = state.engagedUsually(
      tag: 7, day: 16_000, content: said.content, epoch: said.epoch, isCarried: said.isCarried)
    switch usually.vouch {
    case .vouchesAnew: return 1
    case .vouchesAlready: return 0
    case .isNotUsual:
      return state.engaged(
        tag: 7, day: 16_000, content: said.content, epoch: said.epoch, isCarried: said.isCarried,
        epochs: Tree()
      ).change.distinctDelta
    }
  }

  /// The usual case is kept as one number; whatever it turns into has to know the same.
  @Test(arguments: [
    "0+a", "0+a 0+a", "0+a 0+b 0-", "0+a 0- 0+a", "0+a 1-", "0+a 1~a 1- 1~a 1+b", "1+a 0+a 0-",
    "0- 0+a 1~a 2+b 2-", "0+a 0- 1~a",
  ])
  func `is the same in the short form, in the long one, and read back from its row`(
    said: String
  ) throws {
    var state = LineageState(name: Sample.lineage, rootEpoch: 0)
    var distinct = 0
    for one in Said.all(said) {
      distinct += apply(one, to: &state)
      var row = ByteWriter()
      row.name(Sample.lineage)
      state.write(to: &row)
      state = try row.bytes.reading(subject: "a row") { reader throws(FormatError) in
        try LineageState(rowFrom: &reader)
      }
    }
    let live = state.contents(of: 7).map { String(UnicodeScalar(UInt8($0) + 97)) }.joined()
    #expect(live == Said.live(Said.all(said)))
    #expect(distinct == (live.isEmpty ? 0 : 1))
    #expect(state.contents(of: 8) == [])
  }
}
