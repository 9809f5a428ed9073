internal import NIOHTTP1

extension HTTPRequestHead {
  /// As it has to from HTTP/1.1 on, once.
  var namesItsHost: Bool { version.minor == 0 || headers["host"].count == 1 }

  /// Whether to tell the client to send its body: it waits for that, and the body is not certain to
  /// be refused. HTTP/1.0 knows no such word.
  func waitsToSend(atMost byteCountMax: Int) -> Bool {
    guard version.minor >= 1, headers.first(name: "expect")?.lowercased() == "100-continue" else {
      return false
    }
    guard let length = headers.first(name: "content-length") else { return true }
    return Int(length).map { $0 <= byteCountMax } ?? false
  }
}

extension ExchangeMachine.Wish {
  init(_ head: HTTPRequestHead) {
    // What follows a wish for another protocol is not HTTP to the decoder, whatever the answer: it
    // would keep all of it.
    guard head.isKeepAlive, head.method != .CONNECT, !head.headers.contains(name: "upgrade") else {
      self = .end
      return
    }
    self = head.version == .http1_0 ? .keepAndSaySo : .keep
  }
}
