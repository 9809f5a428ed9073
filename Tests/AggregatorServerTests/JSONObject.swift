#if Server
  import Foundation
  import Hummingbird
  import NIOCore
  import TestSupport
  import Testing

  @testable import AggregatorServer

  /// JSON as any client reads it.
  typealias JSONObject = [String: Any]

  func object(_ bytes: [UInt8]) throws -> JSONObject {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? JSONObject)
  }

  func encoded(_ value: some Encodable) throws -> JSONObject { try object(JSONBody.bytes(value)) }

  extension Response {
    /// Everything that the body writes.
    func bytes() async throws -> [UInt8] {
      let collected = Collected()
      try await body.write(Collector(collected: collected))
      return collected.bytes
    }
  }

  private final class Collected: @unchecked Sendable {
    var bytes: [UInt8] = []
  }

  private struct Collector: ResponseBodyWriter {
    let collected: Collected

    mutating func write(_ buffer: ByteBuffer) async throws {
      collected.bytes += Array(buffer.readableBytesView)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }

  extension TemporaryFolder {
    /// Writes a file into the folder: its path.
    @discardableResult
    func write(_ text: String, to name: String, permissions: Int? = nil) throws -> String {
      let path = file(name)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      if let permissions {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
      }
      return path
    }

    /// Writes a shell's program that can be run at once: its path.
    ///
    /// Another process writes it. One that any test of this process starts meanwhile would have the
    /// file open for a moment, and a file that somebody may write is not run.
    func program(_ script: String, _ name: String) throws -> String {
      let text = try write("#!/bin/sh\n" + script + "\n", to: name + ".text", permissions: 0o700)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/cp")
      process.arguments = ["-p", text, file(name)]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return file(name)
    }
  }
#endif
