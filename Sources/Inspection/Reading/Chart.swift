package import JournalFormat

/// Figures by day as bars: in a terminal's line, and in a page.
package struct DayChart: Hashable, Sendable {
  package struct Bar: Hashable, Sendable {
    package let first: Day
    package let last: Day
    package var value: UInt64
  }

  package private(set) var bars: [Bar] = []
  /// Days that each bar stands for; the last one may have fewer.
  package private(set) var daysPerBar = 1

  /// For a title, after "entries by".
  package var unit: String { daysPerBar == 1 ? "day" : "\(daysPerBar) days" }

  /// - Parameters:
  ///   - values: by day, in any order.
  ///   - count: bars at most: more days share one.
  package init(_ values: [(day: Day, value: UInt64)], atMost count: Int) {
    guard let first = values.map(\.day).min(), let last = values.map(\.day).max() else { return }
    let days = Int(last.rawValue) - Int(first.rawValue) + 1
    let width = max(1, (days + count - 1) / count)
    daysPerBar = width
    for start in stride(from: 0, to: days, by: width) {
      let begin = Int(first.rawValue) + start
      let end = min(begin + width - 1, Int(last.rawValue))
      bars.append(Bar(first: Day(Int32(begin)), last: Day(Int32(end)), value: 0))
    }
    for (day, value) in values {
      bars[(Int(day.rawValue) - Int(first.rawValue)) / width].value += value
    }
  }

  private static let blocks = Array(" ▁▂▃▄▅▆▇█")

  /// One character a bar, the largest as high as a line.
  package var text: String {
    let most = bars.map(\.value).max() ?? 0
    return String(
      bars.map { bar in
        guard bar.value > 0, most > 0 else { return Self.blocks[0] }
        // What is there is seen, however little it is.
        return Self.blocks[max(1, Int((Double(bar.value) / Double(most) * 8).rounded()))]
      })
  }
}
