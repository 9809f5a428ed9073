import JournalFormat

/// Rows under titles, in columns as wide as their widest cell, for people.
struct TextTable {
  /// A value under the title of its column.
  struct Cell {
    let title: String
    let text: String
    var isNumber = false

    static func text(_ title: String, _ text: String) -> Cell { Cell(title: title, text: text) }

    static func number(_ title: String, _ number: some BinaryInteger) -> Cell {
      Cell(title: title, text: Figure.grouped(number), isNumber: true)
    }
  }

  private let rows: [[Cell]]

  /// - Parameter cells: of a row: as many for each, under the same titles.
  init<Row>(of rows: [Row], _ cells: (Row) -> [Cell]) { self.rows = rows.map(cells) }

  /// The titles and the rows, without spaces at their ends.
  var lines: [String] {
    guard let first = rows.first else { return [] }
    let texts = [first.map(\.title)] + rows.map { $0.map(\.text) }
    let widths = first.indices.map { column in texts.map { $0[column].count }.max() ?? 0 }
    return texts.map { row in
      let line = first.indices.map { column in
        first[column].isNumber
          ? row[column].leftPadded(to: widths[column]) : row[column].padded(to: widths[column])
      }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

/// Names of hexadecimal digits, as short as they can be told apart.
struct ShortNames {
  /// Fewer would be taken for a word or a number.
  static let digitsMin = 8
  private let count: Int

  init(of names: [String]) {
    let names = Set(names)
    let longest = names.map(\.count).max() ?? 0
    count =
      (Self.digitsMin..<max(longest, Self.digitsMin + 1)).first { count in
        Set(names.map { $0.prefix(count) }).count == names.count
      } ?? longest
  }

  func text(_ name: String) -> String { String(name.prefix(count)) }
}
