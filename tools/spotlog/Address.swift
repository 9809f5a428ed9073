import Foundation
import JournalFormat
import JournalStore

/// The address of a server as people give it.
enum Address {
  static func url(_ text: String) throws -> URL {
    guard let url = URL(string: text) else {
      throw Failure(
        .usage, "\"\(text.printable)\" is no address. Write http://HOST:PORT or https://HOST.")
    }
    return url
  }
}

/// A token in a file.
enum SecretFile {
  private static let byteCountMax = 8_192

  /// The text without the line end.
  static func read(_ path: String) throws -> String {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try FileSystem.read(path, atMost: byteCountMax) ?? []
    } catch {
      throw Failure(.badInput, "\(error). Name the file that holds the token.")
    }
    let text = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else {
      throw Failure(
        .noSuchFile, "\(path) is empty or not there. Name the file that holds the token.")
    }
    return text
  }
}
