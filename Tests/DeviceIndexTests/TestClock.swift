import Foundation
import Synchronization

/// A clock that stands until a test moves it.
final class TestClock: Sendable {
  private let time: Mutex<Date>

  init(_ start: Date) { time = Mutex(start) }

  var now: Date {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }
}
