package import CloudAggregator
internal import Foundation
internal import JournalFormat

/// The tables that a run and the command line print of a cloud.
package enum CloudTables {
  /// TSV with a header row, sorted by key.
  package static func popularity(_ rows: [PopularityRow]) -> String {
    var text = "key\tevents\tdistinctDevices\tfirstDay\tlastDay\n"
    for row in rows {
      text += "\(row.key.oneLine)\t\(row.events)\t\(row.distinctDevices)"
      text += "\t\(row.firstDay)\t\(row.lastDay)\n"
    }
    return text
  }

  /// JSON Lines, sorted by key.
  package static func publicItems(_ entries: [PublicEntry]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try entries.map { entry in
      String(decoding: try encoder.encode(Line(entry)), as: UTF8.self) + "\n"
    }.joined()
  }

  package struct Line: Encodable {
    let key: String
    let tag: String
    let app: String
    let activityType: String
    let title: String
    let contentDescription: String
    let keywords: [String]
    let thumbnailURL: String
    let events: UInt64
    let distinctDevices: UInt32

    package init(_ entry: PublicEntry) {
      key = entry.item.key
      tag = entry.tag.description
      app = entry.item.app
      activityType = entry.item.activityType
      title = entry.item.title
      contentDescription = entry.item.contentDescription
      keywords = entry.item.keywords
      thumbnailURL = entry.item.thumbnailURL
      events = entry.events
      distinctDevices = entry.distinctDevices
    }
  }
}

extension String {
  /// A field of a table: control characters become spaces.
  fileprivate var oneLine: String {
    utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      ? self : String(map { $0.isASCII && ($0.asciiValue ?? 32) < 32 ? " " : $0 })
  }
}
