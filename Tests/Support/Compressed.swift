internal import CZlib

/// Bytes as the encodings of HTTP carry them.
package enum Compressed {
  /// Windows of zlib: with 16 added it writes gzip's format.
  private static let gzipWindow: Int32 = 15 + 16
  private static let zlibWindow: Int32 = 15

  package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    compress([bytes], window: gzipWindow)
  }

  /// What HTTP calls "deflate": zlib's format.
  package static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    compress([bytes], window: zlibWindow)
  }

  /// So many MiB of zeros: about a thousandth of that travels.
  package static func gzipBomb(mebibytes: Int) -> [UInt8] {
    bomb(mebibytes, window: gzipWindow)
  }

  package static func deflateBomb(mebibytes: Int) -> [UInt8] {
    bomb(mebibytes, window: zlibWindow)
  }

  private static func bomb(_ mebibytes: Int, window: Int32) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    return compress(repeatElement(zeros, count: mebibytes), window: window)
  }

  private static func compress(_ pieces: some Collection<[UInt8]>, window: Int32) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var output: [UInt8] = []
    for piece in pieces { add(piece, &stream, Z_NO_FLUSH, to: &output) }
    add([], &stream, Z_FINISH, to: &output)
    return output
  }

  private static func add(
    _ piece: [UInt8], _ stream: inout z_stream, _ flush: Int32, to output: inout [UInt8]
  ) {
    var piece = piece
    var room = [UInt8](repeating: 0, count: 1 << 16)
    piece.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      repeat {
        let count = room.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = UInt32(room.count)
          CZlib.deflate(&stream, flush)
          return room.count - Int(stream.avail_out)
        }
        output += room[..<count]
      } while stream.avail_out == 0
    }
  }
}
