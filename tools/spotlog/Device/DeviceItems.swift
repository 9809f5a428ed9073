import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat

struct DeviceItems: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "items",
    abstract: "List all items of the index, sorted.",
    discussion: """
      Example:
        spotlog device items phone --format tsv --columns id,title
        spotlog device items phone --until 2026-01-31

      With --until, list what the index held then. A temporary index is built, and the device is \
      not changed.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case tsv, json }

  @OptionGroup var folder: DeviceFolder
  @Option(help: "tsv, with a header row, or json: one object a line.") var format: Format = .tsv
  @Flag(help: "The same as --format json.") var json = false
  @Option(help: "For tsv: app, id, domain, unconfirmed, attributes; comma-separated.")
  var columns = "app,id,title"
  @OptionGroup var end: UntilOption

  func run() throws {
    try reporting {
      let names = columns.split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard !names.isEmpty else { throw Failure(.usage, "--columns names no column.") }
      var output = Output()
      let format = json ? .json : format
      if format == .tsv { output.line(names.joined(separator: "\t")) }
      var rows: [String] = []
      var unknown = format == .tsv ? ItemRow.ownAttributes(names) : []
      for item in try items() {
        let row = ItemRow(item)
        rows.append(format == .tsv ? row.tsv(names) : row.json)
        for name in unknown where row.attributes[name] != nil { unknown.remove(name) }
      }
      try Self.refuse(unknown)
      rows.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      for row in rows { output.line(row) }
      output.flush()
      if rows.isEmpty { Terminal.complain("no items") }
    }
  }

  /// - Parameter columns: what is no attribute of any item.
  private static func refuse(_ columns: Set<String>) throws {
    for name in columns.sorted() {
      guard let meant = AttributeSet.documentedName(near: name) else {
        Terminal.complain("no item has an attribute \(name.printable): its column is empty")
        continue
      }
      throw Failure(
        .usage, "--columns: no item has an attribute \(name.printable). Did you mean \(meant)?")
    }
  }

  private func items() throws -> [SearchResult] {
    if let until = end.until { return try folder.index(until: until).items() }
    let reader = try folder.reader()
    try reader.readIndexToEnd()
    return try reader.items()
  }
}
