internal import Crypto
internal import Foundation
internal import JournalFormat
internal import JournalStore

/// The private journal of a device, and how something becomes an entry of it.
final class DeviceJournal {
  let file: Journal
  var random: Dice
  /// Makes origins; lies in the journal's first entry, so a restore has the same.
  let lineageSecret: [UInt8]
  /// Asks for epochs; made when it is first needed, since that costs as much as a signature.
  private(set) lazy var lineageKey = LineageKey(secret: lineageSecret)
  private let configuration: DeviceConfiguration
  private let protection: ItemProtection
  /// The reader that has to come to the end of what is recorded.
  private let index: ManagedIndex

  init(
    _ file: Journal, lineageSecret: [UInt8], configuration: DeviceConfiguration,
    protection: ItemProtection, index: ManagedIndex, random: Dice
  ) {
    self.file = file
    self.index = index
    self.lineageSecret = lineageSecret
    self.configuration = configuration
    self.protection = protection
    self.random = random
  }

  /// What a private journal begins with. With another secret the same engagements would have other
  /// origins, and count twice.
  static func lineageSecret(of journal: Journal) throws(DeviceError) -> [UInt8] {
    try DeviceError.translating(as: .journal) {
      guard let payload = try journal.checkedEntry(.first)?.payload,
        case .journalBegun(let begun) = try JournalEvent(payload: payload).fact
      else {
        throw DeviceError(
          .journal,
          "\(journal.path) does not begin as a private journal does. "
            + "Restore it from a snapshot.")
      }
      return [UInt8](begun.lineageSecret)
    }
  }

  var number: UInt64 {
    get throws(DeviceError) {
      try DeviceError.translating(as: .journal) { try file.head().number }
    }
  }

  // MARK: Recording

  /// Appends events of several times in one transaction.
  @discardableResult
  func record(
    _ events: [(event: JournalEvent, time: Timestamp)]
  ) throws(DeviceError) -> UInt64 {
    var drafts: [EntryDraft] = []
    drafts.reserveCapacity(events.count)
    var pending = PendingItems()
    pending.areWatched = events.contains { $0.event.namesProtection }
    for (event, time) in events { drafts.append(try draft(event, at: time, after: &pending)) }
    return try record(drafts)
  }

  @discardableResult
  func record(_ events: [JournalEvent], at time: Timestamp) throws(DeviceError) -> UInt64 {
    try record(events.map { ($0, time) })
  }

  /// Appends the entries in one transaction.
  @discardableResult
  func record(_ drafts: [EntryDraft]) throws(DeviceError) -> UInt64 {
    try write { appender throws(JournalError) in
      for draft in drafts { try appender.append(draft) }
    }
  }

  /// Runs `body` in one transaction: it appends entries, and may change `local_` tables. Whatever
  /// appends to this journal does so here.
  ///
  /// - Returns: the number of the last entry, once all of it is durable.
  /// - Throws: `DeviceError.Code.journal` also where damage keeps readers from the journal's end.
  @discardableResult
  func write(
    _ body: (inout Appender) throws(JournalError) -> Void
  ) throws(DeviceError) -> UInt64 {
    do throws(JournalError) {
      try file.requireReadable(after: { index.lastRead })
    } catch {
      throw DeviceError(
        .journal, "Nothing was journaled, because no reader could reach it. \(error.message)",
        cause: error)
    }
    return try DeviceError.translating(as: .journal) { try file.write(body).number }
  }

  /// - Parameter pending: what was drafted before, and is recorded before it.
  func draft(
    _ event: JournalEvent, at time: Timestamp, after pending: inout PendingItems
  ) throws(DeviceError) -> EntryDraft {
    var event = event
    configuration.setDefaultExpiry(of: &event, at: time)
    try protection.protect(&event, at: time, after: &pending, using: &random)
    do throws(FormatError) {
      return EntryDraft(kind: .event, time: time, payload: try event.payload(using: &random))
    } catch {
      throw DeviceError(.quotaExceeded, error.message)
    }
  }
}

extension Origin {
  /// The origin that a device gives to what `message` names: the same one after every restore, and
  /// no other device's.
  init(of message: [UInt8], lineageSecret: [UInt8]) {
    let code = HMAC<SHA256>.authenticationCode(
      for: message, using: SymmetricKey(data: lineageSecret))
    self.init(
      rawValue: code.withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) })
  }
}
