import DeviceIndex
import Foundation
import JournalFormat
import QueryLanguage
import SQLite

/// A device's own search: indexing, asking, and what a change costs.
struct IndexBench {
  private static let queryCount = 4_000
  private static let comparedCount = 40
  private static let updateCount = 2_000
  private static let start = Timestamp(milliseconds: 1_767_225_600_000)

  private let folder: BenchFolder
  private let count: Int
  private let corpus: BenchCorpus
  private var results: [Measurement] = []

  static func run() throws -> [Measurement] {
    let corpus = BenchCorpus()
    return try [100_000, 1_000_000].flatMap { count in
      var bench = IndexBench(folder: try BenchFolder(), count: count, corpus: corpus)
      try bench.measure()
      return bench.results
    }
  }

  private init(folder: BenchFolder, count: Int, corpus: BenchCorpus) {
    (self.folder, self.count, self.corpus) = (folder, count, corpus)
  }

  private mutating func measure() throws {
    try journal()
    try index()
    try ask()
    // Ranking everything takes its time.
    if count == 100_000 { try compare() }
    try change()
  }

  private func device() throws -> Device {
    try Device.inFolder(
      folder.path + "/device",
      DeviceConfiguration(tagSalt: [UInt8](repeating: 1, count: 16), cloudKeys: []),
      now: Self.start, random: .seeded(1))
  }

  /// - Parameter word: what no other title has.
  private func event(_ number: Int, of id: Int, word: String = "") -> JournalEvent {
    let document = corpus.document(number)
    var event = JournalEvent()
    event.itemIndexed.app = "com.example.app\(id % 5)"
    event.itemIndexed.id = "\(id)"
    event.itemIndexed.attributes.values = [
      ("contentDescription", document.description), ("title", document.title + word),
    ].map { name, text in
      var attribute = JournalAttribute()
      attribute.name = name
      attribute.value.string = text
      return attribute
    }
    // What is popular is new: the index has to find it among what is not.
    var date = JournalAttribute()
    date.name = "contentModificationDate"
    date.value.dateMilliseconds =
      Self.start.milliseconds - Int64(1_000_000 / max(1, document.popularity)) * 300_000
    event.itemIndexed.attributes.values.insert(date, at: 1)
    return event
  }

  private func journal() throws {
    let device = try device()
    for first in stride(from: 0, to: count, by: 1_000) {
      try device.record(
        (first..<min(first + 1_000, count)).map { event($0, of: $0) }, at: Self.start)
    }
  }

  private var size: String { count == 1_000_000 ? "1,000,000 items" : "100,000 items" }

  private mutating func add(
    _ name: String, _ ours: Double, _ unit: String, target: Double?, smallerIsBetter: Bool = true
  ) {
    results.append(
      Measurement(
        name: "\(size): \(name)", ours: ours, unit: unit, target: target,
        smallerIsBetter: smallerIsBetter))
  }

  /// Made from the journal, as after a loss.
  private mutating func index() throws {
    // Nobody else can open an index that is in use.
    let seconds = try BenchClock.cpuSeconds { try device().index.catchUp() }
    add(
      "indexed from the journal", Double(count) / seconds, "items/CPU s", target: 12_000,
      smallerIsBetter: false)
    add("the same, 100,000 of them", seconds * 100_000 / Double(count), "CPU s", target: 8)
    let connection = try Connection(
      path: folder.path + "/device/index.sqlite", mode: .readOnly)
    let bytes = try connection.integer("SELECT sum(length(bytes)) FROM word_chunks")
    add("the index beside the texts", Double(bytes) / Double(count), "bytes/item", target: 350)
  }

  private mutating func ask() throws {
    let queries = corpus.queries(Self.queryCount, of: count)
    var opened: Device?
    let first = try BenchClock.cpuSeconds {
      opened = try device()
      _ = try opened?.queries.search(queries[0].text, now: Self.start, limit: 10)
    }
    guard let device = opened else { return }
    add("opened, and the first search", first * 1_000, "ms", target: count > 100_000 ? 100 : nil)
    var times: [String: [Double]] = [:]
    for query in queries {
      let seconds = try BenchClock.cpuSeconds {
        _ = try device.queries.search(query.text, now: Self.start, limit: 10)
      }
      times["all", default: []].append(seconds * 1_000)
      times[query.kind, default: []].append(seconds * 1_000)
    }
    let isLarge = count > 100_000
    let all = (times["all"] ?? []).sorted()
    add("a search, the median", all[all.count / 2], "ms", target: isLarge ? 5 : nil)
    add(
      "one of a hundred takes longer", all[all.count * 99 / 100], "ms", target: isLarge ? 60 : nil)
    let letter = (times["p1"] ?? []).sorted()
    add(
      "of one letter, one of a hundred", letter[letter.count * 99 / 100], "ms",
      target: isLarge ? 30 : nil)
    try askLanguage(device)
  }

  /// Asks in the query language what no word narrows: a day's documents.
  private mutating func askLanguage(_ device: Device) throws {
    var times: [Double] = []
    var found = 0
    for day in 0..<200 {
      let query = try QueryLanguage.Query("contentModificationDate == $time.today(-\(day))")
      let clock = QueryClock(now: Self.start.milliseconds)
      let seconds = try BenchClock.cpuSeconds {
        found += try device.queries.find(query, clock: clock, limit: 10).count
      }
      times.append(seconds * 1_000)
    }
    guard found > 0 else { throw BenchError("No document is of any of 200 days.") }
    add("a query for one day's dates, the median", times.sorted()[100], "ms", target: nil)
  }

  /// The same ten as where everything is ranked and nothing left out early.
  private mutating func compare() throws {
    let device = try device()
    var (same, compared) = (0, 0)
    for query in corpus.queries(Self.comparedCount, of: count) {
      let ten = try device.queries.search(query.text, now: Self.start, limit: 10)
      let all = try device.queries.search(query.text, now: Self.start, limit: count)
      let ids = Set(all.prefix(10).map(\.uniqueIdentifier))
      compared += ids.count
      same += ten.count { ids.contains($0.uniqueIdentifier) }
    }
    add(
      "the same ten as ranking everything gives", 100 * Double(same) / Double(compared), "%",
      target: 98, smallerIsBetter: false)
  }

  private mutating func change() throws {
    let device = try device()
    var times: [Double] = []
    for number in 0..<Self.updateCount {
      let id = (number &* 7_919) % count
      let event = event(count + number, of: id, word: " change\(number)of")
      var found: [SearchResult] = []
      times.append(
        try BenchClock.wallSeconds {
          try device.record([event], at: Self.start)
          found = try device.queries.search("change\(number)of", now: Self.start, limit: 10)
        } * 1_000)
      guard found.map(\.uniqueIdentifier) == ["\(id)"] else {
        throw BenchError("A change of \(id) is not found.")
      }
    }
    times.sort()
    add("a durable change until it is found, the median", times[times.count / 2], "ms", target: nil)
    add("the same, one of a hundred takes longer", times[times.count * 99 / 100], "ms", target: 8)
  }
}
