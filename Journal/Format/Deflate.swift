import CZlib

/// Raw deflate streams with a preset dictionary. Keeps its buffers: make one and use it often.
package final class Deflater {
  private var stream = z_stream()

  /// - Parameter level: zlib's, 1 (fast) to 9 (small).
  package init(level: Int32 = 6) {
    // deflateInit2 is a macro that Swift cannot see. -15: a raw stream; 8: zlib's usual memory.
    let result = deflateInit2_(
      &stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(result == Z_OK, "zlib could not be initialised: out of memory")
  }

  deinit { deflateEnd(&stream) }

  package func compress(_ bytes: [UInt8], dictionary: [UInt8]) -> [UInt8] {
    deflateReset(&stream)
    deflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    var bytes = bytes
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      bytes.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(bound)
        let result = deflate(&stream, Z_FINISH)
        precondition(result == Z_STREAM_END, "deflateBound was not enough")
        count = bound - Int(stream.avail_out)
      }
    }
  }
}

/// Inflates raw deflate streams. Keeps zlib's state: make one and use it often.
package final class Inflater {
  private var stream = z_stream()

  package init() {
    let result = inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(result == Z_OK, "zlib could not be initialised: out of memory")
  }

  deinit { inflateEnd(&stream) }

  /// Inflates `bytes` to exactly the bytes of `output`.
  ///
  /// A stream that holds more is stopped at the first byte too many: a bomb costs what it claims.
  package func inflate(
    _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
    dictionary: [UInt8]
  ) throws(FormatError) {
    inflateReset(&stream)
    inflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))
    stream.next_in = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.avail_in = UInt32(bytes.count)
    stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.avail_out = UInt32(output.count)
    let result = CZlib.inflate(&stream, Z_FINISH)
    guard result == Z_STREAM_END, stream.avail_out == 0, stream.avail_in == 0 else {
      throw FormatError(
        .malformed,
        "A batch's compressed part does not inflate to the \(output.count) bytes that its header "
          + "states. The sender has to make the batch again.")
    }
  }
}
