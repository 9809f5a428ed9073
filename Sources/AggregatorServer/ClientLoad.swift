internal import Synchronization

/// How much of something each client address holds, and no address more than its share.
struct AddressShares: Hashable {
  let share: Int
  private(set) var held: [String: Int] = [:]

  init(of share: Int) { self.share = share }

  /// - Returns: false when it would be more than the share; then nothing is noted.
  mutating func reserve(_ count: Int, for address: String) -> Bool {
    let now = held[address, default: 0]
    guard count <= share - now else { return false }
    if count > 0 { held[address] = now + count }
    return true
  }

  /// What was taken is held no longer.
  mutating func release(_ count: Int, for address: String) {
    let now = held[address, default: 0] - count
    assert(now >= 0, "More was given back than was taken.")
    held[address] = now > 0 ? now : nil
  }
}

/// What clients hold of the server: connections, requests that wait, bytes of bodies. Each address
/// has a share of each, so that one cannot keep all others out.
final class ClientLoad: Sendable {
  /// A request that has begun.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: UInt64
    /// Nil: it counts for no address.
    fileprivate let address: String?
  }

  private struct State {
    var connections: AddressShares
    var requests: AddressShares
    var bytes: AddressShares
    /// By their numbers, which grow with time.
    var begun: [UInt64: ContinuousClock.Instant] = [:]
    var lastNumber: UInt64 = 0
  }

  private let state: Mutex<State>

  init(_ limits: ServerLimits) {
    state = Mutex(
      State(
        connections: AddressShares(of: limits.addressConnectionCountMax),
        // Behind a trusted proxy the requests alone tell whose they are.
        requests: AddressShares(of: limits.addressConnectionCountMax),
        bytes: AddressShares(of: limits.addressByteCountMax)))
  }

  /// - Returns: whether the address may have one more; then `closeConnection` ends it.
  func openConnection(from address: String) -> Bool {
    state.withLock { $0.connections.reserve(1, for: address) }
  }

  func closeConnection(from address: String) {
    state.withLock { $0.connections.release(1, for: address) }
  }

  /// Counts a request until `end`.
  ///
  /// - Parameter address: nil for who is always heard: the operator, who has to act while others
  ///   fill every place.
  /// - Returns: nil when as many of the address wait as may.
  func admit(from address: String?, at time: ContinuousClock.Instant) -> Ticket? {
    state.withLock { state in
      if let address, !state.requests.reserve(1, for: address) { return nil }
      state.lastNumber += 1
      state.begun[state.lastNumber] = time
      return Ticket(number: state.lastNumber, address: address)
    }
  }

  func end(_ ticket: Ticket) {
    state.withLock { state in
      state.begun[ticket.number] = nil
      if let address = ticket.address { state.requests.release(1, for: address) }
    }
  }

  func reserveBytes(_ count: Int, for address: String) -> Bool {
    state.withLock { $0.bytes.reserve(count, for: address) }
  }

  func releaseBytes(_ count: Int, for address: String) {
    state.withLock { $0.bytes.release(count, for: address) }
  }

  /// How long the oldest request has waited for its answer, with the coming of its body; nil: none
  /// waits.
  func oldestAge(at time: ContinuousClock.Instant) -> Duration? {
    let oldest = state.withLock { state in
      state.begun.keys.min().flatMap { state.begun[$0] }
    }
    return oldest.map { max(.zero, time - $0) }
  }
}
