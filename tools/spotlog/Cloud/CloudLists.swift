import Inspection
import JournalFormat
import Sync

/// A list of a server's as a table, for people.
protocol CloudListRow: Decodable, Sendable {
  /// What answers it, under its own name as the key.
  static var endpoint: Endpoint { get }
  /// What is printed where there are none.
  static var emptyText: String { get }
  static func table(of rows: [Self], at now: Timestamp) -> TextTable
}

enum CloudLists {
  /// What a device is called, in a list of any version.
  struct Name: Decodable { let lineage: String }

  struct Device: CloudListRow {
    struct Epoch: Decodable, Sendable {
      let epoch: String
      let head: UInt64
      let incidents: UInt64
    }

    let lineage: String
    let epochs: [Epoch]
    let enrolled: String
    let received: String?
    let isRevoked: Bool
    let countsRetracted: Bool
    let isErased: Bool

    static var endpoint: Endpoint { .devices }
    static var emptyText: String { "no devices" }

    static func table(of rows: [Device], at now: Timestamp) -> TextTable {
      let names = ShortNames(of: rows.map(\.lineage))
      return TextTable(of: rows) { row in
        [
          .text("DEVICE", names.text(row.lineage)), .text("ENROLLED", age(row.enrolled, now)),
          .text("LAST BATCH", row.received.map { age($0, now) } ?? "never"),
          .number("EPOCHS", row.epochs.count), .number("NEWEST", row.epochs.last?.head ?? 0),
          .text("STATE", row.state),
        ]
      }
    }

    var state: String {
      guard !isErased else { return "erased" }
      let forks = epochs.map(\.incidents).reduce(0, +)
      let parts = [
        isRevoked ? "revoked" : "active", countsRetracted ? "counts retracted" : nil,
        forks > 0 ? Figure.count(forks, "fork") : nil,
      ]
      return parts.compactMap { $0 }.joined(separator: ", ")
    }
  }

  struct Incident: CloudListRow {
    let number: UInt64
    let time: String
    let lineage: String
    let epoch: String
    let first: UInt64
    let last: UInt64
    let known: String
    let sent: String

    static var endpoint: Endpoint { .incidents }
    static var emptyText: String { "no incidents" }

    static func table(of rows: [Incident], at now: Timestamp) -> TextTable {
      let names = ShortNames(of: rows.map(\.lineage))
      let epochs = ShortNames(of: rows.map(\.epoch))
      let digests = ShortNames(of: rows.flatMap { [$0.known, $0.sent] })
      return TextTable(of: rows) { row in
        let reports = row.first == row.last ? "\(row.first)" : "\(row.first)-\(row.last)"
        return [
          TextTable.Cell(title: "ENTRY", text: "\(row.number)", isNumber: true),
          .text("TIME", age(row.time, now)), .text("DEVICE", names.text(row.lineage)),
          .text("EPOCH", epochs.text(row.epoch)), .text("REPORTS", reports),
          .text("KEPT", digests.text(row.known)), .text("REFUSED", digests.text(row.sent)),
        ]
      }
    }
  }

  struct Candidate: CloudListRow {
    let tag: String
    let content: String
    let endorsers: UInt64
    let asked: UInt64
    let isTakenDown: Bool

    static var endpoint: Endpoint { .candidates }
    static var emptyText: String { "no candidates" }

    static func table(of rows: [Candidate], at now: Timestamp) -> TextTable {
      let contents = ShortNames(of: rows.map(\.content))
      return TextTable(of: rows) { row in
        [
          .text("ITEM", row.tag), .text("CONTENT", contents.text(row.content)),
          .number("ENDORSERS", row.endorsers), .number("ASKED", row.asked),
          .text("STATE", row.isTakenDown ? "taken down" : "waiting"),
        ]
      }
    }
  }

  /// A server's time; unchanged if it cannot be read.
  private static func age(_ text: String, _ now: Timestamp) -> String {
    guard let time = Moment(text)?.beginning else { return text.printable }
    return Figure.age(of: time, at: now)
  }
}
