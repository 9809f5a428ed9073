import Foundation
import JournalFormat
import JournalStore
import JournalVectors
import SQLite
import TestSupport

/// A journal file that every version has to get right: how it is made, and what becomes of it.
struct JournalVector: Sendable, CustomStringConvertible {
  enum Outcome: Sendable {
    /// It can be read; verifying it finds these kinds at these entries.
    case read([String])
    case refused(JournalError.Code)
  }

  let name: String
  let outcome: Outcome
  let identity: JournalIdentity
  let drafts: [EntryDraft]
  /// What is done to the file once it is closed.
  let damage: @Sendable (String) throws -> Void

  init(
    _ name: String, _ outcome: Outcome, _ identity: JournalIdentity, _ drafts: [EntryDraft],
    damage: @escaping @Sendable (String) throws -> Void = { _ in }
  ) {
    self.name = name
    self.outcome = outcome
    self.identity = identity
    self.drafts = drafts
    self.damage = damage
  }

  var description: String { name }

  /// Makes the file at `path` as today's program does, with its damage.
  func make(at path: String) throws {
    var options = JournalOptions()
    options.pageByteCount = 512
    do {
      let journal = try Journal.create(
        at: path, identity: identity, created: Sample.day.start, options: options)
      try journal.append(drafts)
    }
    try damage(path)
  }

  static func change(_ path: String, _ sql: String) throws {
    try Connection(path: path, mode: .readWrite).execute(sql)
  }

  /// Flips one bit in the first place where `text` stands.
  static func flip(_ path: String, in text: String) throws {
    let url = URL(fileURLWithPath: path)
    var bytes = [UInt8](try Data(contentsOf: url))
    guard let place = bytes.firstIndex(ofText: text) else {
      preconditionFailure("\(text) is not in \(path)")
    }
    bytes[place] ^= 0x01
    try Data(bytes).write(to: url)
  }
}

extension JournalVector {
  static let all = whole + damaged + refused

  static let identities = (
    private: JournalIdentity(kind: .private, name: Sample.journalName), shared: Sample.identity,
    child: JournalIdentity.shared(
      epoch: Sample.childEpoch, lineage: Sample.lineage, parent: Sample.head),
    cloud: JournalIdentity(kind: .cloud, name: Sample.journalName)
  )

  private static let events: [EntryDraft] = {
    var dice = Dice.seeded(7)
    return (1...4).map { number in
      var event = JournalEvent()
      event.itemIndexed.app = "com.example.museum"
      event.itemIndexed.id = "artwork-\(number)"
      let payload = try? event.payload(using: &dice)
      return EntryDraft(
        kind: .event, time: Sample.day.start.advanced(byMilliseconds: Int64(number)),
        payload: payload ?? [])
    }
  }()

  private static let reports = [
    Sample.engaged, Sample.content, Sample.feedback, Sample.withdrawn,
  ].map { EntryDraft($0, on: Sample.day) }

  /// What is signed comes from the other vectors, so that it is the same bytes everywhere.
  private static let log: [EntryDraft] = {
    let grant = (try? Vector(.valid, "control-enrol").bytes()) ?? []
    let batch = (try? Vector(.valid, "batch-stored").bytes()) ?? []
    let life = ControlEntry.cloudLife(
      Sample.cloudLife, previous: .zero, tagSalt: Sample.tagSalt)
    let payloads: [(EntryKind, [UInt8])] = [
      (.control(.cloudLife), life.payload),
      (.control(.threshold), ControlEntry.threshold(3).payload),
      (.control(.enrol), grant), (.batch, batch),
    ]
    return payloads.map { EntryDraft(kind: $0.0, time: Sample.day.start, payload: $0.1) }
  }()

  private static let whole: [JournalVector] = [
    JournalVector("private-whole", .read([]), identities.private, events),
    JournalVector("private-empty", .read([]), identities.private, []),
    JournalVector("shared-whole", .read([]), identities.shared, reports),
    JournalVector("shared-of-child-epoch", .read([]), identities.child, reports),
    JournalVector("shared-redacted", .read([]), identities.shared, reports) {
      try Journal.open(at: $0, for: .write).redact(SequenceNumber(2)!)
    },
    JournalVector("shared-pruned", .read([]), identities.shared, reports) {
      try change(
        $0,
        """
        UPDATE journal SET floor_number = 2,
          floor_digest = (SELECT digest FROM entries WHERE number = 2);
        DELETE FROM entries WHERE number <= 2;
        """)
    },
    JournalVector("shared-with-local-tables", .read([]), identities.shared, reports) {
      try change($0, "CREATE TABLE local_marks (number INTEGER) STRICT")
    },
    JournalVector("cloud-whole", .read([]), identities.cloud, log),
  ]

  private static let damaged: [JournalVector] = [
    JournalVector(
      "private-flipped-payload-bit", .read(["brokenChain 2"]), identities.private, events
    ) { try flip($0, in: "artwork-2") },
    JournalVector(
      "private-flipped-last-payload-bit", .read(["brokenChain 4"]), identities.private, events
    ) { try flip($0, in: "artwork-4") },
    JournalVector(
      "private-missing-entry", .read(["gap 2", "unprovenEntry 3"]), identities.private, events
    ) {
      try change($0, "DELETE FROM entries WHERE number = 2")
    },
    JournalVector(
      "private-swapped-entries", .read(["brokenChain 2", "unprovenEntry 3"]),
      identities.private, events
    ) {
      try change(
        $0,
        """
        UPDATE entries SET number = 9 WHERE number = 2;
        UPDATE entries SET number = 2 WHERE number = 3;
        UPDATE entries SET number = 3 WHERE number = 9;
        """)
    },
    JournalVector(
      "private-of-foreign-identity", .read(["foreignBeginning 0"]), identities.private, events
    ) { try change($0, "UPDATE journal SET name = x'ffffffffffffffffffffffffffffffff'") },
    JournalVector(
      "private-digest-too-short", .read(["unreadableEntry 2", "unprovenEntry 3"]),
      identities.private, events
    ) { try change($0, "UPDATE entries SET digest = x'00' WHERE number = 2") },
    JournalVector(
      "shared-with-event", .read(["unreadablePayload 5"]), identities.shared,
      reports + events.prefix(1)),
    JournalVector(
      "cloud-unknown-kind", .read(["unreadablePayload 5"]), identities.cloud,
      log + [EntryDraft(kind: EntryKind(rawValue: 99), time: Sample.day.start, payload: [1])]),
  ]

  private static let refused: [JournalVector] = [
    JournalVector("private-of-later-version", .refused(.newerFormat(2)), identities.private, events)
    { try change($0, "PRAGMA user_version = 2") },
    JournalVector("another-application", .refused(.notAJournal), identities.private, events) {
      try change($0, "PRAGMA application_id = 1")
    },
    JournalVector("private-first-page-lost", .refused(.notAJournal), identities.private, events) {
      let url = URL(fileURLWithPath: $0)
      let rest = try Data(contentsOf: url).dropFirst(512)
      try (Data(count: 512) + rest).write(to: url)
    },
    JournalVector("private-without-identity", .refused(.damaged), identities.private, events) {
      try change($0, "DELETE FROM journal")
    },
    JournalVector("text", .refused(.notAJournal), identities.private, []) {
      let text = String(repeating: "This is no journal, it is a text. ", count: 20)
      try Data(text.utf8).write(to: URL(fileURLWithPath: $0))
    },
  ]
}
