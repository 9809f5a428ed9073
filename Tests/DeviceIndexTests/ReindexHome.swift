import Foundation
import JournalFormat
import JournalStore
import SQLite
import Search
import TestSupport

@testable import DeviceIndex

/// What the tests of reindexing say to a device.
struct ReindexHome {
  let home: TestHome
  static let target = ReindexTarget(app: "app", indexName: "")
  static let named = ReindexTarget(app: "app", indexName: "named")

  init() throws { home = try TestHome() }

  var now: Timestamp { home.now }

  static func item(
    _ id: String, _ title: String = "word", index: String = "", expires: Timestamp? = nil
  ) throws -> JournalEvent {
    var event = try TestHome.item(id, title)
    event.itemIndexed.indexName = index
    event.itemIndexed.expiresMilliseconds = expires?.milliseconds ?? 0
    return event
  }

  static func activity(
    _ id: String, related: String? = nil, expires: Timestamp? = nil
  ) throws -> JournalEvent {
    var event = try TestHome.activity(id, isPublic: false, related: related)
    event.activityRecorded.expiresMilliseconds = expires?.milliseconds ?? 0
    return event
  }

  /// What was journaled as expired, with the times of the entries.
  static func expired(
    _ device: Device
  ) throws -> [(time: Timestamp, expiry: JournalItemsExpired)] {
    var found: [(Timestamp, JournalItemsExpired)] = []
    try device.privateJournal.forEach(from: 1, refuse: { $0 as any Error }) { row in
      if row.kind == .event, let payload = row.payload,
        case .itemsExpired(let expiry) = try JournalEvent(payload: [UInt8](payload)).fact
      {
        found.append((row.time, expiry))
      }
      return .next
    }
    return found
  }

  static func batchEnd(_ state: [UInt8]) -> JournalEvent {
    var event = JournalEvent()
    event.batchEnded.app = "app"
    event.batchEnded.indexName = "named"
    event.batchEnded.clientState = Data(state)
    return event
  }

  static func titles(_ device: Device) throws -> [String: String] {
    var found: [String: String] = [:]
    try device.queries.forEachItem { _, id, _, set in found[id] = set.title }
    return found
  }

  static func unconfirmed(_ device: Device) throws -> [String] {
    var found: [String] = []
    try device.reindex.forEachUnconfirmedItem { found.append($1) }
    return found
  }

  /// Everything that the index says, also of requests.
  static func contents(_ device: Device) throws -> [String] {
    try device.index.asking { projection throws(SQLiteError) in
      var lines: [String] = []
      for kind in [SearchDocument.Kind.item, .activity] {
        try projection.documents.forEach(kind) { lines.append("\($0)") }
      }
      try projection.forEachUnconfirmed { lines.append("unconfirmed \($1)") }
      lines += projection.requests.open.map {
        "\($0.name) \($0.number) \($0.attempts) \($0.deadline)"
      }
      return lines + projection.requests.lastAsked.map { "\($0.key) \($0.value)" }.sorted()
    }
  }

  /// Writes down a restore, as anyone who restores a journal does.
  static func noteRestore(_ device: Device, time: Int64 = 1) throws {
    try RestoreMark(time: Timestamp(milliseconds: time), snapshot: "a snapshot")
      .write(try device.journaledNumber, to: device.privateJournal.connection)
  }

  /// A device with the folder that it lives in.
  struct Running {
    let home: ReindexHome
    let device: Device
  }

  /// A device on a copy of this one's journal, with so many bytes of its log; nil: with all.
  func copy(logByteCount: Int? = nil, seed: UInt64) throws -> Running {
    let other = try ReindexHome()
    for end in ["", "-wal"] {
      let from = URL(fileURLWithPath: home.folder.file("private.journal" + end))
      guard var bytes = try? Data(contentsOf: from) else { continue }
      if !end.isEmpty, let logByteCount { bytes = bytes.prefix(logByteCount) }
      try bytes.write(to: URL(fileURLWithPath: other.home.folder.file("private.journal" + end)))
    }
    return Running(home: other, device: try other.home.device(seed: seed))
  }
}
