internal import CZlib
internal import Foundation

/// An archive of tar, compressed by gzip: the form of much public test data.
package struct Archive {
  /// Names and contents of its ordinary files, in their order.
  package let files: [(name: String, bytes: [UInt8])]

  package enum Failure: Error { case notGzip, cut }

  package init(path: String) throws {
    let packed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let tar = try Self.inflated(packed)
    var files: [(String, [UInt8])] = []
    var at = 0
    while at + 512 <= tar.count, tar[at] != 0 {
      let header = tar[at..<at + 512]
      let size = Int(Self.text(header, 124, 12).prefix { "01234567".contains($0) }, radix: 8) ?? 0
      guard at + 512 + size <= tar.count else { throw Failure.cut }
      let folder = Self.text(header, 345, 155)
      let name = Self.text(header, 0, 100)
      let isFile = header[at + 156] == 0 || header[at + 156] == UInt8(ascii: "0")
      if isFile {
        files.append(
          (folder.isEmpty ? name : folder + "/" + name, Array(tar[(at + 512)..<(at + 512 + size)])))
      }
      at += 512 + (size + 511) / 512 * 512
    }
    self.files = files
  }

  private static func text(_ header: ArraySlice<UInt8>, _ start: Int, _ count: Int) -> String {
    let field = header.dropFirst(start).prefix(count)
    return String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// What gzip packed.
  package static func inflated(_ packed: [UInt8]) throws -> [UInt8] {
    var stream = z_stream()
    inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    var packed = packed
    var output: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    return try packed.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      var status = Z_OK
      repeat {
        let count = room.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = UInt32(room.count)
          status = CZlib.inflate(&stream, Z_NO_FLUSH)
          return room.count - Int(stream.avail_out)
        }
        guard status == Z_OK || status == Z_STREAM_END else { throw Failure.notGzip }
        output += room[..<count]
      } while status != Z_STREAM_END
      return output
    }
  }
}

extension RealData {
  /// The path of a file of the public test data for the web, which lies beside the real data. Nil
  /// when it is not there.
  package static func webPath(_ name: String) -> String? { path("../web/" + name) }
}
