internal import CZlib

/// zlib streams, as the rows of an SQLite archive have them.
enum ZlibStream {
  /// The compressed bytes, or the bytes themselves when compressing does not make them fewer.
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    let compressed = [UInt8](unsafeUninitializedCapacity: Int(size)) { output, count in
      let result = CZlib.compress(output.baseAddress, &size, bytes, UInt(bytes.count))
      precondition(result == Z_OK, "zlib could not compress: out of memory")
      count = Int(size)
    }
    return compressed.count < bytes.count ? compressed : bytes
  }

  /// The bytes that `stored` stands for; nil when they are not exactly `byteCount`.
  ///
  /// A stream that holds more is stopped at the first byte too many: a bomb costs what it claims.
  static func inflate(_ stored: [UInt8], byteCount: Int) -> [UInt8]? {
    if stored.count == byteCount { return stored }
    guard stored.count < byteCount else { return nil }
    var size = UInt(byteCount)
    var consumed = UInt(stored.count)
    var result = Z_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
      result = uncompress2(output.baseAddress, &size, stored, &consumed)
      count = result == Z_OK ? Int(size) : 0
    }
    guard result == Z_OK, bytes.count == byteCount, consumed == UInt(stored.count) else {
      return nil
    }
    return bytes
  }
}
