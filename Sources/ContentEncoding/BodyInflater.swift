internal import CZlib

/// Why an encoded body has no plain one.
package enum ContentEncodingProblem: Error, Hashable, Sendable {
  /// More bytes come out than the bound.
  case tooLarge
  case noMemory
}

/// Undoes a body's content encoding, gzip or deflate, and stops at the first byte over the bound:
/// a bomb costs what a body may cost, and nothing is ever inflated twice.
package enum BodyInflater {
  /// - Parameter bound: bytes that may come out.
  /// - Returns: nil when the bytes are not of that encoding, or end early, or go on after it.
  package static func inflate(
    _ bytes: [UInt8], atMost bound: Int
  ) throws(ContentEncodingProblem) -> [UInt8]? {
    var stream = z_stream()
    // 15 + 32: the largest window; gzip or zlib, as the stream's first bytes say.
    let isReady = inflateInit2_(
      &stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard isReady == Z_OK else { throw .noMemory }
    defer { inflateEnd(&stream) }
    var bytes = bytes
    var output: [UInt8] = []
    var result = Z_OK
    bytes.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while result == Z_OK, output.count <= bound {
        // Grows with what really comes out: room for the bound would be the bomb's work done.
        let room = min(max(4_096, output.count), bound + 1 - output.count)
        result = step(&stream, into: &output, room: room)
      }
    }
    guard output.count <= bound else { throw .tooLarge }
    return result == Z_STREAM_END && stream.avail_in == 0 ? output : nil
  }

  private static func step(
    _ stream: inout z_stream, into output: inout [UInt8], room: Int
  ) -> Int32 {
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: room))
    let result = output.withUnsafeMutableBufferPointer { buffer in
      stream.next_out = buffer.baseAddress! + start
      stream.avail_out = UInt32(room)
      return CZlib.inflate(&stream, Z_NO_FLUSH)
    }
    output.removeLast(Int(stream.avail_out))
    // Nothing more comes in and nothing came out: the stream ends early.
    return result == Z_OK && stream.avail_out > 0 && stream.avail_in == 0 ? Z_DATA_ERROR : result
  }
}
