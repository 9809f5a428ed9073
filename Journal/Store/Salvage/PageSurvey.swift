internal import JournalFormat

/// Where the rows of a journal lie in its file, found page by page: what a damaged page above them
/// says of where they are does not matter.
struct PageSurvey {
  /// Where a row lies, small enough for millions of them.
  struct Place {
    let number: Int64
    let page: UInt32
    let offset: UInt32
  }

  let image: PageImage
  /// Of what may be an entry, by number; several where older ones lie about.
  private(set) var places: [Place] = []
  private(set) var identities: [RawCell] = []
  /// Entries that were redacted, in the readable part of the list of redactions.
  private(set) var redacted: Set<UInt64> = []
  /// Pages with rows that cannot be read, and pages that are nothing.
  private(set) var damagedPages: [UInt32] = []
  private var freePages: Set<UInt32> = []
  /// Of the images that are gone through.
  private var commit = PageImage.newest
  /// Of entries that lie in an older image alone, by number.
  private var commits: [Int64: UInt32] = [:]

  private static let leaf: UInt8 = 0x0D
  private static let otherTrees: Set<UInt8> = [0x02, 0x05, 0x0A]

  init(_ image: PageImage) {
    self.image = image
    findFreePages()
    for number in 1...max(1, image.pageCount) { survey(number) }
    if image.isLogDamaged { surveyOlderPages() }
    places.sort { ($0.number, $0.page, $0.offset) < ($1.number, $1.page, $1.offset) }
  }

  /// Takes pages that hold the ends of long rows from those that are nothing.
  mutating func removeDamaged(_ pages: Set<UInt32>) {
    damagedPages.removeAll { pages.contains($0) }
  }

  func cell(at place: Place) -> RawCell? {
    let commit = commits[place.number] ?? PageImage.newest
    return RawCell(
      image.page(place.page, asOf: commit), page: place.page, offset: Int(place.offset),
      commit: commit)
  }

  /// Takes entries that no newer image has: the frame that had them may be the damaged one. What an
  /// image says of redactions holds for all, so that no words come back.
  private mutating func surveyOlderPages() {
    var known = Set(places.map(\.number))
    for (number, commit) in image.olderPages {
      self.commit = commit
      let start = places.count
      survey(number)
      let found = places[start...].filter { !known.contains($0.number) }
      places.replaceSubrange(start..., with: found)
      for place in found { commits[place.number] = commit }
      known.formUnion(found.map(\.number))
    }
  }

  private mutating func addDamaged(_ page: UInt32) {
    if commit == PageImage.newest { damagedPages.append(page) }
  }

  private mutating func survey(_ number: UInt32) {
    let bytes = image.page(number, asOf: commit)
    // What was deleted is gone: nothing is brought back from there.
    guard bytes.count == image.pageByteCount, !freePages.contains(number) else { return }
    let start = number == 1 ? 100 : 0
    guard bytes[start] == Self.leaf else {
      slide(bytes, number, besides: [])
      if !Self.otherTrees.contains(bytes[start]), !mayContinueRow(bytes) {
        addDamaged(number)
      }
      return
    }
    let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
    let area = start + 8 + 2 * count
    var known: Set<Int> = []
    var isWhole = area <= image.usableByteCount
    for cell in 0..<(isWhole ? count : 0) {
      let pointer = start + 8 + 2 * cell
      let offset = Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1])
      if offset >= area,
        let cell = RawCell(bytes, page: number, offset: offset, commit: commit)
      {
        known.insert(offset)
        add(cell)
      } else {
        isWhole = false
      }
    }
    guard !isWhole else { return }
    addDamaged(number)
    slide(bytes, number, besides: known)
  }

  /// Whether a page may hold the end of a long row: the number of the next such page comes first.
  private func mayContinueRow(_ bytes: [UInt8]) -> Bool {
    bytes.bigEndian32(at: 0) <= image.pageCount && bytes[..<16].contains { $0 != 0 }
  }

  /// Looks for rows at every byte of a page that does not say where they are. What only looks
  /// like an entry does not fit the chain.
  private mutating func slide(_ bytes: [UInt8], _ page: UInt32, besides known: Set<Int>) {
    for offset in 0..<max(0, image.usableByteCount - 20) where !known.contains(offset) {
      guard Self.mayBeginRow(bytes, offset),
        let cell = RawCell(bytes, page: page, offset: offset, commit: commit)
      else { continue }
      add(cell)
    }
  }

  /// Passes over nearly all places at once: a row's header follows two numbers, and the first
  /// column of an entry takes no byte.
  private static func mayBeginRow(_ bytes: [UInt8], _ offset: Int) -> Bool {
    var place = offset
    for _ in 0..<2 {
      let end = min(place + 9, bytes.count - 2)
      while place < end, bytes[place] & 0x80 != 0 { place += 1 }
      place += 1
    }
    guard place + 1 < bytes.count, (4...30).contains(bytes[place]) else { return false }
    return bytes[place + 1] == 0 || bytes[place] == 8 || bytes[place] == 9
  }

  private mutating func add(_ cell: RawCell) {
    if cell.isEntry {
      places.append(
        Place(number: cell.rowid, page: cell.page, offset: UInt32(clamping: cell.offset)))
    } else if cell.isIdentity {
      identities.append(cell)
    } else if cell.isRedaction, let row = RawRow(cell, in: image) {
      redacted.insert(UInt64(clamping: row.integer(1)))
    }
  }

  private mutating func findFreePages() {
    let header = image.page(1)
    var trunk = header.bigEndian32(at: 32)
    while trunk > 1, trunk <= image.pageCount, freePages.insert(trunk).inserted {
      let bytes = image.page(trunk)
      let count = min(Int(bytes.bigEndian32(at: 4)), image.usableByteCount / 4 - 2)
      for leaf in 0..<max(0, count) {
        let page = bytes.bigEndian32(at: 8 + 4 * leaf)
        // A damaged list may name any page, but a page with rows is not free.
        if page > 1, page <= image.pageCount, image.page(page).first != Self.leaf {
          freePages.insert(page)
        }
      }
      trunk = bytes.bigEndian32(at: 0)
    }
  }
}
