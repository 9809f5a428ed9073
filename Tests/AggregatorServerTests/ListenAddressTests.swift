#if Server
  import Foundation
  import NIOCore
  import TestSupport
  import Testing

  @testable import AggregatorServer

  @Suite("An address to listen on") struct ListenAddressTests {
    @Test(arguments: ["127.0.0.1", "0.0.0.0"])
    func `is free where nobody listens, and stays so`(host: String) throws {
      for _ in 0..<2 { try ListenAddress(host: host, port: 0).check() }
    }

    @Test(arguments: [
      ("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("a.example", "a.example:80"),
    ])
    func `is written as in a URL`(host: String, text: String) {
      #expect(ListenAddress(host: host, port: 80).text == text)
    }

    @Test func `that somebody has is said to be taken`() throws {
      let other = try ScriptedServer { _ in [] }
      defer { other.stop() }
      let port = try #require(other.address.split(separator: ":").last.flatMap { Int($0) })
      let error = #expect(throws: ServerError.self) {
        try ListenAddress(host: "127.0.0.1", port: port).check()
      }
      #expect(error?.code == .address)
      #expect(
        error?.message
          == "127.0.0.1:\(port) cannot be listened on (Address already in use). Choose "
          + "another port with --port, or end what has it.")
    }

    /// Names that no resolver has to be asked for, and an address that no machine has as its own.
    @Test(arguments: ["no such host", "a..b", "192.0.2.1"])
    func `that is nobody's here is said to be none`(host: String) {
      let error = #expect(throws: ServerError.self) {
        try ListenAddress(host: host, port: 80).check()
      }
      #expect(error?.code == .address)
      let message = error?.message ?? ""
      #expect(message.hasPrefix("\(host):80 cannot be listened on ("))
      #expect(
        message.hasSuffix(
          "). Name an address of this machine with --host, and a port that you may use with --port."
        ))
      for words in ["errno", "SocketAddressError", "descriptor", "(error"] {
        #expect(!message.contains(words), "\(message)")
      }
    }

    /// What listens fails later as well, when somebody else was faster.
    @Test(arguments: [
      (EADDRINUSE, "Address already in use", "Choose another port"),
      (EACCES, "Permission denied", "Name an address"),
    ])
    func `says what the system says`(code: Int32, reason: String, next: String) {
      let address = ListenAddress(host: "127.0.0.1", port: 80)
      let error = address.failure(IOError(errnoCode: code, reason: "bind(descriptor: 7)"))
      #expect(error.code == .address)
      #expect(error.message.hasPrefix("127.0.0.1:80 cannot be listened on (\(reason)). \(next)"))
    }
  }
#endif
