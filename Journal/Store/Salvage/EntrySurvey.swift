package import JournalFormat
internal import SQLite

/// What can still be read of a damaged journal, found without asking its file's own order: each
/// entry that is given was written so, since the chain says so from both sides of a hole.
package final class EntrySurvey {
  /// Entries that are lost, from `first` to `last`.
  package struct Loss: Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable, CaseIterable {
      /// They are nowhere in the file.
      case unreadable
      /// It is not what the chain says.
      case changed
      /// It can be read, but the digest before it is lost: nobody can say if it was written so.
      case unproven
    }

    package let first: UInt64
    package let last: UInt64
    package let reason: Reason

    package var count: UInt64 { last - first + 1 }
  }

  /// Who the journal says that it is; nil where that is lost.
  package let identity: JournalIdentity?
  /// Whether it is that one by its chain.
  package let isIdentityProven: Bool
  /// Whether the digest before the first entry is known.
  package let isBeginningKnown: Bool
  package let created: Timestamp
  package let floor: Journal.Position
  package private(set) var losses: [Loss] = []
  package private(set) var recoveredCount: UInt64 = 0
  /// Entries of which nothing but their own digest was changed: that is known from the next one.
  package private(set) var mended: [UInt64] = []
  /// The last entry that something is known of.
  package private(set) var lastNumber: UInt64
  /// Whether the readable file shows none after it.
  package private(set) var isEndKnown = false
  package let fileByteCount: UInt64
  /// Bytes that the file should have; nil: its header does not say.
  package let expectedByteCount: UInt64?
  package let pageByteCount: Int
  private let path: String
  private var pages: PageSurvey
  private var overflow: Set<UInt32> = []

  /// Entries that are known to be lost: all that are, where the end is known.
  package var lostCount: UInt64 { losses.reduce(0) { $0 + $1.count } }
  /// The log that lies beside the file and does not belong to it: nothing of it was read.
  package var foreignLog: ForeignLog? { pages.image.foreignLog }
  package var isCut: Bool { expectedByteCount.map { fileByteCount < $0 } ?? false }
  /// Pages that cannot be read, counted from 1; known when the entries were gone through.
  package var damagedPages: [UInt32] { pages.damagedPages }
  /// Whether the file has anything of a journal.
  package var isJournal: Bool { pages.image.isMarked || identity != nil || recoveredCount > 0 }

  /// - Throws: why the file cannot be read.
  package init(_ path: String) throws(FileFailure) {
    self.path = path
    let image = try PageImage(path)
    pages = PageSurvey(image)
    (fileByteCount, expectedByteCount) = (image.fileByteCount, image.expectedByteCount)
    pageByteCount = image.pageByteCount
    let found = pages.identities.compactMap { RawRow($0, in: image)?.identity }
    var start: (found: RawRow.Identity, floor: Journal.Position)?
    for found in found {
      let genesis = Journal.Position(number: 0, digest: found.identity.genesis)
      for floor in [found.floor ?? genesis, genesis] where start == nil && pages.begins(at: floor) {
        start = (found, floor)
      }
    }
    let own = start?.found ?? found.first
    isBeginningKnown = start != nil
    identity = own?.identity
    isIdentityProven =
      start.map { $0.floor.number > 0 || $0.floor.digest == $0.found.identity.genesis } ?? false
    created = own?.created ?? Timestamp(milliseconds: 0)
    let nowhere = Journal.Position(number: 0, digest: .zero)
    // Where it says that it begins after entries that are there, it is damaged itself.
    let first = pages.places.first.map { UInt64($0.number) } ?? .max
    floor = start?.floor ?? own?.floor.flatMap { $0.number < first ? $0 : nil } ?? nowhere
    lastNumber = floor.number
  }

  // MARK: The chain

  /// An entry that is not what the chain says, until the next one tells whether it is only its
  /// digest that was changed.
  private struct Doubt {
    var entry: Entry
    let computed: Digest
  }

  private struct Walk {
    /// Digests that the entry before may have; one, where that is proven.
    var previous: [Digest]
    var isCertain: Bool
    var reached: UInt64
    /// The first entry of a hole that no proven entry ends yet.
    var holeStart: UInt64?
    /// Entries of the hole that can be read.
    var unproven: [UInt64] = []
    var doubt: Doubt?
  }

  /// Gives the entries that were written as they are, in order, without those that are lost.
  package func forEach<Failure: Error>(
    _ body: (Entry) throws(Failure) -> Void
  ) throws(Failure) {
    (losses, recoveredCount, mended, lastNumber) = ([], 0, [], floor.number)
    var walk = Walk(
      previous: isBeginningKnown ? [floor.digest] : [], isCertain: isBeginningKnown,
      reached: floor.number, holeStart: isBeginningKnown ? nil : floor.number + 1)
    var areCopiesThere = false
    var place = pages.places.startIndex
    while place < pages.places.endIndex {
      let number = pages.places[place].number
      var end = place
      while end < pages.places.endIndex, pages.places[end].number == number { end += 1 }
      areCopiesThere = areCopiesThere || end > place + 1
      if UInt64(number) > floor.number {
        let entries = pages.places[place..<end].compactMap(entry)
        for entry in advance(&walk, to: UInt64(number), entries) {
          recoveredCount += 1
          lastNumber = entry.header.number.rawValue
          try body(entry)
        }
      }
      place = end
    }
    rejectDoubtfulEntry(&walk)
    acceptUnprovenEnd(&walk)
    pages.removeDamaged(overflow)
    let isPlain = damagedPages.isEmpty && !areCopiesThere
    isEndKnown = !isCut && walk.holeStart == nil && (isLastForSQLite ?? isPlain)
  }

  private func entry(at place: PageSurvey.Place) -> Entry? {
    guard let cell = pages.cell(at: place), let row = RawRow(cell, in: pages.image) else {
      return nil
    }
    overflow.formUnion(row.overflow)
    var entry = row.entry(place.number)
    // What was taken out stays out, whatever lies about of it.
    if let number = entry?.header.number.rawValue, pages.redacted.contains(number) {
      entry?.payload = nil
    }
    return entry
  }

  /// - Returns: the entries that are proven now.
  private func advance(_ walk: inout Walk, to number: UInt64, _ found: [Entry]) -> [Entry] {
    if number > walk.reached + 1 || found.isEmpty {
      rejectDoubtfulEntry(&walk)
      if walk.holeStart == nil { walk.holeStart = walk.reached + 1 }
      if number > walk.reached + 1 { (walk.previous, walk.isCertain) = ([], false) }
    }
    defer { walk.reached = number }
    guard !found.isEmpty else {
      (walk.previous, walk.isCertain) = ([], false)
      return []
    }
    if var doubted = walk.doubt {
      if let next = found.proven(after: [doubted.computed]) {
        // Only its digest was changed.
        doubted.entry.digest = doubted.computed
        mended.append(doubted.entry.header.number.rawValue)
        walk.doubt = nil
        proceed(&walk, next)
        return [doubted.entry, next]
      }
      rejectDoubtfulEntry(&walk)
    }
    if let entry = found.proven(after: walk.previous) {
      endHole(&walk, before: number)
      proceed(&walk, entry)
      return [entry]
    }
    if walk.isCertain, let entry = found.first, let previous = walk.previous.first {
      walk.doubt = Doubt(entry: entry, computed: entry.header.digest(after: previous))
    } else {
      if walk.holeStart == nil { walk.holeStart = number }
      walk.unproven.append(number)
      (walk.previous, walk.isCertain) = (found.map(\.digest), false)
    }
    return []
  }

  private func proceed(_ walk: inout Walk, _ entry: Entry) {
    (walk.previous, walk.isCertain) = ([entry.digest], true)
  }

  private func rejectDoubtfulEntry(_ walk: inout Walk) {
    guard let doubt = walk.doubt else { return }
    let number = doubt.entry.header.number.rawValue
    lose(number, through: number, .changed)
    (walk.previous, walk.isCertain) = ([doubt.entry.digest], false)
    walk.doubt = nil
  }

  /// A proven entry comes after the hole: all before it is lost, some of it although it is there.
  private func endHole(_ walk: inout Walk, before number: UInt64) {
    guard var start = walk.holeStart else { return }
    for unproven in walk.unproven where unproven >= start && unproven < number {
      lose(start, through: unproven - 1, .unreadable)
      lose(unproven, through: unproven, .unproven)
      start = unproven + 1
    }
    lose(start, through: number - 1, .unreadable)
    (walk.holeStart, walk.unproven) = (nil, [])
  }

  private func lose(_ first: UInt64, through last: UInt64, _ reason: Loss.Reason) {
    guard first <= last else { return }
    lastNumber = max(lastNumber, last)
    if let before = losses.last, before.reason == reason, before.last + 1 == first {
      losses[losses.count - 1] = Loss(first: before.first, last: last, reason: reason)
    } else {
      losses.append(Loss(first: first, last: last, reason: reason))
    }
  }

  /// Entries at the end that can be read are there, even if nothing proves the first of them.
  private func acceptUnprovenEnd(_ walk: inout Walk) {
    for number in walk.unproven where number == walk.holeStart {
      lose(number, through: number, .unproven)
      walk.holeStart = number + 1
    }
    if walk.holeStart == lastNumber + 1, walk.unproven.last == lastNumber { walk.holeStart = nil }
  }

  /// Whether SQLite finds the last entry where its tables end; nil where it cannot say, or would
  /// have to make a file beside the journal for it.
  private var isLastForSQLite: Bool? {
    // It would take nothing of such a log, and remove it.
    guard !pages.image.isLogHeaderLost else { return pages.image.isLogDamaged ? false : nil }
    let isAlone = foreignLog != nil
    guard isAlone || DatabaseFile.isClosed(path) || DatabaseFile.exists(path + "-shm"),
      let last = try? Connection(path: path, mode: isAlone ? .readFixed : .readAlone)
        .integer("SELECT ifnull(max(number), 0) FROM entries")
    else { return nil }
    return max(UInt64(clamping: last), floor.number) == lastNumber
  }
}

extension PageSurvey {
  /// Whether the chain continues from there; of a journal without entries nothing says the
  /// contrary.
  fileprivate func begins(at floor: Journal.Position) -> Bool {
    if places.isEmpty { return damagedPages.isEmpty }
    return places.contains { place in
      guard place.number == Int64(clamping: floor.number) &+ 1, let cell = cell(at: place),
        let entry = RawRow(cell, in: image)?.entry(place.number)
      else { return false }
      return entry.header.digest(after: floor.digest) == entry.digest
    }
  }
}

extension [Entry] {
  /// The one that comes after one of those digests; of several the one without its words.
  fileprivate func proven(after previous: [Digest]) -> Entry? {
    let fitting = filter { entry in
      previous.contains { entry.header.digest(after: $0) == entry.digest }
    }
    return fitting.first { $0.payload == nil } ?? fitting.first
  }
}

extension RawRow {
  fileprivate typealias Identity = (
    identity: JournalIdentity, created: Timestamp, floor: Journal.Position?
  )

  /// Who a journal is, when it was made, and from where on it has entries: nil where no journal can
  /// have such a floor.
  fileprivate var identity: Identity? {
    guard let kind = UInt8(exactly: integer(0)).flatMap(JournalKind.init),
      let name = JournalName(hex: bytes(1).hex), let lineage = LineageName(hex: bytes(2).hex),
      Digest(bytes: bytes(6)) != nil
    else { return nil }
    var parent: Head?
    if !isNull(3) {
      let read = try? bytes(3).reading(subject: "It") { reader throws(FormatError) in
        try reader.head()
      }
      guard let read else { return nil }
      parent = read
    }
    return (
      JournalIdentity(kind: kind, name: name, lineage: lineage, parent: parent),
      Timestamp(milliseconds: integer(4)),
      Journal.Position(floorNumber: integer(5), digest: bytes(6))
    )
  }
}
