#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Stands between a client and a server of this machine, and breaks off the first answer to one
/// kind of request: the server has heard it and has begun to answer, and nobody gets the answer.
/// For one thread, which carries the bytes while it calls `carry`.
package final class CuttingRelay {
  package let address: LoopbackAddress
  /// Whether an answer has been broken off.
  package private(set) var hasCut = false
  /// What the client said before each answer, as it was carried.
  package private(set) var heard: [[UInt8]] = []
  private let listener: Int32
  private let server: LoopbackAddress
  private let path: [UInt8]
  private var pairs: [Pair] = []

  /// A connection of the client's, and the one to the server that goes with it.
  private struct Pair {
    let client: Int32
    let server: Int32
    /// What the client said since the server last answered.
    var asked: [UInt8] = []
  }

  /// - Parameter path: a part of the request's head; the answer to such a request is cut off.
  package init(to server: LoopbackAddress, cutting path: String) throws(LoopbackError) {
    guard let (descriptor, port) = Socket.listen() else {
      throw LoopbackError(.cannotStart, "No port of this machine is free: \(Socket.text(errno)).")
    }
    listener = descriptor
    address = LoopbackAddress(port: port)
    self.server = server
    self.path = Array(path.utf8)
  }

  deinit {
    for pair in pairs { end(pair) }
    Socket.end(listener)
  }

  /// Carries bytes in both directions until that is over, or so many seconds have passed.
  ///
  /// - Parameter onCut: called when the server has begun the answer that nobody gets, before the
  ///   client hears of it.
  package func carry(until isOver: () -> Bool, seconds: Double, onCut: () -> Void) {
    let deadline = Monotonic.nanoseconds + UInt64(seconds * 1e9)
    while !isOver(), Monotonic.nanoseconds < deadline {
      var pollers = ([listener] + pairs.flatMap { [$0.client, $0.server] }).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&pollers, nfds_t(pollers.count), 10) > 0 else { continue }
      let ready = Set(pollers.filter { $0.revents != 0 }.map(\.fd))
      for place in pairs.indices.reversed() { carry(pairs[place], at: place, ready, onCut) }
      if ready.contains(listener) { accept() }
    }
  }

  private func accept() {
    let client = systemAccept(listener, nil, nil)
    guard client >= 0 else { return }
    guard let made = Socket.make() else { return Socket.end(client) }
    guard Socket.connect(made, to: server) == 0 else {
      Socket.end(client)
      return Socket.end(made)
    }
    pairs.append(Pair(client: client, server: made))
  }

  private func carry(_ pair: Pair, at place: Int, _ ready: Set<Int32>, _ onCut: () -> Void) {
    if ready.contains(pair.client) {
      let bytes = read(from: pair.client)
      pairs[place].asked += bytes
      guard !bytes.isEmpty, write(bytes, to: pair.server) else { return drop(place) }
    }
    guard ready.contains(pair.server) else { return }
    let bytes = read(from: pair.server)
    if !hasCut, !bytes.isEmpty, pairs[place].asked.holds(path) {
      hasCut = true
      onCut()
      return drop(place)
    }
    if !pairs[place].asked.isEmpty { heard.append(pairs[place].asked) }
    pairs[place].asked = []
    guard !bytes.isEmpty, write(bytes, to: pair.client) else { return drop(place) }
  }

  private func read(from descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = Socket.receive(descriptor) { bytes += $0 }
    return bytes
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Socket.send(descriptor, rest, [])
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private func drop(_ place: Int) { end(pairs.remove(at: place)) }

  private func end(_ pair: Pair) {
    Socket.end(pair.client)
    Socket.end(pair.server)
  }
}

#if canImport(Glibc)
  private let systemAccept = Glibc.accept
  private let systemBind = Glibc.bind
  private let systemListen = Glibc.listen
#else
  private let systemAccept = Darwin.accept
  private let systemBind = Darwin.bind
  private let systemListen = Darwin.listen
#endif

extension Socket {
  /// A port of this machine that was free; nil when there is none.
  fileprivate static func listen() -> (descriptor: Int32, port: UInt16)? {
    guard let descriptor = make() else { return nil }
    var address = LoopbackAddress(port: 0).system
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        systemBind(descriptor, $0, size) == 0 && systemListen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isListening else {
      end(descriptor)
      return nil
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}

extension [UInt8] {
  fileprivate func holds(_ part: [UInt8]) -> Bool {
    guard count >= part.count else { return false }
    return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
  }
}
