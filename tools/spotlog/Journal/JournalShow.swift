import ArgumentParser
import Foundation
import Inspection
import JournalFormat

struct JournalShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one entry, what it changed, and what became of it.",
    discussion: """
      Prints the header, recomputed digests, fields and bytes of the entry; for an event also the \
      entries that it superseded and that superseded it, and its reports with their receipts; for \
      a batch its reports. With --cloud, the cloud's log is searched for the batch that brought \
      them.

      Examples:
        spotlog journal show phone 7
        spotlog journal show phone/shared.journal 2 --cloud run/cloud
        spotlog journal show data/cloud.journal 12 --json

      Exit status: 1 the entry does not match the chain; 65 it is not a journal; 66 there is no \
      such journal or entry.
      """)

  @OptionGroup var input: JournalInput
  @Argument(help: "The entry's number.") var number: UInt64
  @Option(
    help: ArgumentHelp("A cloud's data folder or log.", valueName: "dir"), completion: .directory,
    transform: GivenPath.named)
  var cloud: String?
  @OptionGroup var showing: ShowingOptions
  @Flag(help: "Also show the device's secret in the entry that holds it.")
  var secrets = false
  @OptionGroup var form: JSONOption

  func run() throws {
    try reporting {
      let log = cloud.map {
        JournalInspector($0, member: $0.isFolder ? "cloud" : nil, key: nil, notice: nil)
      }
      let found = try input.inspector().entry(number, cloud: log)
      Terminal.endProgress()
      let shown = showing.redact ? found.withoutWords : found
      if form.json {
        try Output.json(secrets ? shown : shown.withoutSecrets)
      } else {
        var output = Output()
        for line in lines(shown) { output.line(line) }
        output.flush()
      }
      if !found.isChained { throw Failure(.finding, "") }
    }
  }

  private func lines(_ dossier: EntryDossier) -> [String] {
    let (entry, header) = (dossier.entry, dossier.header)
    let style = showing.style
    var lines = [
      "entry       " + style.bold("\(entry.number), \(entry.title)"),
      "time        \(header.time.text)",
      "digest      \(entry.digest)"
        + (dossier.isChained ? "" : style.bad("  NOT WHAT THE CHAIN SAYS")),
      "payload     \(Figure.bytes(header.payloadByteCount)), \(header.payloadDigest)",
    ]
    for field in entry.fields {
      lines.append("\(field.name.printable.padded(to: 11)) \(field.value.printable)")
    }
    lines += related(dossier)
    lines += dossier.unknown.map { showing.style.bad("unknown     ") + $0.printable }
    if let payload = dossier.payload, let map = dossier.fieldMap {
      return lines + marked(payload, map)
    }
    lines.append(
      entry.isRedacted
        ? "bytes       redacted: the digest is what remains" : "bytes       not shown")
    return lines
  }

  private func related(_ dossier: EntryDossier) -> [String] {
    func title(_ related: EntryDossier.Related) -> String {
      "entry \(related.number)  \(Timestamp(related.time).text)  \(related.title.printable)"
    }
    var lines = dossier.supersedes.map { "supersedes  \(title($0))" }
    lines += dossier.supersededBy.map { "superseded  by \(title($0))" }
    if let number = dossier.madeFrom { lines.append("made from   private entry \(number)") }
    for report in dossier.reports { lines += self.lines(of: report, dossier) }
    if dossier.header.kind == .event, dossier.sharedPath != nil, dossier.reports.isEmpty {
      lines.append("report      none was made of it, or its trail is pruned")
    }
    return lines + dossier.contents.map { "holds       \(title($0))" }
  }

  private func lines(of report: EntryDossier.Travel, _ dossier: EntryDossier) -> [String] {
    var lines = ["report      \(report.number), \(report.kind)"]
    if let receipt = report.receipt {
      lines.append(
        "receipt     for \(receipt.first)-\(receipt.last), received "
          + "\(receipt.receivedTime.text) by cloud life \(receipt.cloudLife)")
    } else {
      lines.append("receipt     none is kept")
    }
    if let entry = report.logEntry {
      let time = report.logTime.map { Timestamp($0).text } ?? ""
      lines.append("batch       entry \(entry) of the log, \(time)")
    } else if let path = dossier.cloudPath {
      lines.append("batch       not in \(path)")
    }
    return lines
  }

  private static let byteCountMax = 32

  /// The bytes of each field, one a line.
  private func marked(_ payload: [UInt8], _ map: FieldMap) -> [String] {
    var lines = ["bytes       \(Figure.grouped(payload.count))"]
    for field in map.fields {
      let place = String(field.range.lowerBound, radix: 16).leftPadded(to: 6)
      let bytes = payload[field.range]
      let more = bytes.count - Self.byteCountMax
      let hex =
        field.isSecret && !secrets
        ? "a secret, shown with --secrets"
        : bytes.prefix(Self.byteCountMax).hex
          + (more > 0 ? "... \(Figure.grouped(more)) more" : "")
      let name = String(repeating: "  ", count: field.depth) + field.name
      let text = field.text.isEmpty ? "" : "  " + field.text.printable.cut(to: 80)
      lines.append("  \(place)  \(name.padded(to: 28)) \(showing.style.dim(hex))\(text)")
    }
    if map.leftOutCount > 0 {
      lines.append("  and \(Figure.count(map.leftOutCount, "more field"))")
    }
    return lines
  }
}

extension String {
  var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: self, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
