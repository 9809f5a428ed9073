internal import JournalFormat

/// A column of a table on a page.
package enum PageColumn {
  case text(String)
  /// As narrow as its longest word.
  case word(String)
  /// Stands to the right, is as narrow as its longest number, and never breaks.
  case number(String)
}

/// What pages are made of.
extension HTML {
  /// Nothing without a body.
  package static func section(_ title: String, _ body: HTML) -> HTML {
    body.text.isEmpty ? "" : "<h2>\(title)</h2>\(body)"
  }

  /// What a page comes to, in a sentence.
  ///
  /// - Parameter look: a class of the page's style: good, pass, bad, fail or skipped.
  package static func verdict(_ text: String, look: String) -> HTML {
    "<p class=\"verdict \(look)\">\(text)</p>"
  }

  /// Key figures as tiles, in rows of at most five and about equally many.
  package static func tiles(_ figures: [(value: String, name: String)]) -> HTML {
    let rows = max(1, (figures.count + 4) / 5)
    let tiles: [HTML] = figures.map { figure in
      "<div class=tile><b>\(figure.value)</b><span>\(figure.name)</span></div>"
    }
    return "<div class=tiles style=\"--columns:\((figures.count + rows - 1) / rows)\">"
      + "\(tiles.joined())</div>"
  }

  /// Scrolls by itself where the window is narrower; the page does not. Empty without rows.
  package static func table(_ columns: [PageColumn], _ rows: [[HTML]]) -> HTML {
    let titles: [HTML] = columns.map { column in
      switch column {
      case .text(let title): "<th>\(title)</th>"
      case .word(let title): "<th class=w>\(title)</th>"
      case .number(let title): "<th class=n>\(title)</th>"
      }
    }
    let lines = rows.map { row -> HTML in
      let cells = zip(columns, row).map { column, cell -> HTML in
        switch column {
        case .text: "<td>\(cell)</td>"
        case .word: "<td class=w>\(cell)</td>"
        case .number: "<td class=n>\(cell)</td>"
        }
      }
      return "<tr>\(cells.joined())</tr>"
    }
    return rows.isEmpty ? "" : scrolled("<tr>\(titles.joined())</tr>\(lines.joined())")
  }

  /// Values by name, for copying.
  package static func pairs(_ pairs: [(name: String, value: String)]) -> HTML {
    scrolled(
      pairs.map { "<tr><th class=w>\($0.name)</th><td><code>\($0.value)</code></td></tr>" }
        .joined())
  }

  private static func scrolled(_ rows: HTML) -> HTML {
    "<div class=scroll><table>\(rows)</table></div>"
  }

  /// Lying bars with their names; nothing is drawn for zero.
  package static func bars(_ rows: [(name: String, value: Double, text: String)]) -> HTML {
    let greatest = max(1, rows.map(\.value).max() ?? 1)
    let cells = rows.map { row -> HTML in
      let share = (row.value / greatest * 1_000).rounded() / 10
      return "<div>\(row.name)</div><u style=\"width:\(share)%\"></u><span>\(row.text)</span>"
    }
    return "<div class=bars>\(cells.joined())</div>"
  }
}
