internal import NIOCore

/// Whether a body comes as fast as it has to, window by window. Decides; `ConnectionHandler` has
/// the clock.
///
/// Only the client's time counts: while nobody asks for more, nothing can come.
struct BodyRateCheck {
  static let window = TimeAmount.seconds(5)

  /// Bytes a second; 0: any pace will do.
  let byteRateMin: Int
  private var isComing = false
  private var byteCount = 0
  private var begun = NIODeadline.uptimeNanoseconds(0)
  /// Since when nobody asks for more; nil: somebody does.
  private var unaskedFrom: NIODeadline?
  private var unasked = TimeAmount.zero

  init(byteRateMin: Int) { self.byteRateMin = byteRateMin }

  /// Whether there is something to look at when a window ends.
  var isWatched: Bool { isComing && byteRateMin > 0 }

  mutating func onHead(at now: NIODeadline) {
    isComing = true
    resetWindow(at: now)
  }

  mutating func onBytes(_ count: Int) { byteCount += count }

  mutating func onEnd() { isComing = false }

  /// More is asked for.
  mutating func onRead(at now: NIODeadline) {
    guard let from = unaskedFrom else { return }
    unasked = unasked + (now - max(from, begun))
    unaskedFrom = nil
  }

  /// What was asked for has come.
  mutating func onReadEnd(at now: NIODeadline) { unaskedFrom = unaskedFrom ?? now }

  /// - Returns: whether the client was too slow.
  mutating func onWindowEnd(at now: NIODeadline) -> Bool {
    // A body that began within this window is judged with the next one.
    guard isWatched, now - begun >= Self.window else { return false }
    let idle = unasked + (unaskedFrom.map { now - max($0, begun) } ?? .zero)
    let seconds = Double((now - begun).nanoseconds - idle.nanoseconds) / 1e9
    let isTooSlow = Double(byteCount) < Double(byteRateMin) * seconds
    resetWindow(at: now)
    return isTooSlow
  }

  private mutating func resetWindow(at now: NIODeadline) {
    begun = now
    byteCount = 0
    unasked = .zero
  }
}
