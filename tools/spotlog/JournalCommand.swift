import ArgumentParser
import Foundation
import JournalFormat
import JournalStore

struct JournalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "Look into any journal: a device's or the cloud's, also while it is in use.",
    discussion: """
      Examples:
        spotlog journal log phone/private.journal --limit 20
        spotlog journal show phone/private.journal 7
        spotlog journal verify run/cloud/cloud.journal
        spotlog journal export phone/private.journal --anonymize > phone.jsonl
        spotlog journal compact phone --dry-run
      """,
    subcommands: [Log.self, Show.self, Stats.self, Verify.self, Export.self, Compact.self])

  struct File: ParsableArguments {
    @Argument(help: ArgumentHelp("A private, shared or cloud journal.", valueName: "file"))
    var path: String

    func open() throws -> Journal { try Journal.open(at: path, for: .read) }
  }

  struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "One line an entry, the newest last.")

    @OptionGroup var file: File
    @Option(help: "The first entry; without it, the first of all or, with --limit, of the last.")
    var from: UInt64?
    @Option(help: "Entries at most; without --from, the last ones.") var limit: Int?
    @Flag(help: "Prints one JSON object a line.") var json = false

    func validate() throws {
      guard limit ?? 1 > 0 else { throw ValidationError("--limit has to be at least 1.") }
    }

    func run() throws {
      try reporting {
        let journal = try file.open()
        let head = try journal.head().number
        var first = from ?? 1
        if let limit, from == nil, head > UInt64(limit) { first = head - UInt64(limit) + 1 }
        var left = limit ?? Int.max
        var output = Output()
        try journal.forEach(from: first, isChecked: false) { row in
          output.line(json ? EntryLine(row).json : EntryLine(row).text)
          left -= 1
          return left > 0 ? .next : .stop
        }
        output.flush()
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "One entry whole: header, digests recomputed, fields and bytes.")

    @OptionGroup var file: File
    @Argument(help: "The entry's number.") var number: UInt64
    @Flag(help: "Prints the entry as JSON.") var json = false

    func run() throws {
      try reporting {
        let journal = try file.open()
        guard let place = SequenceNumber(number), let entry = try journal.entry(place) else {
          throw Failure(
            .noSuchFile,
            "\(file.path) has no entry \(number); it has \(journal.floor.number + 1) to "
              + "\(try journal.head().number).")
        }
        let previous = try journal.digest(at: number - 1)
        let isChained = previous.map { entry.header.digest(after: $0) == entry.digest } ?? false
        if json {
          try Output.json(EntryDetail(entry, isChained: isChained))
        } else {
          Self.print(entry, isChained: isChained)
        }
        if !isChained { throw Failure(.finding, "") }
      }
    }

    private static func print(_ entry: Entry, isChained: Bool) {
      let summary = EntrySummary(kind: entry.header.kind, payload: entry.payload)
      Swift.print("entry       \(entry.header.number), \(summary.title)")
      Swift.print("time        \(entry.header.time.text)")
      Swift.print("digest      \(entry.digest)\(isChained ? "" : "  NOT WHAT THE CHAIN SAYS")")
      Swift.print(
        "payload     \(entry.header.payloadByteCount) bytes, \(entry.header.payloadDigest)")
      for field in summary.fields {
        let name = field.name.padding(toLength: 11, withPad: " ", startingAt: 0)
        Swift.print("\(name) \(field.value.printable)")
      }
      guard let payload = entry.payload else { return }
      for offset in stride(from: 0, to: min(payload.count, 512), by: 16) {
        let bytes = Array(payload[offset..<min(offset + 16, payload.count)])
        Swift.print("\(String(offset + 0x10000, radix: 16).dropFirst())  \(bytes.hex)")
      }
      if payload.count > 512 { Swift.print("and \(payload.count - 512) bytes more") }
    }
  }

  struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Entries and bytes by kind, first and last time, what was redacted.")

    @OptionGroup var file: File
    @Flag(help: "Prints the figures as JSON.") var json = false

    func run() throws {
      try reporting {
        let journal = try file.open()
        let stats = try JournalStats(journal)
        if json { return try Output.json(stats) }
        print("journal     \(stats.kind) \(stats.name)")
        print("entries     \(stats.entries), \(stats.redacted) redacted, floor \(stats.floor)")
        print("bytes       \(stats.payloadBytes) of payload in a file of \(stats.fileBytes)")
        print("time        \(stats.firstTime ?? "-") to \(stats.lastTime ?? "-")")
        for (kind, count) in stats.byKind.sorted(by: { $0.key < $1.key }) {
          print(
            "  \(kind.padding(toLength: 20, withPad: " ", startingAt: 0)) \(count.entries)"
              + "  \(count.bytes) bytes")
        }
      }
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Recompute the whole chain and check the file's pages.",
      discussion: """
        Beside a device's shared journal the witness is consulted: it knows of a file that went \
        back in time. Exit status 1: there is a finding.
        """)

    @OptionGroup var file: File
    @Flag(help: "Prints the findings as JSON.") var json = false

    func run() throws {
      try reporting {
        let journal = try file.open()
        let verification = journal.verify(known: try knownPlaces(journal)) { number in
          Terminal.progress("\(number) entries")
        }
        Terminal.endProgress()
        if json {
          try Output.json(VerificationReport(verification))
        } else {
          print("entries     \(verification.entryCount), \(verification.redactedCount) redacted")
          print("head        \(verification.head.number) \(verification.head.digest)")
          for finding in verification.findings {
            let place = finding.number.map { "entry \($0)" } ?? "file"
            print("FINDING     \(place): \(finding.meaning) \(finding.nextStep)")
          }
          print(verification.isWhole ? "whole" : "\(verification.findingCount) findings")
        }
        if !verification.isWhole { throw Failure(.finding, "") }
      }
    }

    /// What the witness in the same folder knows of a shared journal.
    private func knownPlaces(_ journal: Journal) throws -> [Journal.Position] {
      guard journal.identity.kind == .shared else { return [] }
      let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent().path
      guard let bytes = try FileSystem.read(folder + "/witness", atMost: 1 << 16),
        let witness = try? Witness(bytes: bytes)
      else { return [] }
      let receipt = witness.receipt.map {
        Head(epoch: $0.epoch, number: $0.last.rawValue, digest: $0.digest)
      }
      return [witness.sent, receipt].compactMap { $0 }
        .filter { $0.epoch == journal.identity.epoch }
        .map { Journal.Position(number: $0.number, digest: $0.digest) }
    }
  }
}
