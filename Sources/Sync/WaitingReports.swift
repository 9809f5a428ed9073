internal import JournalFormat

/// Which reports of a device's epoch wait for a fuller batch. Once one is sent, all before it and
/// beside it are: a batch has every report up to its last one.
struct WaitingReports: Hashable, Sendable {
  /// Reports up to here do not wait: they are due, on their way or with the cloud.
  private(set) var released: UInt64 = 0
  /// When the oldest of those after that was made; nil: there is none.
  private(set) var oldest: Timestamp?

  init(released: UInt64 = 0) { self.released = released }

  /// Reports were made.
  ///
  /// - Parameters:
  ///   - time: when the first of them was, where all of them may wait; nil: one of them may not.
  ///   - head: the last of them.
  mutating func add(oldest time: Timestamp?, through head: UInt64) {
    guard head > released else { return }
    guard let time else { return release(through: head) }
    oldest = oldest ?? time
  }

  /// None of the reports up to there wait any more.
  mutating func release(through head: UInt64) {
    released = head
    oldest = nil
  }
}
