import Foundation
import JournalFormat
import JournalStore
import SyncHTTP

/// The address of a server as people give it.
enum Address {
  static func url(_ text: String) throws -> URL {
    guard let url = URL(string: text) else {
      throw Failure(
        .usage, "\"\(text.printable)\" is not an address. Write http://HOST:PORT or https://HOST.")
    }
    return url
  }

  /// Who asks the server there. Says where others on the way can read along: all commands that
  /// speak with a server begin here.
  ///
  /// - Parameter token: the operator's; nil: the routes need none.
  static func client(
    _ url: URL, token: String? = nil, timeout: Duration = .seconds(30), connections: Int = 6
  ) throws -> CloudClient {
    let client = try CloudClient(
      url: url, token: token, timeout: timeout, connections: connections)
    if client.isExposed {
      let what = token == nil ? "what is sent" : "the operator's token"
      Terminal.complain(
        "warning: the connection to \(client.text) has no TLS, so others on the way can read "
          + "\(what). Give an address that begins with https://")
    }
    return client
  }
}

/// A token or a key in a file.
enum SecretFile {
  private static let byteCountMax = 8_192

  /// A token of a file, or of the environment where no file is named: never of an argument, which
  /// everybody on the machine can read.
  ///
  /// - Returns: nil when there is none.
  static func token(_ path: String?, or variable: String) throws -> String? {
    if let path { return try read(path, as: "the token") }
    let token = ProcessInfo.processInfo.environment[variable] ?? ""
    return token.isEmpty ? nil : token
  }

  /// The bytes of a key.
  static func key(_ path: String) throws -> [UInt8] {
    guard let bytes = try FileSystem.read(path, atMost: 1_024) else {
      throw Failure(.noSuchFile, "There is no key at \(path). Check the path.")
    }
    return bytes
  }

  /// The text without the line end.
  ///
  /// - Parameter what: what the file should hold, for people.
  static func read(_ path: String, as what: String) throws -> String {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try FileSystem.read(path, atMost: byteCountMax) ?? []
    } catch {
      throw Failure(.badInput, "\(error). Name the file that holds \(what).")
    }
    let text = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else {
      throw Failure(
        .noSuchFile, "\(path) is empty or not there. Name the file that holds \(what).")
    }
    return text
  }
}
