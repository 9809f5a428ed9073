#if Server
  import CZlib

  /// Bytes as HTTP's encodings carry them, made here without any code of the server's.
  enum Squeezed {
    enum Encoding: CaseIterable, Sendable {
      case gzip, zlib, raw

      fileprivate var window: Int32 {
        switch self {
        case .gzip: 15 + 16
        case .zlib: 15
        case .raw: -15
        }
      }
    }

    static func bytes(_ plain: [UInt8], _ encoding: Encoding) -> [UInt8] {
      var stream = z_stream()
      let isReady = deflateInit2_(
        &stream, 9, Z_DEFLATED, encoding.window, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      precondition(isReady == Z_OK, "There is memory for a test.")
      defer { deflateEnd(&stream) }
      var plain = plain
      var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(plain.count))) + 64)
      let result = plain.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { buffer in
          stream.next_in = input.baseAddress
          stream.avail_in = UInt32(input.count)
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(buffer.count)
          return deflate(&stream, Z_FINISH)
        }
      }
      precondition(result == Z_STREAM_END, "The output has room for all of it.")
      return Array(output.dropLast(Int(stream.avail_out)))
    }
  }
#endif
