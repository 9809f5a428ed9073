internal import CHashes
import Crypto
import JournalFormat
import Testing

/// SHA-256 by the processor's own instructions, against the library and the standard's examples.
@Suite("A digest") struct DigestTests {
  /// From FIPS 180-4.
  static let examples: [(message: [UInt8], digest: String)] = [
    ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]

  @Test(arguments: examples) func `is what the standard says`(
    example: (message: [UInt8], digest: String)
  ) {
    #expect(Digest(of: example.message).description == example.digest)
  }

  /// The standard's long example: a million times "a".
  @Test func `of many blocks is what the standard says`() {
    let message = Array(repeating: UInt8(ascii: "a"), count: 1_000_000)
    let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(Digest(of: message).description == expected)
  }

  /// Every length around the ends of blocks, at every alignment that a buffer can have.
  @Test func `is the library's, whatever the length and alignment`() {
    var random = SplitMix64(256)
    let bytes = (0..<400).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    for start in 0..<16 {
      for count in 0..<(bytes.count - start) {
        let slice = Array(bytes[start..<start + count])
        let expected = SHA256.hash(data: slice).withUnsafeBytes { Digest(readingFrom: $0) }
        let found = bytes.withUnsafeBytes {
          Digest(of: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
        }
        #expect(found == expected, "\(count) bytes from \(start)")
      }
    }
  }

  /// What the C function says of itself: a refusal leaves the digest alone.
  @Test func `that the processor cannot make is left alone`() {
    var digest = [UInt8](repeating: 7, count: 32)
    let isTaken = spotlog_sha256("abc", 3, &digest)
    #expect(isTaken ? digest[0] == 0xba : digest == [UInt8](repeating: 7, count: 32))
  }
}
