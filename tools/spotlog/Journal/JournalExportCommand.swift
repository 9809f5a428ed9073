import ArgumentParser
import Foundation
import Inspection
import JournalFormat
import TraceLines

struct JournalExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Convert a journal to a form that other programs read.",
    discussion: """
      trace writes a private journal as JSON Lines for `spotlog simulate --trace` and `spotlog \
      device index`; what these cannot express is counted on standard error. csv and sqlite write \
      any journal, one row per entry; SQLite also gets a table of the fields, and views.

      --anonymize replaces letters and digits of words and identifiers, alike for like words, so \
      that queries still find what they found. Times, numbers and Apple's names of attributes \
      stay. A reader can guess from lengths and repeats: it is for people whom you trust not to \
      try (docs/LIMITS.md).

      Examples:
        spotlog journal export phone/private.journal > phone.jsonl
        spotlog journal export phone/private.journal --anonymize --from 1000 \\
          > report.jsonl
        spotlog journal export cloud/cloud.journal --format sqlite --out cloud.sqlite

      Exit status: 64 the options cannot be combined; 65 the journal is damaged, not a \
      private one, or has no entry at --through or --until; 66 there is no such file; 73 --out is \
      there already; 74 it cannot be written.
      """)

  enum Form: String, ExpressibleByArgument, CaseIterable { case trace, csv, sqlite }

  @OptionGroup var input: JournalInput
  @OptionGroup var end: UntilOption
  @Option(help: "trace, csv or sqlite.") var format = Form.trace
  @Option(
    help: ArgumentHelp("The SQLite file to make.", valueName: "file"), completion: .file(),
    transform: GivenPath.named)
  var out: String?
  @Option(help: "The first entry; default the first of all.") var from: UInt64?
  @Option(help: "The last entry; default the last of all.") var through: UInt64?
  @Option(help: "The device's name in the trace; default the journal's name.")
  var device: String?
  @Flag(help: "Replace words and identifiers by pseudonyms.") var anonymize = false
  @Option(
    help: ArgumentHelp(
      "A file with 64 hexadecimal digits: equal keys give equal pseudonyms. Without it each "
        + "export draws new ones.", valueName: "file"), completion: .file(),
    transform: GivenPath.named)
  var pseudonymKeyFile: String?

  func validate() throws {
    guard (format == .sqlite) == (out != nil) else {
      throw ValidationError(
        "--format sqlite needs --out FILE; other formats print to standard output.")
    }
    guard from ?? 1 >= 1, from ?? 1 <= through ?? .max else {
      throw ValidationError("--from takes 1 or more, and not above --through.")
    }
    guard device == nil || (format == .trace && device?.isEmpty == false) else {
      throw ValidationError("--device names the device of a trace.")
    }
    guard pseudonymKeyFile == nil || anonymize else {
      throw ValidationError("--pseudonym-key-file needs --anonymize.")
    }
  }

  func run() throws {
    try reporting {
      if let out {
        let output = OutputFile(path: out, option: "--out")
        try input.check(output)
        try output.refuseKey(pseudonymKeyFile)
      }
      let key = try pseudonymKey()
      let inspector = try input.inspector()
      let (first, last) = (from.map { Moment.entry($0) }, try lastMoment(inspector))
      var output = Output()
      func export(_ form: JournalInspector.ExportForm) throws -> JournalInspector.ExportSummary {
        try inspector.export(form, from: first, until: last, pseudonymKey: key) { output.line($0) }
      }
      let summary =
        switch format {
        case .trace: try export(.trace(device: device))
        case .csv: try export(.csv)
        case .sqlite:
          try inspector.export(
            toDatabase: out ?? "", from: first, until: last, pseudonymKey: key)
        }
      output.flush()
      if summary.entryCount == 0 { Terminal.complain("no entries") }
      for (name, count) in summary.leftOut.sorted(by: { $0.key < $1.key }) {
        Terminal.complain("left out: \(count) \(name)")
      }
    }
  }

  /// The earlier one of the ends that were given.
  private func lastMoment(_ inspector: JournalInspector) throws -> Moment? {
    guard let through, let until = end.until else {
      return through.map { .entry($0) } ?? end.until
    }
    return .entry(
      min(try inspector.lastEntry(at: .entry(through)), try inspector.lastEntry(at: until)))
  }

  private func pseudonymKey() throws -> [UInt8]? {
    guard anonymize else { return nil }
    guard let pseudonymKeyFile else {
      var generator = SystemRandomNumberGenerator()
      return (0..<Pseudonyms.keyByteCount).map { _ in
        UInt8.random(in: .min ... .max, using: &generator)
      }
    }
    let text = try SecretFile.read(pseudonymKeyFile, as: "the key of the pseudonyms")
    guard let key = [UInt8](hex: text), key.count == Pseudonyms.keyByteCount else {
      throw Failure(.badInput, "\(pseudonymKeyFile) does not hold 64 hexadecimal digits.")
    }
    return key
  }
}
