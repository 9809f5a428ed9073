#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server as a child process: started, found, watched and ended, whatever else happens.
package final class ServerProcess {
  package let processID: Int32
  package private(set) var address = LoopbackAddress(port: 0)
  /// What the server printed until it listened.
  package private(set) var announcement = ""
  private let output: Int32
  private var known: Ending?

  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// What a server prints before its address.
  private static let listening = "listening on "

  /// Starts a server and waits until it listens.
  ///
  /// - Parameters:
  ///   - environment: everything that the server finds in its environment.
  ///   - errorsPath: what it writes to standard error is added to this file.
  ///   - launcher: a program and its arguments that becomes what follows them.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], errorsPath: String,
    launcher: [String] = [], startSeconds: Double = 60
  ) throws(LoopbackError) {
    (processID, output) = try Spawn.start(
      launcher + [program] + arguments, environment: environment, errorsPath: errorsPath)
    address = try waitForAddress(program, seconds: startSeconds)
  }

  deinit {
    kill()
    Socket.end(output)
  }

  private func waitForAddress(_ program: String, seconds: Double) throws(LoopbackError)
    -> LoopbackAddress
  {
    let deadline = Monotonic.nanoseconds + UInt64(seconds * 1e9)
    var bytes: [UInt8] = []
    while Monotonic.nanoseconds < deadline {
      var poller = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&poller, 1, 100) > 0 else { continue }
      let count = Socket.receive(output) { bytes += $0 }
      announcement = String(decoding: bytes, as: UTF8.self)
      for line in announcement.split(separator: "\n").dropLast(bytes.last == 10 ? 0 : 1) {
        // One that ends again at once may have no port any more.
        guard let place = line.firstEnd(of: Self.listening),
          let address = try? LoopbackAddress(url: Self.withoutTLS(line[place...]))
        else { continue }
        return address
      }
      guard count > 0 else {
        guard case .exited(let status) = waitForEnd(seconds: 10) else { break }
        throw LoopbackError(.ended(status: status), "\(program) ended with status \(status).")
      }
    }
    kill()
    throw LoopbackError(.cannotStart, "\(program) did not say that it listens.")
  }

  /// Nothing here speaks TLS; but what is not TLS can be sent to a server that does.
  private static func withoutTLS(_ url: Substring) -> String {
    url.hasPrefix("https://") ? "http://" + url.dropFirst("https://".count) : String(url)
  }

  /// Waits until a path is answered with 200: a server may listen before it has read its files.
  package func waitForGood(_ path: String, seconds: Double = 60) throws(LoopbackError) {
    let deadline = Monotonic.nanoseconds + UInt64(seconds * 1e9)
    while Monotonic.nanoseconds < deadline {
      let isGood = (try? ask(path))?.status == 200
      // Its port may be another one's by now.
      if case .exited(let status)? = ending() {
        throw LoopbackError(.ended(status: status), "The server ended with status \(status).")
      }
      if isGood { return }
      usleep(2_000)
    }
    throw LoopbackError(.timedOut, "The server does not answer \(path) with 200.")
  }

  private func ask(_ path: String) throws(LoopbackError) -> RawAnswer {
    let connection = try RawConnection(to: address, timeoutMilliseconds: 5_000)
    try connection.send(RawRequest("GET", path))
    return try connection.receive()
  }

  // MARK: Ending

  /// How it ended; nil: it runs.
  private func ending() -> Ending? {
    if let known { return known }
    var status: Int32 = 0
    let found = waitpid(processID, &status, WNOHANG)
    // Somebody else in this process waited for it: it has ended, and nobody knows how.
    if found < 0, errno == ECHILD { status = 0x7F00 }
    guard found != 0 else { return nil }
    Orphans.remove(processID)
    let signal = status & 0x7F
    known = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    return known
  }

  package func signal(_ number: Int32) {
    guard known == nil else { return }
    Spawn.signal(processID, number)
  }

  /// Asks the server to end and waits; one that does not is ended by force. How it ended.
  @discardableResult
  package func stop(seconds: Double = 30) -> Ending {
    signal(SIGTERM)
    return waitForEnd(seconds: seconds)
  }

  /// Ends the server at once, as a loss of power would end it.
  @discardableResult
  package func kill() -> Ending {
    signal(SIGKILL)
    return waitForEnd(seconds: 10)
  }

  /// Ends every server that this process has started, for one that is asked to end itself.
  ///
  /// - Parameter rest: done before another one can be started.
  package static func killAll(then rest: () -> Void) { Spawn.endAll(then: rest) }

  /// Waits for the server's own end; after the time it is ended by force.
  package func waitForEnd(seconds: Double) -> Ending {
    let deadline = Monotonic.nanoseconds + UInt64(seconds * 1e9)
    while true {
      if let ending = ending() { return ending }
      if Monotonic.nanoseconds >= deadline { Spawn.signal(processID, SIGKILL) }
      usleep(2_000)
    }
  }
}

extension Substring {
  /// Where `text` ends for the first time.
  fileprivate func firstEnd(of text: String) -> Index? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(text) { return index(place, offsetBy: text.count) }
      place = index(after: place)
    }
    return nil
  }
}
