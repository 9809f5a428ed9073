import Foundation
import JournalFormat
import SQLite
import TestSupport

@testable import DeviceIndex

/// A device that has a key, and what is said of protected items.
struct ProtectionHome {
  static let key = [UInt8](repeating: 7, count: 32)
  var home: TestHome

  init() throws { home = try TestHome() }

  var now: Timestamp { home.now }

  /// - Parameter protection: nil: none is named.
  static func item(
    _ id: String, _ title: String, _ protection: ProtectionClass?, domain: String? = nil,
    isUpdate: Bool = false, comment: String? = nil
  ) throws -> JournalEvent {
    var set = AttributeSet(contentType: "public.item")
    set.title = isUpdate ? nil : title
    set.comment = comment
    var item = SearchableItem(uniqueIdentifier: id, domainIdentifier: domain, attributeSet: set)
    item.isUpdate = isUpdate
    item.protectionClass = protection
    var event = JournalEvent()
    event.itemIndexed = try item.journaled(app: "app", indexName: "")
    return event
  }

  static func update(
    _ id: String, _ protection: ProtectionClass?, comment: String
  ) throws -> JournalEvent {
    try item(id, "", protection, isUpdate: true, comment: comment)
  }

  /// Somebody searched, and opened the item or activity.
  static func engage(_ id: String, _ query: String) -> JournalEvent {
    var event = TestHome.engage(id)
    event.resultEngaged.query = query
    return event
  }

  func locked(seed: UInt64 = 1) throws -> Device { try home.device(seed: seed) }

  func unlocked(seed: UInt64 = 1, makingNewKeys: Bool = false) throws -> Device {
    let device = try home.device(seed: seed)
    try device.unlock(with: Self.key, makingNewKeys: makingNewKeys)
    return device
  }

  @discardableResult
  func give(_ device: Device, _ events: JournalEvent...) throws -> UInt64 {
    try device.record(events, at: now)
  }

  func found(_ device: Device, _ words: String = "lily") throws -> Set<String> {
    Set(try home.titles(words, device))
  }

  // MARK: Files

  /// The names of files in which the word is, without those of logs.
  func files(with word: String) throws -> Set<String> {
    var found: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: home.folder.path) {
      let content = try Data(contentsOf: URL(fileURLWithPath: home.folder.file(name)))
      guard content.range(of: Data(word.utf8)) != nil else { continue }
      found.insert(name.hasSuffix("-wal") ? String(name.dropLast(4)) : name)
    }
    return found
  }

  /// The tables of the index in which the word is.
  func tables(with word: String) throws -> Set<String> {
    try TemporaryFolder.copyingIndex(home.folder.file("index.sqlite")) { path in
      let index = try Connection(path: path, mode: .readOnly)
      let names = try index.statement("SELECT name FROM sqlite_schema WHERE type = 'table'")
      var found: Set<String> = []
      while try names.step() {
        let name = names.text(0)
        let rows = try index.statement("SELECT * FROM \(name)")
        defer { rows.reset() }
        while try rows.step() {
          let hasWord = (0..<rows.columnCount).contains {
            Data(rows.bytes($0)).range(of: Data(word.utf8)) != nil
          }
          if hasWord { found.insert(name) }
        }
      }
      names.reset()
      return found
    }
  }

  /// Everything that the index in the folder says of its own.
  func index() throws -> [String] {
    try TemporaryFolder.copyingIndex(home.folder.file("index.sqlite")) { path in
      let index = try Connection(path: path, mode: .readOnly)
      let select = try index.statement(
        """
        SELECT kind || '|' || app || '|' || id || '|' || domain || '|' || title || '|'
          || hex(attributes) || '|' || related || '|' || expires || '|' || date || '|' || keywords
          || '|' || engaged || '|' || fades || '|' || opened || '|' || looks || '|' || protection
          FROM documents
        UNION ALL SELECT app || '|' || opened || '|' || looks FROM app_engagement
        UNION ALL SELECT app || '|' || documents || '|' || hints FROM app_hints
        UNION ALL SELECT folded || '|' || id || '|' || past.fades
          FROM past_queries AS past JOIN documents ON documents.row = past.row
        ORDER BY 1
        """)
      defer { select.reset() }
      var rows: [String] = []
      while try select.step() { rows.append(select.text(0)) }
      return rows
    }
  }

  func removeIndex() throws {
    for end in ["", "-wal", "-settled"] {
      try? FileManager.default.removeItem(atPath: home.folder.file("index.sqlite" + end))
    }
  }
}
