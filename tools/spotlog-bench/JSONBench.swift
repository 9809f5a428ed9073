import Foundation
import JournalFormat
import StrictJSON

/// How fast lines of JSON are read, beside Foundation's reader.
enum JSONBench {
  private static let lineCount = 20_000
  private static let rounds = 3

  static func run() throws -> [Measurement] {
    let lines = (0..<lineCount).map { Array(line($0).utf8) }
    let megabytes = Double(lines.reduce(0) { $0 + $1.count }) / 1_000_000
    let bodies = lines.map { Data($0) }
    var ours = Double.infinity
    var foundation = Double.infinity
    // The best of several, turn by turn: whatever else runs here slows both.
    for _ in 0..<rounds {
      ours = min(
        ours,
        try BenchClock.cpuSeconds { for line in lines { _ = try JSONReader.read(line) } })
      foundation = min(
        foundation,
        try BenchClock.cpuSeconds {
          for body in bodies { _ = try JSONSerialization.jsonObject(with: body) }
        })
    }
    return [
      Measurement(
        name: "JSON lines read", ours: megabytes / ours, unit: "MB/s",
        limitName: "Foundation", limit: megabytes / foundation, target: 1, targetIsRatio: true)
    ]
  }

  /// A line as traces have them: an item, an activity or an engagement.
  private static func line(_ number: Int) -> String {
    var random = SplitMix64(UInt64(number))
    let words = ["milk", "Sauerteig", "naïve", "caf\\u00e9", "\\\"quoted\\\"", "東京", "list", "of"]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in words[Int(random.below(UInt64(words.count)))] }
        .joined(separator: " ")
    }
    let start =
      "{\"time\":\(1_700_000_000 + number).25,\"device\":\"d\(number % 100)\","
      + "\"app\":\"com.example.notes\",\"id\":\"note-\(number)\","
    switch number % 3 {
    case 0:
      return start
        + "\"kind\":\"index\",\"domain\":\"a.b\",\"attributes\":{\"title\":\"\(text(4))\","
        + "\"contentDescription\":\"\(text(30))\",\"pageCount\":\(number),\"rating\":4.5,"
        + "\"keywords\":[\"\(text(1))\",\"\(text(1))\"],\"dueDate\":\"2026-01-31T12:00:00Z\"}}"
    case 1:
      return start
        + "\"kind\":\"activity\",\"type\":\"com.example.view\",\"title\":\"\(text(5))\","
        + "\"url\":\"https://example.com/\(number)\",\"search\":true,\"public\":false}"
    default:
      return start + "\"kind\":\"engage\",\"query\":\"\(text(2))\",\"shown\":[\"1\",\"2\",\"3\"]}"
    }
  }
}
