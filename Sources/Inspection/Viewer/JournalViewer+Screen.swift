internal import JournalFormat
internal import JournalStore

/// What is on the screen.
extension JournalViewer {
  /// A line of exactly the screen's width.
  public struct Line: Hashable, Sendable {
    /// How a line differs from others, for example by its colours.
    public enum Look: Hashable, Sendable { case plain, bar, marked, dim, title }
    /// What a terminal can show.
    public let text: String
    /// How it looks.
    public let look: Look
  }

  /// As many lines as the screen has.
  public func lines() -> [Line] {
    if mode == .help { return help() }
    var lines = [line(title, .bar)]
    lines += list()
    if detailHeight > 0 { lines += detail() }
    lines.append(line(slider, .dim))
    lines.append(line(prompt, .plain))
    lines.append(line(Self.keys, .bar))
    return lines
  }

  private func line(_ text: String, _ look: Line.Look) -> Line {
    Line(text: Cells.fit(text, width), look: look)
  }

  private static let keys =
    "q quit  / filter  [ ] same item  b back  < > time  : go to  enter detail  ? help"

  private var title: String {
    let identity = source.journal.identity
    return " \(identity.kind) journal  \(Figure.plainCount(head, "entry", "entries"))"
      + (until < head ? "  as of entry \(until)" : "")
      + (source.snapshotTime.map { "  snapshot of \($0.text)" } ?? "")
      + "  " + source.path.printable
  }

  // MARK: The list

  private func list() -> [Line] {
    let numbers = shownNumbers()
    let width = String(head).count
    var lines = numbers.map { number -> Line in
      let mark = number == selected
      return line(text(of: number, width), mark ? .marked : .plain)
    }
    if lines.isEmpty {
      let text = head < first ? "  the journal has no entries" : "  no entry is found yet"
      lines.append(line(text, .dim))
    }
    while lines.count < listHeight { lines.append(line("", .plain)) }
    return lines
  }

  /// The entries of the list's page around the marked one, the newest last.
  private func shownNumbers() -> [UInt64] {
    guard until >= first else { return [] }
    let count = listHeight
    guard let matches else {
      // The marked one is in the middle, but for the ends.
      let half = UInt64(count / 2)
      let last = min(until, max(selected + half, first + UInt64(count) - 1))
      let start = last >= first + UInt64(count) ? last - UInt64(count) + 1 : first
      return Array(start...max(start, last))
    }
    guard let place = matches.firstIndex(where: { $0 <= selected }) else {
      return matches.suffix(count).reversed()
    }
    let newest = max(0, min(place - count / 2, matches.count - count))
    return matches[newest..<min(matches.count, newest + count)].reversed()
  }

  private func text(of number: UInt64, _ width: Int) -> String {
    let digits = String(number)
    let padded = String(repeating: " ", count: max(0, width - digits.count)) + digits
    guard let entry = entry(number) else { return " \(padded)  cannot be read" }
    let summary = summary(of: entry)
    let fields = EntrySummary(title: "", isEvent: summary.isEvent, fields: summary.fields)
      .line(valueMax: self.width)
    let kind = Cells.fit(summary.title, max(17, Cells.width(summary.title)))
    return " \(padded)  \(entry.header.time.text.prefix(19))  \(kind)\(fields)"
  }

  private func entry(_ number: UInt64) -> Entry? {
    SequenceNumber(number).flatMap { try? source.journal.entry($0) }
  }

  private func summary(of entry: Entry) -> EntrySummary {
    let summary = EntrySummary(kind: entry.header.kind, payload: entry.payload)
    return isRedacted ? summary.withoutWords : summary
  }

  // MARK: One entry

  private func detail() -> [Line] {
    var lines = [line(String(repeating: "-", count: width), .dim)]
    let all = detailTexts()
    let top = min(detailTop, max(0, all.count - 1))
    lines += all.dropFirst(top).prefix(detailHeight - 1).map { line($0, .plain) }
    while lines.count < detailHeight { lines.append(line("", .plain)) }
    return Array(lines.prefix(detailHeight))
  }

  private func detailTexts() -> [String] {
    guard let entry = entry(selected) else {
      return ["entry \(selected) cannot be read: `spotlog journal verify` says why"]
    }
    let summary = summary(of: entry)
    var lines = [
      "entry \(selected)  \(summary.title)  \(entry.header.time.text)",
      "payload \(Figure.bytes(entry.header.payloadByteCount))  digest \(entry.digest)",
    ]
    for field in summary.fields where !field.value.isEmpty {
      let name = Cells.fit("  " + field.name.printable, 22)
      // A value may be megabytes: what is beyond a few lines is for `show`.
      var rest = field.value.cut(to: 4_000).printable.prefix(4_000)
      lines.append(name + " " + String(rest.prefix(max(10, width - 24))))
      rest = rest.dropFirst(max(10, width - 24))
      while !rest.isEmpty, lines.count < 200 {
        lines.append(Cells.fit("", 23) + String(rest.prefix(max(10, width - 24))))
        rest = rest.dropFirst(max(10, width - 24))
      }
    }
    guard !isRedacted, let payload = entry.payload else {
      return lines + [entry.payload == nil ? "  redacted: the digest is what remains" : ""]
    }
    for field in FieldMap(kind: entry.header.kind, payload: payload).fields.prefix(200) {
      let indent = String(repeating: "  ", count: field.depth)
      let hex = field.isSecret ? "a secret" : payload[field.range].prefix(16).hex
      let place = String(field.range.lowerBound, radix: 16)
      lines.append("  \(Cells.fit(place, 6))\(Cells.fit(indent + field.name, 28)) \(hex)")
    }
    return lines
  }

  // MARK: Below

  /// Where in time the list ends, with the time that it was then.
  private var slider: String {
    let time = entry(until)?.header.time.text ?? ""
    let label = " entry \(until)  \(time) "
    let cells = max(10, width - Cells.width(label) - 4)
    let all = head >= first ? head - first : 0
    let done = until >= first ? until - first : 0
    let place = all == 0 ? cells : Int(Double(done) / Double(all) * Double(cells))
    let bar =
      String(repeating: "=", count: max(0, place - 1)) + "|"
      + String(repeating: ".", count: max(0, cells - max(1, place)))
    return " [\(bar)]\(label)"
  }

  private var prompt: String {
    switch mode {
    case .filter:
      let found = matches.map { "\($0.count) found" }
      return " filter: \(typed.printable)_   "
        + (found ?? "words, kind: app: item: domain: tag: device:")
    case .jump: return " go to: \(destination.printable)_   \(Moment.forms)"
    case .list, .help: break
    }
    if !message.isEmpty { return " \(message.printable)" }
    let found = matches.map { "\($0.count) found" } ?? ""
    switch search {
    case .matches(let before): return " filter \(typed.printable): \(found), looking at \(before)"
    case .related(_, _, let next): return " looking for the same item at \(next), esc stops"
    case nil: return matches == nil ? "" : " filter \(typed.printable): \(found)"
    }
  }

  private func help() -> [Line] {
    let texts = [
      "", " up down j k        one entry", " page up, page down  one page",
      " g G home end       the first, the last",
      " /                  filter as you type: words, and kind:item-indexed app:com.example",
      "                    item:note-7 domain:a.b tag:01ab device:4f2a; esc ends it",
      " [ ]                the entry before, after it about the same item, tag or device",
      " b                  back from a jump", " :                  go to an entry or a time",
      " < > left right     through time: later entries are as if they had not happened yet",
      " , .                the same by one entry",
      " enter              shows and hides the entry in full; J K scroll it",
      " q                  ends it",
      "", " any key goes back",
    ]
    var lines = [line(" help", .bar)] + texts.map { line($0, .plain) }
    while lines.count < height { lines.append(line("", .plain)) }
    return Array(lines.prefix(height))
  }
}
