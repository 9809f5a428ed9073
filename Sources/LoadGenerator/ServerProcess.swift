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
  private var ending: Ending?

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
  ) throws(LoadError) {
    (processID, output) = try Spawn.start(
      launcher + [program] + arguments, environment: environment, errorsPath: errorsPath)
    Orphans.add(processID)
    address = try waitForAddress(program, seconds: startSeconds)
  }

  deinit {
    kill()
    Socket.end(output)
  }

  private func waitForAddress(_ program: String, seconds: Double) throws(LoadError)
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
        guard let place = line.firstEnd(of: Self.listening) else { continue }
        return try LoopbackAddress(url: line[place...])
      }
      guard count > 0 else {
        guard case .exited(let status) = waitForEnd(seconds: 10) else { break }
        throw LoadError(.ended(status: status), "\(program) ended with status \(status).")
      }
    }
    kill()
    throw LoadError(.cannotStart, "\(program) did not say that it listens.")
  }

  // MARK: Ending

  package func signal(_ number: Int32) {
    guard ending == nil else { return }
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

  /// Waits for the server's own end; after the time it is ended by force.
  package func waitForEnd(seconds: Double) -> Ending {
    if let ending { return ending }
    let deadline = Monotonic.nanoseconds + UInt64(seconds * 1e9)
    var status: Int32 = 0
    while waitpid(processID, &status, WNOHANG) == 0 {
      if Monotonic.nanoseconds >= deadline { Spawn.signal(processID, SIGKILL) }
      usleep(2_000)
    }
    Orphans.remove(processID)
    let signal = status & 0x7F
    let ending = signal == 0 ? Ending.exited(status >> 8 & 0xFF) : .killed(signal: signal)
    self.ending = ending
    return ending
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
