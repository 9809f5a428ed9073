internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A server for one test: takes connections of this machine and answers each request as its script
/// says, byte by byte if need be.
package final class ScriptedServer: @unchecked Sendable {
  /// A request as it came.
  package struct Request: Sendable {
    package let method: String
    /// With the query.
    package let path: String
    /// By their names in lower case.
    package let headers: [String: String]
    package let body: [UInt8]
  }

  /// What is done about a request.
  package enum Step: Sendable {
    case send([UInt8])
    case wait(milliseconds: UInt32)
    /// Nothing is sent, for as long as the other side stays.
    case keepSilent
    case close
  }

  package let port: UInt16
  private let listener: Int32
  private let script: @Sendable (Request) -> [Step]
  private let lock = NSLock()
  private var heard: [Request] = []
  private var connections: [Int32] = []
  private var isOver = false

  /// Listens on a port of the system's choice.
  package init(_ script: @escaping @Sendable (Request) -> [Step]) throws {
    self.script = script
    listener = socket(AF_INET, Self.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isListening else { throw CocoaError(.fileWriteUnknown) }
    let thread = Thread { [self] in takeConnections() }
    thread.start()
  }

  private static var stream: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  package var address: String { "http://127.0.0.1:\(port)" }

  /// Requests so far, in the order in which they were whole.
  package var requests: [Request] { lock.withLock { heard } }

  /// Ends it; the server is gone for anyone who asks then.
  package func stop() {
    lock.withLock {
      isOver = true
      for connection in connections { shutdown(connection, Int32(SHUT_RDWR)) }
      connections = []
    }
    shutdown(listener, Int32(SHUT_RDWR))
    // Elsewhere the thread that takes connections closes it: closed here, its number could be
    // another server's when that thread asks for the next connection.
    #if canImport(Darwin)
      close(listener)
    #endif
  }

  private func takeConnections() {
    #if !canImport(Darwin)
      defer { close(listener) }
    #endif
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      let isTaken = lock.withLock {
        if !isOver { connections.append(connection) }
        return !isOver
      }
      guard isTaken else {
        close(connection)
        continue
      }
      let thread = Thread { [self] in
        serve(connection)
        lock.withLock { connections.removeAll { $0 == connection } }
        close(connection)
      }
      thread.start()
    }
  }

  private func serve(_ connection: Int32) {
    var rest: [UInt8] = []
    while let request = Self.readRequest(from: connection, &rest) {
      lock.withLock { heard.append(request) }
      for step in script(request) {
        switch step {
        case .send(let bytes): guard Self.send(bytes, to: connection) else { return }
        case .wait(let milliseconds): usleep(milliseconds * 1_000)
        case .keepSilent:
          var byte: UInt8 = 0
          while recv(connection, &byte, 1, 0) > 0 {}
          return
        case .close: return
        }
      }
    }
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = rest.withUnsafeBytes {
        #if canImport(Glibc)
          Glibc.send(connection, $0.baseAddress, $0.count, flags)
        #elseif canImport(Musl)
          Musl.send(connection, $0.baseAddress, $0.count, flags)
        #else
          Darwin.send(connection, $0.baseAddress, $0.count, flags)
        #endif
      }
      guard count > 0 else { return false }
      rest.removeFirst(count)
    }
    return true
  }

  private static func readRequest(from connection: Int32, _ rest: inout [UInt8]) -> Request? {
    var head: Range<Int>?
    var bodyByteCount = 0
    var lines: [Substring] = []
    while true {
      if head == nil, let end = Data(rest).range(of: Data("\r\n\r\n".utf8)) {
        head = end
        lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        bodyByteCount = Int(headers(lines)["content-length"] ?? "") ?? 0
      }
      if let head, rest.count >= head.upperBound + bodyByteCount {
        let end = head.upperBound + bodyByteCount
        let words = (lines.first ?? "").split(separator: " ").map(String.init)
        let request = Request(
          method: words.first ?? "", path: words.count > 1 ? words[1] : "",
          headers: headers(lines), body: Array(rest[head.upperBound..<end]))
        rest.removeFirst(end)
        return request
      }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(connection, &bytes, bytes.count, 0)
      guard count > 0 else { return nil }
      rest += bytes[..<count]
    }
  }

  private static func headers(_ lines: [Substring]) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    return headers
  }
}

extension ScriptedServer.Step {
  /// A whole answer.
  package static func answer(
    _ status: Int, _ mediaType: String, _ body: [UInt8], headers: [String] = []
  ) -> Self {
    let lines =
      ["HTTP/1.1 \(status) Answer", "Content-Type: \(mediaType)", "Content-Length: \(body.count)"]
      + headers
    return .send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
  }

  package static func json(_ text: String, status: Int = 200) -> Self {
    .answer(
      status, status == 200 ? "application/json" : "application/problem+json", Array(text.utf8))
  }
}
