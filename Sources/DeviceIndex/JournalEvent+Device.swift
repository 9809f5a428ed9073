internal import Foundation
internal import JournalFormat

/// The events that a device makes itself.
extension JournalEvent {
  /// What a private journal begins with: the secret of a new lineage.
  static func begun(by program: String, using random: inout Dice) -> JournalEvent {
    var secret = ByteWriter()
    for _ in 0..<4 { secret.integer(random.next() as UInt64) }
    var event = JournalEvent()
    event.journalBegun.lineageSecret = .init(secret.bytes)
    event.journalBegun.createdBy = program
    return event
  }

  static func expired(_ expiry: JournalItemsExpired) -> JournalEvent {
    var event = JournalEvent()
    event.itemsExpired = expiry
    return event
  }

  static func shown(_ shown: JournalResultsShown) -> JournalEvent {
    var event = JournalEvent()
    event.resultsShown = shown
    return event
  }

  static func acknowledged(_ name: ReindexRequestName, app: String) -> JournalEvent {
    var event = JournalEvent()
    event.reindexAcknowledged.requestID = Data(name.bytes)
    event.reindexAcknowledged.app = app
    return event
  }

  /// Whether it asks for something to be protected.
  var namesProtection: Bool {
    if case .itemIndexed(let item) = fact { item.protection != .none } else { false }
  }
}

extension JournalReindexRequested {
  var event: JournalEvent {
    var event = JournalEvent()
    event.reindexRequested = self
    return event
  }
}
