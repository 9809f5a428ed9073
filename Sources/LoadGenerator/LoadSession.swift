package import Loopback

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Says what one connection sends: its last answer comes in, nil at first; nil goes out when there
/// is nothing more to send.
package typealias LoadClient = (RawAnswer?) -> RawRequest?

/// One connection of a run: what is being sent over it and what came back. Never waits.
final class LoadSession {
  enum State {
    /// No connection: before the first request, and after one that ended.
    case apart
    case connecting
    /// Connected, and nothing on its way.
    case idle
    case sending
    case waiting
    /// The server asked to come back later.
    case pausing(until: UInt64)
    case over
  }

  enum Event {
    /// Nothing yet, or only a part.
    case nothing
    case connected
    case refused
    case answered(RawAnswer)
    /// The connection ended; whether a request was on its way.
    case lost(wasBusy: Bool)
  }

  private let address: LoopbackAddress
  let client: LoadClient
  private(set) var descriptor: Int32 = -1
  var state = State.apart
  /// The request that has no answer yet.
  var request: RawRequest?
  /// When it was sent first, or was due. Nanoseconds.
  var since: UInt64 = 0
  var lastAnswer: RawAnswer?
  private var sentByteCount = 0
  private var parser = AnswerParser()

  init(address: LoopbackAddress, client: @escaping LoadClient) {
    self.address = address
    self.client = client
  }

  deinit { drop() }

  /// What to wait for.
  var pollEvents: Int16 {
    switch state {
    case .connecting, .sending: Int16(POLLOUT)
    case .idle, .waiting: Int16(POLLIN)
    case .pausing: descriptor < 0 ? 0 : Int16(POLLIN)
    case .apart, .over: 0
    }
  }

  // MARK: Connecting

  func connect() -> Event {
    drop()
    guard let made = Socket.make() else { return .refused }
    descriptor = made
    Socket.setNonBlocking(made)
    let error = Socket.connect(made, to: address)
    guard error != 0 else { return .connected }
    guard error == EINPROGRESS else {
      drop()
      return .refused
    }
    state = .connecting
    return .nothing
  }

  func drop() {
    if descriptor >= 0 { Socket.end(descriptor) }
    descriptor = -1
    parser = AnswerParser()
    sentByteCount = 0
  }

  // MARK: Sending and receiving

  /// Begins to send `request`.
  func startRequest() -> Event {
    sentByteCount = 0
    state = .sending
    return write()
  }

  /// Continues with what the descriptor is ready for.
  func advance() -> Event {
    switch state {
    case .connecting:
      guard Socket.error(descriptor) == 0 else {
        drop()
        return .refused
      }
      return .connected
    case .sending: return write()
    case .idle, .waiting: return read()
    case .pausing:
      // Nothing is on its way: a connection that ends meanwhile is reopened after the pause.
      drop()
      return .nothing
    case .apart, .over: return .nothing
    }
  }

  private func write() -> Event {
    guard let request else { return .nothing }
    let headCount = request.head.count
    while sentByteCount < headCount + request.body.count {
      let count = Socket.send(
        descriptor, request.head[min(sentByteCount, headCount)...],
        request.body[max(0, sentByteCount - headCount)...])
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return .nothing }
      // The server may have answered before it closed.
      guard count > 0 else { return read() }
      sentByteCount += count
    }
    state = .waiting
    return .nothing
  }

  private func read() -> Event {
    let count = Socket.receive(descriptor) { parser.append($0) }
    if count < 0, errno == EAGAIN || errno == EINTR { return .nothing }
    do throws(LoopbackError) {
      while let answer = try parser.next(isClosed: count <= 0) {
        if answer.status >= 200, request != nil { return .answered(answer) }
      }
    } catch {
      return .lost(wasBusy: true)
    }
    return count > 0 ? .nothing : .lost(wasBusy: request != nil)
  }
}
