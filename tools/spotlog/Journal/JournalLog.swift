import ArgumentParser
import Foundation
import Inspection
import JournalFormat
import JournalStore

struct JournalLog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List entries, one line each, the newest last.",
    discussion: """
      All conditions have to hold. --limit alone shows the last entries; with --from, the first \
      from there on. --format takes fields in braces, such as '{number} {time} {kind} {app}': \
      number, time, day, kind, bytes, digest, and what an entry says (`spotlog journal show` \
      names its fields); one that an entry does not have is empty.

      Examples:
        spotlog journal log phone --limit 20
        spotlog journal log phone --item note-7 --kind items-deleted
        spotlog journal log phone --from 2026-01-01 --until 2026-01-31T12:00:00Z \\
          --oneline
        spotlog journal log data/cloud.journal --device 4f2a --reverse
        spotlog journal log phone --follow --format '{time} {kind} {title}'
        spotlog journal log backups/*.sqlar --redact

      Exit status: 65 it is not a journal, it has no entry at --until, or begins after \
      --from, or an entry cannot be read; 66 there is none.
      """)

  @OptionGroup var input: JournalInput
  @Option(
    help: ArgumentHelp(
      "The first entry's number, or a time to start at.",
      valueName: "entry|time"),
    transform: Moment.argument)
  var from: Moment?
  @OptionGroup var end: UntilOption
  @Option(help: "Maximum entries; without --from, the last ones.") var limit: Int?
  @Flag(help: "List the newest entry first.") var reverse = false
  @Flag(help: "Follow new entries until Ctrl-C.") var follow = false
  @OptionGroup(title: "Conditions") var filter: FilterOptions
  @OptionGroup(title: "Form") var showing: ShowingOptions
  @Flag(help: "Print short lines: number, time, kind, subject, title.") var oneline = false
  @Option(help: "A template for each line, with field names in braces.") var format: String?
  @Flag(help: "Print one JSON object per line.") var json = false

  func validate() throws {
    guard limit ?? 1 > 0 else { throw ValidationError("--limit has to be at least 1.") }
    guard [oneline, format != nil, json].filter({ $0 }).count <= 1 else {
      throw ValidationError("Give one of --oneline, --format and --json.")
    }
    if let from, let until = end.until, from.isLater(than: until) {
      throw ValidationError("--from is later than --until.")
    }
    guard !follow || (!reverse && end.until == nil) else {
      throw ValidationError("--follow goes with neither --reverse nor --until.")
    }
    if let format { _ = try EntryTemplate(format) }
  }

  func run() throws {
    try reporting {
      let source = try input.open(isFollowed: follow)
      var reader = try JournalReader(source, from: from, until: end.until)
      reader.filter = filter.filter
      let printer = try EntryPrinter(self, last: reader.span.last)
      reader.gap = { printer.printGap($0) }
      try show(reader, printer)
      printer.flush()
      Terminal.endProgress()
      if !printer.hasPrinted, !follow { Terminal.complain("no entries") }
      if printer.hasPrinted, !follow { printer.complainOfUnseenFields() }
      if follow {
        try printNew(source, from: max(reader.span.first, reader.span.last + 1), printer)
      }
      source.warnIfChanged()
      if printer.missing > 0 {
        let what =
          printer.missing == 1 ? "An entry" : Figure.count(printer.missing, "entry", "entries")
        throw Failure(
          .badInput,
          "\(what) of \(source.path) cannot be read. Run `spotlog journal verify` on it.")
      }
    }
  }

  private static func progress(_ number: UInt64) { Terminal.progress("entry \(number)") }

  private func show(_ reader: JournalReader, _ printer: EntryPrinter) throws {
    var reader = reader
    if let limit, from == nil, !reverse {
      let gap = reader.gap
      // Told once, when the entries are shown.
      reader.gap = { _ in }
      let first = try reader.firstOfLast(limit, progress: Self.progress)
      reader = JournalReader(reader.source, Span(first: first, last: reader.span.last))
      (reader.filter, reader.gap) = (filter.filter, gap)
    }
    if let limit, from != nil, reverse {
      // The first ones from there on, shown the other way round.
      var last = reader.span.last
      try reader.forEach(limit: limit) { last = $0.number.rawValue }
      let gap = reader.gap
      reader = JournalReader(reader.source, Span(first: reader.span.first, last: last))
      (reader.filter, reader.gap) = (filter.filter, gap)
    }
    try reader.forEach(
      limit: limit ?? .max, backwards: reverse, progress: Self.progress
    ) { printer.print($0) }
  }

  private func printNew(
    _ source: JournalSource, from next: UInt64, _ printer: EntryPrinter
  ) throws {
    var next = next
    while true {
      usleep(200_000)
      var reader = JournalReader(
        source, Span(first: next, last: try source.journal.lastNumber()))
      (reader.filter, reader.gap) = (filter.filter, { printer.printGap($0) })
      try reader.forEach { printer.print($0) }
      if !reader.span.isEmpty { next = reader.span.last + 1 }
      printer.flush()
    }
  }
}

/// Which entries a command shows.
struct FilterOptions: ParsableArguments {
  @Option(help: "Only entries of this kind, such as item-indexed; can be repeated.")
  var kind: [String] = []
  @Option(help: "Only entries about this app.", transform: GivenName.named) var app: String?
  @Option(
    help: "Only entries about the item or activity with this identifier.",
    transform: GivenName.named)
  var item: String?
  @Option(help: "Only entries about this domain or one below it.", transform: GivenName.named)
  var domain: String?
  @Option(
    help: "Only entries about this tag, or a tag with these first digits.",
    transform: GivenName.named)
  var tag: String?
  @Option(
    help: "Only entries of this device: a lineage or epoch ID, or its first digits.",
    transform: GivenName.named)
  var device: String?
  @Option(
    help: "Only entries with this text in a field, ignoring case; can be repeated.",
    transform: GivenName.named)
  var words: [String] = []

  func validate() throws {
    for name in kind where EntryFilter.kind(name) == nil {
      let known = EntryFilter.kindNames.map { $0.replacingOccurrences(of: " ", with: "-") }
      let hint =
        Suggestion.nearest(to: name, of: known).map { "Did you mean \($0)?" }
        ?? "There are \(known.joined(separator: ", "))."
      throw ValidationError("--kind \(name.printable) is no kind of entry. \(hint)")
    }
  }

  var filter: EntryFilter {
    var filter = EntryFilter()
    filter.kinds = kind.compactMap { EntryFilter.kind($0) }
    (filter.app, filter.item, filter.domain) = (app, item, domain)
    filter.tag = tag.map { $0.lowercased().hasPrefix("tag:") ? String($0.dropFirst(4)) : $0 }
    filter.device = device?.lowercased()
    filter.words = words
    return filter
  }
}

extension JournalSource {
  /// Says that what was read is to be doubted, or was not all that lies there.
  func warnIfChanged() { doubts.forEach(Terminal.complain) }
}
