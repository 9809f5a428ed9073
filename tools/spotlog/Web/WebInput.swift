import Foundation
import JournalFormat
import WebAddress

/// Files and addresses that the web's commands are given.
enum WebInput {
  /// The bytes of a file. One that is larger is read up to one byte more than `byteCountMax`.
  static func read(_ path: String, byteCountMax: Int) throws -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: path) else {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw Failure(
        .noSuchFile,
        isThere
          ? "\(path.printable): it may not be read. Check its permissions."
          : "\(path.printable): there is no such file. Check the path.")
    }
    defer { try? file.close() }
    do { return [UInt8](try file.read(upToCount: byteCountMax + 1) ?? Data()) } catch {
      throw Failure(.badInput, "\(path.printable): it cannot be read. Give a file.")
    }
  }

  static func url(_ text: String) throws -> WebURL {
    do throws(WebURLProblem) { return try WebURL(parsing: text) } catch {
      throw Failure(.badInput, "\(text.printable) \(error.reason).")
    }
  }
}
