import JournalFormat
import JournalVectors
import Sync
import TestSupport
import Testing

@Suite("Every layout") struct RoundTripTests {
  static let vectors = (try? ValidVectors.all()) ?? [:]
  static let names = vectors.keys.sorted()

  /// An event is Protocol Buffers, of which a prefix may be a smaller event.
  /// A cloud's witness is a file of records, of which the last may be torn.
  static let namesOfFixedLayouts = names.filter {
    !$0.hasPrefix("event") && $0 != "cloud-witness"
  }

  @Test(arguments: namesOfFixedLayouts)
  func `refuses every prefix of itself`(name: String) throws {
    let layout = try #require(Layout.of(name))
    let whole = try #require(Self.vectors[name])
    for count in whole.indices {
      #expect(throws: FormatError.self, "the first \(count) bytes were read") {
        try layout.rewrite(Array(whole[..<count]))
      }
    }
  }

  @Test(arguments: names.filter { $0.hasPrefix("event") })
  func `of an event reads a prefix as an event or refuses it`(name: String) throws {
    let layout = try #require(Layout.of(name))
    let whole = try #require(Self.vectors[name])
    for count in whole.indices {
      let prefix = Array(whole[..<count])
      do throws(FormatError) {
        let again = try layout.rewrite(prefix)
        #expect(again.count <= count)
      } catch {
        #expect([.truncated, .malformed].contains(error.code))
      }
    }
  }

  @Test(arguments: namesOfFixedLayouts)
  func `refuses a byte after itself`(name: String) throws {
    let layout = try #require(Layout.of(name))
    let whole = try #require(Self.vectors[name])
    #expect(throws: FormatError.self) { try layout.rewrite(whole + [0]) }
  }

  // A batch is rebuilt to be written again; see the tests of damaged batches.
  @Test(arguments: names.filter { !$0.hasPrefix("batch") })
  func `never reads a flipped bit as the same value`(name: String) throws {
    let layout = try #require(Layout.of(name))
    let whole = try #require(Self.vectors[name])
    let first = try layout.rewrite(whole)
    for offset in whole.indices {
      for bit in 0..<8 {
        let flipped = ByteEditor(whole).flipping(offset, bit: bit)
        guard let again = try? layout.rewrite(flipped) else { continue }
        #expect(again != first, "bit \(bit) of byte \(offset) says nothing")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `with random fields is read as what was written`(seed: UInt64) throws {
    var dice = SplitMix64(seed)
    for _ in 0..<50 {
      let grant = RandomValues.grant(&dice)
      #expect(try Grant(bytes: grant.bytes) == grant)
      let receipt = RandomValues.receipt(&dice)
      #expect(try Receipt(bytes: receipt.bytes) == receipt)
      let witness = RandomValues.witness(&dice)
      #expect(try Witness(bytes: witness.bytes) == witness)
      let cloudWitness = RandomValues.cloudWitness(&dice)
      #expect(try CloudWitness(bytes: cloudWitness.bytes) == cloudWitness)
      let header = RandomValues.header(&dice)
      #expect(try EntryHeader(bytes: header.bytes) == header)
      let control = RandomValues.control(&dice)
      #expect(try ControlEntry(kind: .control(control.kind), payload: control.payload) == control)
      let report = RandomValues.report(&dice)
      #expect(try Report(kind: .report(report.kind), payload: report.payload) == report)
    }
  }

  @Test(arguments: [
    ("", ""), ("short", "short"),
    (String(repeating: "x", count: 2_001), String(repeating: "x", count: 2_000)),
    // Two bytes a letter after one of one: the 2,000th byte is inside a letter.
    (
      "x" + String(repeating: "\u{E9}", count: 1_100), "x" + String(repeating: "\u{E9}", count: 999)
    ),
    // One letter of a hundred thousand bytes.
    (
      "e" + String(repeating: "\u{301}", count: 50_000),
      "e" + String(repeating: "\u{301}", count: 999)
    ),
  ])
  func `bounds the message of a refusal`(message: String, kept: String) throws {
    let refusal = SyncResponse.refused(Refusal(.malformed, message))
    #expect(try SyncResponse(bytes: refusal.bytes) == .refused(Refusal(.malformed, kept)))
  }
}
