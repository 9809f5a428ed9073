internal import JournalFormat
internal import JournalStore

/// A journal on a full screen: a list, one entry in full, a filter and a slider through time.
///
///     var viewer = try JournalInspector("phone").viewer(width: 80, height: 24)
///     for key in "/milk" { viewer.press(.character(key)) }
///     while viewer.work(atMost: 20_000) {}
///     for line in viewer.lines() { print(line.text) }
///
/// What is on the screen is a function of keys and of the journal. It knows no terminal: keys come
/// in, lines go out, and long searches are done in pieces by who has nothing else to do. It keeps
/// the journal open, and is for one task at a time.
public struct JournalViewer {
  /// What keys are for.
  enum Mode: Hashable, Sendable {
    case list, filter, jump, help
  }

  /// A search that is not at its end: for entries that the filter wants, or for the next one about
  /// the same item.
  enum Search: Hashable {
    case matches(before: UInt64)
    case related(EntryFilter, isForwards: Bool, next: UInt64)
  }

  let source: JournalSource
  let isRedacted: Bool
  /// The cells of a line, at least 20.
  public private(set) var width: Int
  /// The lines of the screen, at least 6.
  public private(set) var height: Int
  private(set) var mode = Mode.list
  /// Whether a key ended the viewer.
  public private(set) var isFinished = false
  /// The newest entry that is shown: time travel moves it.
  private(set) var until: UInt64
  let first: UInt64
  private(set) var head: UInt64
  /// What was typed, and what is asked for by it.
  private(set) var typed = ""
  /// What is typed of a time to go to.
  private(set) var destination = ""
  private(set) var filter = EntryFilter()
  /// The entries found so far that match the filter, the newest first. Nil: all.
  private(set) var matches: [UInt64]?
  /// The entry that is marked.
  private(set) var selected: UInt64
  private(set) var search: Search?
  private(set) var message = ""
  private(set) var detailTop = 0
  private(set) var isDetailShown = true
  /// Where somebody was before a jump.
  private var trail: [UInt64] = []

  init(
    _ source: JournalSource, width: Int, height: Int, isRedacted: Bool = false
  ) throws {
    self.source = source
    self.isRedacted = isRedacted
    (self.width, self.height) = Self.usable(width, height)
    first = source.journal.floor.number + 1
    head = try source.journal.lastNumber()
    until = head
    selected = head
  }

  /// Takes another size of the screen, in cells and lines.
  public mutating func resize(width: Int, height: Int) {
    (self.width, self.height) = Self.usable(width, height)
  }

  /// A smaller screen shows a part of what would fit on one of this size.
  private static func usable(_ width: Int, _ height: Int) -> (Int, Int) {
    (max(20, width), max(6, height))
  }

  // MARK: Keys

  /// Does what a key is for.
  public mutating func press(_ key: Key) {
    message = ""
    switch mode {
    case .help: mode = .list
    case .filter: type(key, into: \.typed) { $0.applyFilter() }
    case .jump: type(key, into: \.destination)
    case .list: command(key)
    }
  }

  private mutating func type(
    _ key: Key, into text: WritableKeyPath<JournalViewer, String>,
    changed: (inout JournalViewer) -> Void = { _ in }
  ) {
    switch key {
    case .enter:
      if mode == .jump { jump(to: destination) }
      mode = .list
    case .escape:
      if mode == .filter {
        typed = ""
        changed(&self)
      }
      mode = .list
    case .backspace:
      _ = self[keyPath: text].popLast()
      changed(&self)
    case .character(let character):
      self[keyPath: text].append(character)
      changed(&self)
    default: break
    }
  }

  private mutating func command(_ key: Key) {
    switch key {
    case .up, .character("k"): move(by: -1)
    case .down, .character("j"): move(by: 1)
    case .pageUp: move(by: -listHeight)
    case .pageDown, .character(" "): move(by: listHeight)
    case .home, .character("g"): select(first)
    case .end, .character("G"): select(until)
    case .left, .character("<"): travel(by: -step)
    case .right, .character(">"): travel(by: step)
    case .character(","): travel(by: -1)
    case .character("."): travel(by: 1)
    case .enter, .tab:
      isDetailShown.toggle()
      detailTop = 0
    case .character("/"):
      mode = .filter
    case .character(":"): (mode, destination) = (.jump, "")
    case .character("["): findRelated(isForwards: false)
    case .character("]"): findRelated(isForwards: true)
    case .character("b"): back()
    case .character("J"): detailTop += 1
    case .character("K"): detailTop = max(0, detailTop - 1)
    case .character("?"), .character("h"): mode = .help
    case .escape where search != nil: search = nil
    case .character("q"), .escape: isFinished = true
    default: break
    }
  }

  /// Entries that one move of the slider passes.
  private var step: Int { max(1, Int(clamping: head - min(first, head)) / max(1, width - 30)) }

  var listHeight: Int { height - 4 - detailHeight }
  /// Nothing on a screen that has no room for a list beside it.
  var detailHeight: Int { isDetailShown && height >= 10 ? (height - 4) / 2 : 0 }

  // MARK: Moving

  private mutating func select(_ number: UInt64) {
    detailTop = 0
    // Another entry that is still being looked for would move away from here when it is found.
    if case .related = search { search = nil }
    guard until >= first else { return }
    let wanted = min(max(number, first), until)
    guard let matches else {
      selected = wanted
      return
    }
    // The newest that is not after it, else the oldest that was found.
    selected = matches.first { $0 <= wanted } ?? matches.last ?? selected
  }

  private mutating func move(by count: Int) {
    guard let matches else {
      let distance = UInt64(count.magnitude)
      return select(count < 0 ? selected - min(selected, distance) : selected + distance)
    }
    guard let place = matches.firstIndex(where: { $0 <= selected }) else { return }
    select(matches[min(max(place - count, 0), matches.count - 1)])
  }

  private mutating func travel(by count: Int) {
    let distance = UInt64(count.magnitude)
    let wanted = count < 0 ? until - min(until, distance) : until + distance
    until = min(max(wanted, min(first, head)), head)
    if selected > until { select(until) }
    if matches != nil { applyFilter() }
  }

  private mutating func jump(to text: String) {
    do {
      let number = try place(of: try Moment(parsing: text))
      trail.append(selected)
      select(number)
    } catch let problem as MomentError {
      message = "\"\(text.printable)\": \(problem)"
    } catch {
      message = "\(error)"
    }
  }

  /// Nothing is cut off here, so a place outside the journal leads to its nearer end.
  private func place(of moment: Moment) throws(JournalError) -> UInt64 {
    do throws(JournalError) { return try JournalReader.last(moment, in: source.journal) } catch {
      guard error.code == .outOfRange else { throw error }
      guard case .entry(let number) = moment else { return first }
      return number
    }
  }

  private mutating func back() {
    guard let last = trail.popLast() else { return message = "there is nothing to go back to" }
    select(last)
  }

  // MARK: Searching

  /// What was typed: words, and kind:, app:, item:, domain:, tag: and device: before others.
  private mutating func applyFilter() {
    filter = EntryFilter(typed: typed)
    guard !filter.isEmpty else {
      (matches, search) = (nil, nil)
      return
    }
    matches = []
    search = .matches(before: until + 1)
  }

  private mutating func findRelated(isForwards: Bool) {
    guard let entry = try? SequenceNumber(selected).flatMap({ try source.journal.entry($0) }),
      let payload = entry.payload,
      let subject = try? EntrySubject(kind: entry.header.kind, payload: payload)
    else { return message = "this entry names nothing" }
    var wanted = EntryFilter()
    if let id = subject.ids.first {
      (wanted.app, wanted.item) = (subject.app, id)
    } else if let tag = subject.tags.first {
      wanted.tag = tag.description
    } else if let device = subject.devices.last {
      wanted.device = device
    } else {
      return message = "this entry names no item, tag or device"
    }
    search = .related(
      wanted, isForwards: isForwards, next: isForwards ? selected + 1 : selected - 1)
  }

  /// Searches on for what a key asked for.
  ///
  /// - Parameter count: the largest number of entries to look at, at least 1.
  /// - Returns: whether there is more to do.
  public mutating func work(atMost count: Int) -> Bool {
    do {
      switch search {
      case nil: break
      case .matches(let before): try findMatches(before, count)
      case .related(let filter, let isForwards, let next):
        try findRelated(filter, isForwards, next, count)
      }
    } catch {
      (search, message) = (nil, "\(error)")
    }
    return search != nil
  }

  private mutating func findMatches(_ before: UInt64, _ count: Int) throws {
    guard before > first else { return search = nil }
    let start = before - min(before - first, UInt64(count))
    var reader = JournalReader(source, Span(first: start, last: before - 1))
    reader.filter = filter
    var found: [UInt64] = []
    try reader.forEachRow(backwards: true) { found.append($0.number.rawValue) }
    let wasEmpty = matches?.isEmpty ?? true
    matches?.append(contentsOf: found)
    if wasEmpty, !found.isEmpty { select(selected) }
    search = start > first ? .matches(before: start) : nil
    if search == nil, matches?.isEmpty == true { message = "nothing is found" }
  }

  private mutating func findRelated(
    _ wanted: EntryFilter, _ isForwards: Bool, _ next: UInt64, _ count: Int
  ) throws {
    guard next >= first, next <= until else {
      (search, message) = (nil, "there is no other entry about it")
      return
    }
    let reach = UInt64(count) - 1
    let span =
      isForwards
      ? Span(first: next, last: min(until, next + reach))
      : Span(first: max(first, next - min(next, reach)), last: next)
    var reader = JournalReader(source, span)
    reader.filter = wanted
    var found: UInt64?
    if isForwards {
      try reader.forEachRow(limit: 1) { found = $0.number.rawValue }
    } else {
      try reader.forEachRow(limit: 1, backwards: true) { found = $0.number.rawValue }
    }
    if let found {
      search = nil
      trail.append(selected)
      // An entry that the filter hides would not be seen.
      if matches?.contains(found) == false { (matches, typed, filter) = (nil, "", EntryFilter()) }
      return select(found)
    }
    let following = isForwards ? span.last + 1 : span.first - 1
    search = .related(wanted, isForwards: isForwards, next: following)
  }
}
