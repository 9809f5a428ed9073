import Foundation
import TestSupport
import Testing

/// An item of the real data, and what is known of it without any search engine.
struct RealItem {
  let app: String
  let id: String
  let domain: String
  /// Words that somebody who looks for it knows: of its title, and who made it or where it is.
  let title: String
  let maker: String
  let keywords: [String]
  /// A description, then whatever else it says.
  let texts: [String]

  /// As `spotlog device index` reads it.
  func line() throws -> Data {
    var attributes: [String: Any] = ["title": title]
    if !maker.isEmpty { attributes["artist"] = maker }
    if !keywords.isEmpty { attributes["keywords"] = keywords }
    if let first = texts.first, !first.isEmpty { attributes["contentDescription"] = first }
    if texts.count > 1 { attributes["textContent"] = texts.dropFirst().joined(separator: "\n") }
    return try JSONSerialization.data(
      withJSONObject: [
        "time": 1, "kind": "index", "app": app, "id": id, "domain": domain,
        "attributes": attributes,
      ])
  }
}

/// Artworks, pages of a manual in 39 languages, recipes and places.
enum RealItems {
  static var areThere: Bool {
    ["tate.artworks.jsonl.gz", "tldr.pages.jsonl.gz", "recipes-pd.jsonl.gz", "world-cities.csv.gz"]
      .allSatisfy { RealData.path($0) != nil }
  }

  static func all() throws -> [RealItem] {
    try artworks() + pages() + recipes() + places()
  }

  private static func artworks() throws -> [RealItem] {
    try objects("tate.artworks.jsonl.gz").map { object in
      RealItem(
        app: "tate", id: object.text("id"), domain: "artworks", title: object.text("title"),
        maker: object.text("artist"), keywords: object["keywords"] as? [String] ?? [],
        texts: [object.text("medium")])
    }
  }

  private static func pages() throws -> [RealItem] {
    try objects("tldr.pages.jsonl.gz").map { object in
      let examples = (object["examples"] as? [[String: Any]] ?? []).flatMap {
        [$0.text("text"), $0.text("command")]
      }
      return RealItem(
        app: "tldr", id: object.text("id"),
        domain: "pages.\(object.text("lang")).\(object.text("platform"))",
        title: object.text("title"), maker: "", keywords: [],
        texts: [object.text("description")] + examples)
    }
  }

  static func recipes() throws -> [RealItem] {
    try objects("recipes-pd.jsonl.gz").map { object in
      RealItem(
        app: "recipes", id: object.text("id"), domain: "recipes", title: object.text("title"),
        maker: "", keywords: object["tags"] as? [String] ?? [],
        texts: [object.text("description")] + (object["ingredients"] as? [String] ?? []))
    }
  }

  /// Lines of a name, a country, a part of it and a number.
  private static func places() throws -> [RealItem] {
    try lines("world-cities.csv.gz").dropFirst().map { line in
      let parts = fields(String(decoding: line, as: UTF8.self))
      return RealItem(
        app: "places", id: try #require(parts.count == 4 ? parts[3] : nil), domain: "places",
        title: parts[0], maker: "\(parts[1]) \(parts[2])", keywords: [], texts: [])
    }
  }

  /// What commas separate, unless they stand between quotes.
  private static func fields(_ line: String) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .reduce(into: [""]) { fields, piece in
        let pieces =
          piece.offset.isMultiple(of: 2)
          ? piece.element.split(separator: ",", omittingEmptySubsequences: false)
          : [piece.element]
        fields[fields.count - 1] += pieces.first ?? ""
        fields += pieces.dropFirst().map { String($0) }
      }
  }

  private static func objects(_ name: String) throws -> [[String: Any]] {
    try lines(name).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
    }
  }

  private static func lines(_ name: String) throws -> [Data.SubSequence] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", try #require(RealData.path(name))]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return bytes.split(separator: UInt8(ascii: "\n")).map {
      $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
    }
  }
}

extension [String: Any] {
  fileprivate func text(_ name: String) -> String { self[name] as? String ?? "" }
}

/// Which items have a word, found out with Foundation's notion of words alone.
struct PlainWords {
  private var items: [String: [Int]] = [:]
  private var sorted: [String] = []

  init(_ all: [RealItem]) {
    for (number, item) in all.enumerated() {
      let texts = [item.title, item.maker] + item.keywords + item.texts
      for word in Set(texts.flatMap(Self.words)) { items[word, default: []].append(number) }
    }
    sorted = items.keys.sorted()
  }

  /// Letters and digits in a row, without case, accents and widths.
  static func words(_ text: String) -> [String] {
    text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
    )
    .components(separatedBy: CharacterSet.alphanumerics.inverted).filter { !$0.isEmpty }
  }

  /// The items that have all the words, of the last one only the beginning if it is so.
  func having(_ words: [String], isLastPrefix: Bool) -> Set<Int> {
    var found: Set<Int>?
    for (place, word) in words.enumerated() {
      let isPrefix = isLastPrefix && place == words.count - 1
      let having = Set(isPrefix ? beginning(with: word) : items[word] ?? [])
      found = found?.intersection(having) ?? having
    }
    return found ?? []
  }

  private func beginning(with text: String) -> [Int] {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < text { low = middle + 1 } else { high = middle }
    }
    return sorted[low...].prefix { $0.hasPrefix(text) }.flatMap { items[$0] ?? [] }
  }
}
