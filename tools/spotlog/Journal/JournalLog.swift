import ArgumentParser
import Foundation
import Inspection
import JournalFormat

struct JournalLog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List entries, one line each, the newest last.",
    discussion: """
      Entries must match all conditions. --limit alone shows the last entries; with --from, the \
      first from there on. --format takes fields in braces, such as '{number} {time} {kind} \
      {app}': number, time, day, kind, bytes, digest, and what an entry says (`spotlog journal \
      show` names its fields); one that an entry does not have is empty.

      Examples:
        spotlog journal log phone --limit 20
        spotlog journal log phone --item note-7 --kind items-deleted
        spotlog journal log phone --from 2026-01-01 --until 2026-01-31T12:00:00Z \\
          --oneline
        spotlog journal log data/cloud.journal --device 4f2a --reverse
        spotlog journal log phone --follow --format '{time} {kind} {title}'
        spotlog journal log backups/*.sqlar --redact

      Exit status: 65 it is not a journal, it has no entry at --until, or begins after \
      --from, or an entry cannot be read; 66 there is no such file.
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
    guard limit ?? 1 > 0 else { throw ValidationError("--limit must be at least 1.") }
    guard [oneline, format != nil, json].filter({ $0 }).count <= 1 else {
      throw ValidationError("Give one of --oneline, --format and --json.")
    }
    if let from, let until = end.until, from.isLater(than: until) {
      throw ValidationError("--from is later than --until.")
    }
    guard !follow || (!reverse && end.until == nil) else {
      throw ValidationError("--follow cannot be combined with --reverse or --until.")
    }
    if let format { _ = try EntryTemplate(format) }
  }

  func run() throws {
    try reporting {
      var reader = try input.inspector().reader(
        from: from, until: end.until, isFollowed: follow)
      reader.filter = filter.filter
      let printer = try EntryPrinter(self, last: reader.lastEntry)
      reader.unreadable = { printer.printGap($0) }
      if let limit {
        if from == nil, !reverse { try reader.keepLast(limit) }
        // The first ones from there on, shown the other way round.
        if from != nil, reverse { try reader.keepFirst(limit) }
      }
      try printer.print(reader, limit: limit ?? .max, backwards: reverse)
      printer.flush()
      Terminal.endProgress()
      if !printer.hasPrinted, !follow { Terminal.complain("no entries") }
      if printer.hasPrinted, !follow { printer.complainOfUnseenFields() }
      while follow {
        usleep(200_000)
        try reader.advance()
        try printer.print(reader)
        printer.flush()
      }
      reader.doubts.forEach(Terminal.complain)
      if printer.missing > 0 {
        let what =
          printer.missing == 1 ? "An entry" : Figure.count(printer.missing, "entry", "entries")
        throw Failure(
          .badInput,
          "\(what) of \(reader.path) cannot be read. Run `spotlog journal verify` on it.")
      }
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
      throw ValidationError("--kind \(name.printable) is not a kind of entry. \(hint)")
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
