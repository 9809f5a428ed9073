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

  init(
    _ file: Journal, lineageSecret: [UInt8], configuration: DeviceConfiguration,
    protection: ItemProtection, random: Dice
  ) {
    self.file = file
    self.lineageSecret = lineageSecret
    self.configuration = configuration
    self.protection = protection
    self.random = random
  }

  /// What a private journal begins with.
  static func lineageSecret(of journal: Journal) throws(DeviceError) -> [UInt8] {
    try DeviceError.translating(as: .journal) {
      guard let payload = try journal.entry(.first)?.payload,
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
    try DeviceError.translating(as: .journal) { try file.append(drafts).number }
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
