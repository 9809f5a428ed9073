internal import JournalFormat

/// Where words lie in the log, and which of them are of no use.
struct LoggedContents {
  /// By the number of the log's entry: the content that it brought.
  var arrived: [UInt64: UInt32] = [:]
  /// Contents that arrived and may not be shown: fewer than k vouch, or the item is taken down.
  var hidden: Set<UInt32> = []
  /// Entries of the log with a content that changed nothing.
  var unused: Set<UInt64> = []
  /// Entries of the log that it says are redacted, and that may have their payloads still.
  var unredacted: Set<UInt64> = []
  /// Contents whose words are to leave the file at the next flush.
  var removed: Set<UInt32> = []
}

/// Words that leave.
extension CloudState {
  /// Takes back what a batch brought that loses its payload.
  ///
  /// - Parameter isNews: the batch was folded as one that has its payload.
  mutating func apply(_ redacted: ControlEntry.Redacted, isNews: Bool) {
    if isNews { logged.unredacted.insert(redacted.logNumber) }
    logged.unused.remove(redacted.logNumber)
    guard let content = logged.arrived.removeValue(forKey: redacted.logNumber) else { return }
    let tag = contents[Int(content)].tag
    contents[Int(content)].arrived = 0
    logged.hidden.remove(content)
    logged.removed.insert(content)
    markChanged(tag: Int(tag))
    vouchersChanged(content)
    changedPublicly.insert(tag)
  }

  /// Counts the reports of a batch whose payload cannot be read any more.
  mutating func countReports(of redacted: ControlEntry.Redacted, epoch: UInt32) {
    let numbers = redacted.numbers
    let retracted = epochs[Int(epoch)].retracted.count(in: numbers)
    reportCount = reportCount.addingUpTo(numbers.upperBound - numbers.lowerBound - retracted)
  }

  /// Notes which contents of a tag may not be shown now.
  mutating func noteHidden(ofTag tag: Int) {
    for content in contents(of: tag) where contents[Int(content)].arrived != 0 {
      if hasEnough(contents[Int(content)]), !tags[tag].isTakenDown {
        logged.hidden.remove(content)
      } else {
        logged.hidden.insert(content)
      }
    }
  }

  /// Entries of the log whose words are of no use now.
  var uselessContents: [UInt64] {
    logged.hidden.map { contents[Int($0)].arrived } + logged.unused
  }
}
