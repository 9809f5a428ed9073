#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A connection over which anything can be sent. Blocking, with a limit on every wait; for one
/// thread.
package final class RawConnection {
  private var descriptor: Int32
  private var parser = AnswerParser()
  /// Interim answers (100 Continue) that came before the last answer.
  package private(set) var interim: [RawAnswer] = []

  /// - Parameters:
  ///   - client: the address that it comes from.
  ///   - timeoutMilliseconds: how long any one send or receive may wait.
  ///   - receiveByteCountMax: what the system keeps of answers that are not read; nil: as it likes.
  package init(
    to address: LoopbackAddress, from client: LoopbackAddress.Client = .first,
    timeoutMilliseconds: Int = 20_000, receiveByteCountMax: Int? = nil
  ) throws(LoopbackError) {
    guard let made = Socket.make() else {
      throw LoopbackError(.cannotConnect, "There is no descriptor left. Raise `ulimit -n`.")
    }
    descriptor = made
    Socket.setTimeouts(made, milliseconds: timeoutMilliseconds)
    if let receiveByteCountMax {
      Socket.set(made, SOL_SOCKET, SO_RCVBUF, Int32(receiveByteCountMax))
    }
    let isFirst = client == .first
    var error = isFirst ? 0 : Socket.bind(made, to: client)
    if error == 0 { error = Socket.connect(made, to: address) }
    // `deinit` closes it: a second close would be of what another thread has opened by then.
    guard error == 0 else {
      throw LoopbackError(.cannotConnect, "\(address) does not answer: \(Socket.text(error)).")
    }
  }

  deinit { close() }

  package func send(_ request: RawRequest) throws(LoopbackError) { try send(request.bytes) }

  package func send(_ bytes: [UInt8]) throws(LoopbackError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Socket.send(descriptor, rest, [])
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw errno == EAGAIN
          ? LoopbackError(.timedOut, "The server takes no more bytes.")
          : LoopbackError(.closedByPeer, "The server took no more bytes: \(Socket.text(errno)).")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends pieces with a pause after each, until all are sent or the server said something or
  /// closed; whether all were sent.
  ///
  /// A server that has answered and closed answers what still comes with a reset, which can take
  /// the answer with it: so nothing is sent after it began to speak.
  @discardableResult
  package func drip(
    _ pieces: some Sequence<[UInt8]>, pauseMilliseconds: Int
  ) throws(LoopbackError) -> Bool {
    for piece in pieces {
      if hasSomething(withinMilliseconds: 0) { return false }
      do throws(LoopbackError) { try send(piece) } catch {
        guard error.code == .closedByPeer else { throw error }
        return false
      }
      if hasSomething(withinMilliseconds: pauseMilliseconds) { return false }
    }
    return true
  }

  /// The next answer that is not an interim one.
  ///
  /// - Parameter hasBody: false for an answer to `HEAD`.
  package func receive(hasBody: Bool = true) throws(LoopbackError) -> RawAnswer {
    interim = []
    while true {
      let answer = try receiveAny(hasBody: hasBody)
      if answer.status >= 200 { return answer }
      interim.append(answer)
    }
  }

  /// The next answer, also an interim one.
  package func receiveAny(hasBody: Bool = true) throws(LoopbackError) -> RawAnswer {
    while true {
      if let answer = try parser.next(hasBody: hasBody) { return answer }
      guard try read() else {
        if let answer = try parser.next(isClosed: true, hasBody: hasBody) { return answer }
        throw LoopbackError(
          .closedByPeer,
          "The server closed the connection "
            + (parser.hasRest ? "within its answer." : "without an answer."))
      }
    }
  }

  /// Whether the server closes the connection within the time, with nothing more said.
  package func isClosed(withinMilliseconds: Int) -> Bool {
    guard hasSomething(withinMilliseconds: withinMilliseconds) else { return false }
    return Socket.receive(descriptor) { parser.append($0) } <= 0
  }

  /// Says that nothing more will be sent; answers can still come.
  package func finishSending() { Socket.finishSending(descriptor) }

  /// Ends the connection as the end of a process would.
  package func reset() {
    Socket.setReset(descriptor)
    close()
  }

  package func close() {
    guard descriptor >= 0 else { return }
    Socket.end(descriptor)
    descriptor = -1
  }

  /// False: the server closed the connection.
  private func read() throws(LoopbackError) -> Bool {
    while true {
      let count = Socket.receive(descriptor) { parser.append($0) }
      if count < 0, errno == EINTR { continue }
      // A reset is an end too: the server dropped what it did not want to read.
      if count == 0 || count < 0 && errno == ECONNRESET { return false }
      guard count > 0 else {
        throw LoopbackError(.timedOut, "The server says nothing: \(Socket.text(errno)).")
      }
      return true
    }
  }

  /// Bytes to read, or the end of the connection.
  private func hasSomething(withinMilliseconds: Int) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&poller, 1, Int32(withinMilliseconds)) > 0
  }
}
