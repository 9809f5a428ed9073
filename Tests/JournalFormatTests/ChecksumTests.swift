internal import CHashes
import JournalFormat
import Testing

/// CRC-32C by the processor's instruction, against the standard's examples and the portable way.
@Suite("A checksum") struct ChecksumTests {
  /// From RFC 3720, B.4, and the check value of the catalogue of CRCs.
  static let examples: [(bytes: [UInt8], value: UInt32)] = [
    ([], 0),
    (Array("123456789".utf8), 0xe306_9283),
    (Array(repeating: 0, count: 32), 0x8a91_36aa),
    (Array(repeating: 0xff, count: 32), 0x62a8_ab43),
    (Array(0..<32), 0x46dd_794e),
    (Array((0..<32).reversed()), 0x113f_db5c),
  ]

  @Test(arguments: examples) func `is what the standard says, both ways`(
    example: (bytes: [UInt8], value: UInt32)
  ) {
    #expect(Checksum(of: example.bytes).value == example.value)
    #expect(spotlog_crc32c_portable(0, example.bytes, example.bytes.count) == example.value)
  }

  @Test func `is the portable one, whatever the length and alignment`() {
    var random = SplitMix64(32)
    let bytes = (0..<100).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    for start in 0..<16 {
      for count in 0..<(bytes.count - start) {
        bytes.withUnsafeBytes {
          let slice = UnsafeRawBufferPointer(rebasing: $0[start..<start + count])
          var checksum = Checksum()
          checksum.update(slice)
          let expected = spotlog_crc32c_portable(0, slice.baseAddress, count)
          #expect(checksum.value == expected, "\(count) bytes from \(start)")
        }
      }
    }
  }

  @Test func `continues from part to part`() {
    let bytes = Array(0..<UInt8(100))
    for cut in 0...100 {
      var checksum = Checksum()
      for part in [bytes[..<cut], bytes[cut...]] {
        part.withUnsafeBytes { checksum.update($0) }
      }
      #expect(checksum.value == Checksum(of: bytes).value)
    }
  }

  /// Every flipped bit is found, as of any CRC.
  @Test func `of other bytes is another`() {
    let bytes = Array(0..<UInt8(40))
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << (bit % 8)
      #expect(Checksum(of: damaged) != Checksum(of: bytes))
    }
  }
}
