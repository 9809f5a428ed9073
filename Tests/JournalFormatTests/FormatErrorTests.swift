import JournalFormat
import TestSupport
import Testing

@Suite("A format error") struct FormatErrorTests {
  private static func error(of vector: RefusedVector) throws -> FormatError? {
    guard case .error = vector.reason else { return nil }
    let layout = try #require(Layout.of(vector.name))
    return #expect(throws: FormatError.self) { try layout.rewrite(vector.bytes) }
  }

  @Test(arguments: FormatErrorMessage.all)
  func `says what is wrong`(row: FormatErrorMessage) throws {
    let vector = try #require(try RefusedVector.all().first { $0.name == row.vector })
    let error = try #require(try Self.error(of: vector))
    #expect(error.message == row.message)
    #expect(error.description == row.message)
  }

  @Test func `has a row for everything that readers say`() throws {
    let known = Set(FormatErrorMessage.all.map(\.message))
    for vector in try RefusedVector.all() {
      if let error = try Self.error(of: vector) {
        #expect(known.contains(error.message), "\(vector.name)")
      }
    }
  }

  @Test func `of every code has a row, but for encryption, which the store refuses`() throws {
    let codes = try RefusedVector.all().compactMap { vector -> String? in
      guard case .error(let code) = vector.reason else { return nil }
      return Self.name(code)
    }
    #expect(
      Set(codes) == [
        "truncated", "trailing bytes", "not this format", "unknown version", "unknown codec",
        "unknown dictionary", "unknown kind", "checksum", "too large", "not UTF-8", "malformed",
      ])
  }

  /// A case that is new has to be named here, and then to have a vector.
  private static func name(_ code: FormatError.Code) -> String {
    switch code {
    case .truncated: "truncated"
    case .trailingBytes: "trailing bytes"
    case .notThisFormat: "not this format"
    case .unknownVersion: "unknown version"
    case .unknownCodec: "unknown codec"
    case .unknownDictionary: "unknown dictionary"
    case .unknownKind: "unknown kind"
    case .unknownEncryption: "unknown encryption"
    case .checksum: "checksum"
    case .tooLarge: "too large"
    case .notUTF8: "not UTF-8"
    case .malformed: "malformed"
    }
  }
}
