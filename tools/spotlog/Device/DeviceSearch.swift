import ArgumentParser
import CloudAggregator
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore
import Search
import Simulation
import WordSearch

struct DeviceSearch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Search the device's index, best results first.",
    discussion: """
      All words have to be found, the last one as the beginning of a word. Where fewer than ten \
      have the others as they were typed, these need only begin a word as well. Where fewer \
      than three are found, words that hardly anything has are taken for ones that are like \
      them, and what has these stands below. \
      --explain says of what each score is made, --snippets where the words are; \
      docs/SEARCH.md says how.

      An index that is behind the journal, as after a restore, is read on first. With --partial \
      the answer is from what it has read by now, and a line on standard error says so; every \
      such command reads it on by some entries.

      With --data or --url, what a cloud's public index finds is ranked among the device's own, \
      and each line says where it is from. A page that both have is one result.

      With --until the answer is what the device would have said then: an index is made for it, \
      and nothing of the device's is changed, so it may be in use. Words that were redacted \
      since are not in it, and a line on standard error says so.

      Examples:
        spotlog device search phone buy milk
        spotlog device search phone milk --explain
        spotlog device search phone milk --snippets
        spotlog device search phone milk --partial
        spotlog device search phone dune --url http://127.0.0.1:8080
        spotlog device search phone milk --until 2026-01-31T12:00:00Z
      """)

  @OptionGroup var folder: DeviceFolder
  @Argument(help: "The words.") var words: [String]
  @Option(help: "Search only this app's items.", transform: GivenName.named) var app: String?
  @Option(help: "Maximum results.") var limit = 20
  @Option(
    help: ArgumentHelp("A cloud's data folder.", valueName: "dir"), completion: .directory,
    transform: GivenPath.named)
  var data: String?
  @Option(help: ArgumentHelp("A cloud's address.", valueName: "url")) var url: String?
  @Flag(help: "Search what the index has now, without waiting for it.") var partial = false
  @Flag(help: "Print how each score is composed.") var explain = false
  @Flag(help: "Print the text around matches, with matches in brackets.") var snippets = false
  @OptionGroup var end: UntilOption
  @OptionGroup var form: JSONOption

  func validate() throws {
    guard end.until == nil || !snippets else {
      throw ValidationError("--until and --snippets do not go together.")
    }
    guard limit > 0 else { throw ValidationError("--limit has to be at least 1.") }
    try GivenName.refuseNoWords(words)
    guard data == nil || url == nil else {
      throw ValidationError("Give --data DIR or --url URL, and not both.")
    }
    guard end.until == nil || !isBlended else {
      throw ValidationError("--until is for the device alone: leave out --data and --url.")
    }
    guard end.until == nil || !partial else {
      throw ValidationError("--until and --partial do not go together.")
    }
  }

  private var isBlended: Bool { data != nil || url != nil }

  /// As many as a server gives, however many are shown: so a shorter list is the beginning of a
  /// longer one.
  private static let publicResultsMax = 100

  /// What the public index finds.
  private func publicResults() throws -> [PublicResult] {
    let words = words.joined(separator: " ")
    let limit = Self.publicResultsMax
    if let data {
      return try CloudReader(reading: data).search(words, limit: limit)
        .map { PublicResult(CloudTables.Line($0)) }
    }
    guard let url else { return [] }
    return try CloudRoutes(url: url).search(words, limit: limit).map { PublicResult($0) }
  }

  /// What the device would have found then.
  private func searchPast(_ until: Moment) throws {
    let (index, time) = try PastIndex.open(folder, until: until)
    let found = try index.search(
      words.joined(separator: " "), app: app, now: time, limit: limit, isExplained: explain)
    if form.json { return try Output.json(found.map { Result($0) }) }
    if found.isEmpty { Terminal.complain("no results") }
    for result in found { Self.print(Result(result), result.explanation) }
  }

  private static func print(
    _ result: Result, _ explanation: ScoreExplanation?, after beginning: String = ""
  ) {
    Terminal.print(beginning + result.text)
    if let snippet = result.snippet { Terminal.print("    " + snippet.printable) }
    for line in explanation?.lines(isRedacted: false) ?? [] { Terminal.print("    " + line) }
  }

  func run() throws {
    try reporting {
      if let until = end.until { return try searchPast(until) }
      let found = try folder.read(search)
      if form.json {
        try Output.json(found.map { Result($0) })
      } else {
        for result in found {
          let source = isBlended ? Result(result).source + "  " : ""
          Self.print(Result(result), result.explanation, after: source)
        }
      }
    }
  }

  private func search(_ reading: DeviceReading) throws -> SearchResults {
    if !partial { try reading.readIndexToEnd() }
    let publicResults = try publicResults()
    func search() throws -> SearchResults {
      try reading.device.queries.searchMeanwhile(
        words.joined(separator: " "), app: app, now: .current, limit: limit,
        isExplained: explain, hasExcerpts: snippets, blending: publicResults)
    }
    var found = try search()
    if found.isPartial, !partial {
      // Damage was met on the way: what is rebuilt is read first.
      try reading.readIndexToEnd()
      found = try search()
    }
    if found.isPartial { Terminal.complain("partial: the index has \(found.index.text)") }
    try folder.complainOfUnreadable(reading.device)
    if found.isEmpty, !form.json {
      Terminal.complain(try NoResults.text(in: reading.device, ofApp: app))
    }
    return found
  }

  private struct Result: Encodable {
    let source: String
    let app: String
    let id: String
    let title: String
    let url: String
    let unconfirmed: Bool?
    /// The public index found its page as well.
    let alsoPublic: Bool?
    /// What was meant, by what was typed.
    let corrections: [String: String]?
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
      unconfirmed = result.isUnconfirmed ? true : nil
      alsoPublic = result.isAlsoPublic ? true : nil
      let meant = result.corrections.map { ($0.typed, $0.meant) }
      corrections = meant.isEmpty ? nil : Dictionary(meant) { first, _ in first }
      omitted = result.omittedWords.isEmpty ? nil : result.omittedWords
      snippet = result.snippet?.marked("[", "]")
      score = result.explanation.map { ScoreReport($0, isRedacted: false) }
    }

    var text: String {
      let meant = corrections.map { corrections in
        "  (for " + corrections.values.sorted().map(\.printable).joined(separator: " ") + ")"
      }
      let without = omitted.map { words in
        "  (without " + words.map(\.printable).joined(separator: " ") + ")"
      }
      return "\(app.printable)  \(id.printable)  \(title.printable)\(meant ?? "")\(without ?? "")"
        + (unconfirmed == true ? "  (unconfirmed)" : "")
    }
  }
}

extension PublicResult {
  /// A row of a cloud's tables.
  init(_ line: CloudTables.Line) {
    // What has no page is called by its app and an identifier.
    let isPage = line.key.hasPrefix("http://") || line.key.hasPrefix("https://")
    self.init(
      bundleIdentifier: line.app, uniqueIdentifier: line.key, title: line.title,
      contentDescription: line.contentDescription, keywords: line.keywords,
      url: isPage ? line.key : "", engagedCount: line.events)
  }
}

extension Device {
  /// Reads the index on to the journal's end, and says how far it is where somebody watches. What
  /// was read when it is interrupted need not be read again.
  ///
  /// - Parameter asksApps: whether apps are asked for their items after a restore.
  func readIndexToEnd(asksApps: Bool) throws {
    var progress = try index.read()
    while !progress.isComplete {
      Terminal.progress("the index has \(progress.text)")
      progress = try index.read()
    }
    Terminal.endProgress()
    if asksApps { try reindex.askAfterRestore(at: .current) }
  }
}

extension IndexProgress {
  /// For people, after "the index has".
  var text: String {
    "read \(Figure.grouped(doneCount)) of \(Figure.count(entryCount, "entry", "entries"))"
  }
}

extension PastIndex {
  /// The index of a device's folder as it was, and the time that it was then. Says where it is
  /// partial.
  static func open(
    _ folder: DeviceFolder, until: Moment
  ) throws -> (index: PastIndex, time: Timestamp) {
    let path = folder.path
    guard FileManager.default.fileExists(atPath: path) else {
      throw DeviceFolder.missing(path)
    }
    let source = try JournalSource(path, member: "private")
    let last = try JournalReader.last(until, in: source.journal)
    let keys = try folder.unlocking.keys(in: path)
    let index = try PastIndex(of: source, until: last, unlockedBy: keys) {
      Terminal.progress("entry \($0) of \(last)")
    }
    Terminal.endProgress()
    let gaps = index.gaps
    if gaps.count > 0 {
      Terminal.complain(
        "partial: "
          + Figure.count(
            gaps.count, "entry, \(gaps.first), is redacted, and what it said",
            "entries from \(gaps.first) to \(gaps.last) are redacted, and what they said")
          + " is not in this index")
    }
    if gaps.floor > 0 { Terminal.complain("partial: entries up to \(gaps.floor) were pruned") }
    if let sentence = index.unreadable.sentence { Terminal.complain("partial: \(sentence)") }
    source.warnIfChanged()
    let time = try SequenceNumber(last).flatMap { try source.journal.entry($0) }?.header.time
    return (index, until.end ?? time ?? .current)
  }
}
