import ArgumentParser
import CloudAggregator
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import ResultCards
import SyncHTTP

struct DeviceSearch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search the device's index, best results first.",
    discussion: """
      All words must match; the last one as a prefix. With fewer than ten results, the other words \
      match as prefixes too. With fewer than three, rare words are also matched by similar \
      spelling, and items without some of the words follow; both rank lower. \
      --explain prints how each score is composed, --snippets the text around matches, --cards \
      what to show of each result (docs/SEARCH.md).

      An index that is behind the journal, as after a restore, is brought up to date first. With \
      --partial the answer comes from what the index has read so far, and a line on standard \
      error says so; every such command reads some more entries.

      With --data or --url, what a cloud's public index finds is ranked among the device's own, \
      and each line says where it is from. A page that both have is one result. Items without a \
      page are found only with their app named: --installed. If the cloud does not answer, the \
      device's own results are printed, and the command ends with the cloud's error.

      With --count-by, all results are counted instead: by content type, by app, or by the day on \
      which the content was changed last, in UTC.

      With --until, the answer is what the device would have found then. A temporary index is \
      built and the device is not changed, so it may be in use. Words redacted since are missing, \
      and a line on standard error says so.

      Examples:
        spotlog device search phone buy milk
        spotlog device search phone milk --explain
        spotlog device search phone milk --snippets
        spotlog device search phone milk --cards
        spotlog device search phone milk --count-by type
        spotlog device search phone milk --partial
        spotlog device search phone dune --url http://127.0.0.1:8080
        spotlog device search phone milk --until 2026-01-31T12:00:00Z
      """)

  @OptionGroup var folder: DeviceFolder
  @Argument(help: "Search words.") var words: [String]
  @Option(help: "Search only this app's items.", transform: GivenName.named) var app: String?
  @Option(help: "Maximum results.") var limit = 20
  @Option(
    help: ArgumentHelp("A cloud's data folder.", valueName: "dir"), completion: .directory,
    transform: GivenPath.named)
  var data: String?
  @Option(help: ArgumentHelp("A cloud's address.", valueName: "url")) var url: String?
  @OptionGroup var apps: InstalledOption
  @Flag(help: "Search what the index has now, without waiting for it.") var partial = false
  @Flag(help: "Print how each score is composed.") var explain = false
  @Flag(help: "Print the text around matches, with matches in brackets.") var snippets = false
  @Flag(help: "Print results as cards: what to show, and what can be done.") var cards = false
  enum Facet: String, ExpressibleByArgument, CaseIterable {
    case type, app, day

    var facet: SearchFacet {
      switch self {
      case .type: .type
      case .app: .app
      case .day: .day
      }
    }
  }

  @Option(help: "Count all results by type, app or day instead of listing them.")
  var countBy: Facet?
  @OptionGroup var end: UntilOption
  @OptionGroup var form: JSONOption

  func validate() throws {
    guard end.until == nil || !snippets else {
      throw ValidationError("--until and --snippets cannot be combined.")
    }
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
    try GivenName.refuseNoWords(words)
    guard data == nil || url == nil else {
      throw ValidationError("Give --data DIR or --url URL, and not both.")
    }
    guard apps.installed.isEmpty || isBlended else {
      throw ValidationError("--installed needs --data DIR or --url URL.")
    }
    guard end.until == nil || !isBlended else {
      throw ValidationError("--until cannot be combined with --data or --url.")
    }
    guard end.until == nil || !partial else {
      throw ValidationError("--until and --partial cannot be combined.")
    }
    guard countBy == nil || (end.until == nil && !cards && !snippets && !explain) else {
      throw ValidationError(
        "--count-by cannot be combined with --until, --cards, --snippets or --explain.")
    }
    guard !cards || !form.json else {
      throw ValidationError("--cards and --json cannot be combined.")
    }
  }

  private var isBlended: Bool { data != nil || url != nil }

  /// As many as a server gives, however many are shown: so a shorter list is the beginning of a
  /// longer one.
  private static let publicResultsMax = 100

  /// What the public index of a cloud finds: in a folder, else at an address, else nothing.
  static func publicResults(
    _ words: String, data: String?, url: String?, _ apps: InstalledOption
  ) throws -> [PublicResult] {
    let installed = try apps.read()
    if let data {
      return try CloudReader(reading: data)
        .search(words, limit: publicResultsMax, installed: installed).map { PublicResult($0) }
    }
    guard let url else { return [] }
    let client = try CloudRoutes(url: url).client
    return try waiting {
      try await client.search(words, limit: publicResultsMax, installed: installed)
    }
  }

  /// What the device would have found then.
  private func searchPast(_ until: Moment) throws {
    let found = try folder.index(until: until).search(
      words.joined(separator: " "), inApp: app, limit: limit, isExplained: explain)
    if form.json { return try Output.json(found.map { Result($0) }) }
    if found.isEmpty { Terminal.complain("no results") }
    print(found)
  }

  private func print(_ results: some Collection<SearchResult>) {
    for (place, found) in results.enumerated() {
      let result = Result(found)
      if cards {
        Terminal.print((place > 0 ? "\n" : "") + found.card.text)
        for note in result.notes { Terminal.print("  " + note) }
      } else {
        let source = isBlended ? result.source + "  " : ""
        Terminal.print(source + result.text)
      }
      if let snippet = result.snippet { Terminal.print("    " + snippet.printable) }
      for line in found.score?.lines() ?? [] { Terminal.print("    " + line) }
    }
  }

  func run() throws {
    try reporting {
      if let until = end.until { return try searchPast(until) }
      let (found, cloudError) = try search(try folder.reader())
      if let countBy {
        try print(FacetCounts(countBy.facet, of: found, calendar: .inUTC))
      } else if form.json {
        try Output.json(found.map { Result($0) })
      } else {
        print(found)
      }
      if let cloudError { throw cloudError }
    }
  }

  private func print(_ counts: FacetCounts) throws {
    guard !form.json else { return try Output.json(CountReport(counts)) }
    var rows = counts.values.map { ($0.count, $0.value.printable) }
    if counts.unlistedCount > 0 { rows.append((counts.unlistedCount, "(others)")) }
    if counts.missingCount > 0 { rows.append((counts.missingCount, "(none)")) }
    for (count, value) in rows { Terminal.print("\(count)  \(value)") }
  }

  /// - Returns: also why the cloud could not answer, which hides nothing of the device's own.
  private func search(_ reader: DeviceReader) throws -> (SearchResults, cloudError: TransportError?)
  {
    if !partial { try reader.readIndexToEnd() }
    var publicResults: [PublicResult] = []
    var cloudError: TransportError?
    do {
      publicResults = try Self.publicResults(
        words.joined(separator: " "), data: data, url: url, apps)
    } catch let error as TransportError {
      cloudError = error
    }
    func search() throws -> SearchResults {
      try reader.search(
        words.joined(separator: " "), inApp: app, limit: countBy == nil ? limit : .max,
        isExplained: explain,
        hasExcerpts: snippets, blending: publicResults)
    }
    var found = try search()
    if found.isPartial, !partial {
      // Damage was met on the way: what is rebuilt is read first.
      try reader.readIndexToEnd()
      found = try search()
    }
    if found.isPartial { Terminal.complain("partial: the index has \(found.index.text)") }
    if let sentence = try reader.unreadableSentence() {
      Terminal.complain(
        "partial: \(sentence) See `spotlog journal verify \(folder.path.asShellWord)`.")
    }
    if found.isEmpty, !form.json { Terminal.complain(try reader.noResults(ofApp: app)) }
    return (found, cloudError)
  }

  private struct CountReport: Encodable {
    struct Row: Encodable {
      let value: String
      let count: Int
    }

    let by: String
    let results: Int
    let values: [Row]
    /// Results with a value that is not listed.
    let unlisted: Int
    /// Results without one.
    let missing: Int

    init(_ counts: FacetCounts) {
      by = counts.facet.rawValue
      results = counts.resultCount
      values = counts.values.map { Row(value: $0.value, count: $0.count) }
      (unlisted, missing) = (counts.unlistedCount, counts.missingCount)
    }
  }

  private struct Result: Encodable {
    let source: String
    let app: String
    let id: String
    let title: String
    let url: String
    /// Of a public result: what names it in feedback, and how it did.
    let tag: String?
    let shown: UInt64?
    let engaged: UInt64?
    let interval: [Int]?
    let unconfirmed: Bool?
    /// The public index found its page as well.
    let alsoPublic: Bool?
    /// What was meant, by what was typed.
    let corrections: [String: String]?
    /// What it has in the place of words, by what was typed.
    let synonyms: [String: String]?
    /// Words that it has not.
    let omitted: [String]?
    let snippet: String?
    let score: ScoreReport?

    init(_ result: SearchResult) {
      source = result.source == .device ? "device" : "public"
      app = result.bundleIdentifier
      id = result.uniqueIdentifier
      title = result.title
      url = result.url
      let feedback = result.source == .public ? result.feedback : nil
      tag = result.tag?.description
      (shown, engaged) = (feedback?.shown, feedback?.engaged)
      interval = feedback?.interval.map { [$0.lowerBound, $0.upperBound] }
      unconfirmed = result.isUnconfirmed ? true : nil
      alsoPublic = result.isAlsoPublic ? true : nil
      let meant = result.corrections.map { ($0.typed, $0.meant) }
      corrections = meant.isEmpty ? nil : Dictionary(meant) { first, _ in first }
      let same = result.synonyms.map { ($0.typed, $0.meant) }
      synonyms = same.isEmpty ? nil : Dictionary(same) { first, _ in first }
      omitted = result.omittedWords.isEmpty ? nil : result.omittedWords
      snippet = result.snippet?.marked("[", "]")
      score = result.score.map { ScoreReport($0, isRedacted: false) }
    }

    /// What else is to be said of it.
    var notes: [String] {
      var notes: [String] = []
      if let corrections {
        notes.append("(for \(corrections.values.sorted().map(\.printable).joined(separator: " ")))")
      }
      if let synonyms {
        notes.append("(by \(synonyms.values.sorted().map(\.printable).joined(separator: ", ")))")
      }
      if let omitted {
        notes.append("(without \(omitted.map(\.printable).joined(separator: " ")))")
      }
      if unconfirmed == true { notes.append("(unconfirmed)") }
      return notes
    }

    var text: String {
      ([app, id, title].map(\.printable) + notes).joined(separator: "  ")
    }
  }
}

extension Calendar {
  /// A day is one of UTC, wherever the command runs.
  fileprivate static var inUTC: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}
