internal import CivilTime
internal import JournalFormat

extension ResultCard {
  /// The card for a terminal, in lines of 80 cells at most: the title, and below it, with an
  /// indent, what else there is. No character of an app moves the cursor, hides or turns a line.
  public var text: String {
    var text = Cells.wrapped(shownTitle.printable, to: Self.width).joined(separator: "\n")
    for line in lines + ratingLines {
      for part in Cells.wrapped(line.printable, to: Self.width - 2) { text += "\n  " + part }
    }
    for (name, value) in rows {
      let room = Self.width - Self.nameWidth
      for (place, part) in Cells.wrapped(value.printable, to: room).enumerated() {
        text += "\n" + Cells.fit(place == 0 ? "  " + name : "", Self.nameWidth) + part
      }
    }
    return text
  }

  private static let (width, nameWidth) = (80, 14)

  /// What stands for a title that is missing.
  package var shownTitle: String { title.isEmpty ? "(no title)" : title }

  private var ratingLines: [String] {
    guard let rating else { return [] }
    let stars = rating.stars.map { rating.signs + " " + CardNumber.stars($0) } ?? ""
    return [[stars, rating.text].filter { !$0.isEmpty }.joined(separator: ", ")]
  }

  /// Each with its name.
  private var rows: [(name: String, value: String)] {
    var rows: [(name: String, value: String)] = []
    if !price.isEmpty { rows.append(("price", price)) }
    rows += dates.map { ($0.role.rawValue, $0.text) }
    if !place.isEmpty { rows.append(("place", place)) }
    if !pictureAddress.isEmpty { rows.append(("picture", pictureAddress)) }
    for action in actions {
      switch action {
      case .call(let number): rows.append(("call", number))
      case .directions(let latitude, let longitude):
        rows.append(
          ("directions", CardNumber.degrees(latitude) + ", " + CardNumber.degrees(longitude)))
      case .play(let address): rows.append(("play", address))
      case .message(let address, _): rows.append(("message", address))
      case .openPage(let address): rows.append(("page", address))
      case .openInApp(let identifier): rows.append(("in the app", Self.line(identifier)))
      }
    }
    rows.append(("app", isPublic ? app + " (public)" : app))
    if let popularity { rows.append(("opened", popularity.text)) }
    return rows
  }
}

extension ResultCard.Rating {
  /// Five signs, to the nearest half; empty without stars.
  package var signs: String {
    guard let stars else { return "" }
    let halves = Int((stars * 2).rounded())
    let full = String(repeating: "★", count: halves / 2)
    let half = halves.isMultiple(of: 2) ? "" : "½"
    return full + half + String(repeating: "☆", count: 5 - halves / 2 - half.count)
  }
}

extension ResultCard.DateField {
  /// In UTC: "2026-01-31", "2026-01-31 12:00 UTC".
  package var text: String {
    let whole = ISOTime.text(time.milliseconds)
    guard !isWholeDay else { return String(whole.prefix { $0 != "T" }) }
    return whole.prefix { $0 != "T" } + " "
      + whole.drop { $0 != "T" }.dropFirst().prefix(5) + " UTC"
  }

  /// As programs read it.
  package var machineText: String {
    let whole = ISOTime.text(time.milliseconds)
    return isWholeDay ? String(whole.prefix { $0 != "T" }) : whole
  }
}

extension ResultCard.Popularity {
  /// "12 times on 5 devices".
  package var text: String {
    Figure.count(engagements, "time") + " on " + Figure.count(devices, "device")
  }
}
