import ContentEncoding
import JournalFormat
import TestSupport
import Testing

@Suite("A body that was compressed") struct BodyInflaterTests {
  enum Encoding: CaseIterable, Sendable {
    case gzip, deflate

    func bytes(_ plain: [UInt8]) -> [UInt8] {
      switch self {
      case .gzip: Compressed.gzip(plain)
      case .deflate: Compressed.deflate(plain)
      }
    }
  }

  private static let plain = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }

  private func inflate(
    _ bytes: [UInt8], atMost bound: Int = 1 << 20
  ) throws(ContentEncodingProblem) -> [UInt8]? {
    try BodyInflater.inflate(bytes, atMost: bound)
  }

  @Test(arguments: Encoding.allCases, [0, 1, 4_095, 4_096, 4_097, 5_000])
  func `is what it was before`(encoding: Encoding, count: Int) throws {
    let plain = Array(Self.plain.prefix(count))
    #expect(try inflate(encoding.bytes(plain)) == plain)
  }

  @Test(arguments: Encoding.allCases, [0, 1, 63, 64, 65, 4_096])
  func `may have as many bytes as the bound says, and not one more`(
    encoding: Encoding, bound: Int
  ) throws {
    let fitting = Array(Self.plain.prefix(bound))
    #expect(try inflate(encoding.bytes(fitting), atMost: bound) == fitting)
    let longer = encoding.bytes(Array(Self.plain.prefix(bound + 1)))
    let problem = #expect(throws: ContentEncodingProblem.self) {
      try inflate(longer, atMost: bound)
    }
    #expect(problem == .tooLarge)
  }

  /// A million bytes of nothing in a thousand, of which no more are looked at than are taken.
  @Test(arguments: Encoding.allCases) func `is a bomb only up to the bound`(
    encoding: Encoding
  ) throws {
    let bomb = encoding.bytes([UInt8](repeating: 0, count: 1 << 20))
    #expect(bomb.count < 2_000)
    for bound in [1_024, 100_000, (1 << 20) - 1] {
      let problem = #expect(throws: ContentEncodingProblem.self) {
        try inflate(bomb, atMost: bound)
      }
      #expect(problem == .tooLarge)
    }
    #expect(try inflate(bomb, atMost: 1 << 20)?.count == 1 << 20)
  }

  @Test(arguments: Encoding.allCases) func `is refused wherever it ends early`(
    encoding: Encoding
  ) throws {
    let bytes = encoding.bytes(Array(Self.plain.prefix(600)))
    for count in 0..<bytes.count {
      #expect(try inflate(Array(bytes.prefix(count))) == nil, "\(count) of \(bytes.count)")
    }
  }

  @Test(arguments: Encoding.allCases) func `is refused with anything behind it`(
    encoding: Encoding
  ) throws {
    let bytes = encoding.bytes(Self.plain)
    #expect(try inflate(bytes + [0]) == nil)
    #expect(try inflate(bytes + Array("more".utf8)) == nil)
    // Two that are whole are not one: a proxy may have looked at the first alone.
    #expect(try inflate(bytes + bytes) == nil)
    #expect(try inflate(bytes + encoding.bytes([])) == nil)
  }

  @Test(arguments: Encoding.allCases) func `is refused with any bit of it changed, or is the same`(
    encoding: Encoding
  ) throws {
    let plain = Array(Self.plain.prefix(100))
    let bytes = encoding.bytes(plain)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8(place % 8)
      // Of gzip's own head not all says something of the content.
      let found = try inflate(damaged)
      #expect(found == nil || found == plain, "byte \(place)")
    }
  }

  @Test(arguments: [
    [], [0], [0x1F], [0x1F, 0x8B], [0x78], [0x78, 0x9C], Array("plain text".utf8),
    [UInt8](repeating: 0, count: 1_000), [UInt8](repeating: 0xFF, count: 1_000),
    Array(Compressed.deflate(Array("neither of both".utf8)).dropFirst(2).dropLast(4)),
  ])
  func `is refused when it is of neither encoding`(bytes: [UInt8]) throws {
    #expect(try inflate(bytes) == nil)
  }

  @Test func `is inflated once`() throws {
    let once = Compressed.gzip(Self.plain)
    #expect(try inflate(Compressed.gzip(once)) == once)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `of any bytes ends within the bound`(seed: UInt64) {
    var random = SplitMix64(seed)
    let length = Int(random.below(300))
    // Half of them begin as one of the encodings does.
    let start: [UInt8] =
      seed.isMultiple(of: 2) ? [0x78, 0x9C] : [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    let bytes = start + (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    do throws(ContentEncodingProblem) {
      if let found = try inflate(bytes, atMost: 5_000) { #expect(found.count <= 5_000) }
    } catch {
      #expect(error == .tooLarge)
    }
  }
}
