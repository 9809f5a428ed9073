package import DeviceIndex
internal import Foundation
package import JournalFormat
internal import JournalStore
internal import SQLite
package import Search

/// A device's index as it was after an entry of its private journal: rebuilt in a file that is
/// removed with this object. The device's own index is not touched; where it is not further than
/// that, a copy of it is updated, which spares most of the work.
package final class PastIndex {
  package let number: UInt64
  private let projection: IndexProjection
  private let folder: PrivateFolder
  /// Entries up to there whose words are gone: what they said is not in this index.
  package private(set) var gaps = Gaps()

  /// Entries whose words are gone.
  package struct Gaps: Hashable, Sendable {
    package var count = 0
    package var first: UInt64 = 0
    package var last: UInt64 = 0
    /// Entries that were pruned before them.
    package var floor: UInt64 = 0

    package var isEmpty: Bool { count == 0 && floor == 0 }

    mutating func add(_ number: UInt64) {
      if count == 0 { first = number }
      count += 1
      last = number
    }
  }

  /// Entries that are applied at a time.
  private static let stepCount = 2_000
  private static let stepByteCount = 4 << 20

  /// - Parameters:
  ///   - source: a private journal.
  ///   - number: the last entry that it knows.
  ///   - keys: what opens protected items; without them, those are locked.
  ///   - readsAnew: whether the device's own index is left alone.
  ///   - progress: called now and then with the entry that was reached.
  package init(
    of source: JournalSource, until number: UInt64, unlockedBy keys: ClassKeys = [:],
    readsAnew: Bool = false, progress: (UInt64) -> Void = { _ in }
  ) throws {
    let journal = source.journal
    guard journal.identity.kind == .private else {
      throw JournalError(
        .wrongKind,
        "\(source.path) is a \(journal.identity.kind) journal: an index is made of a private one.")
    }
    self.number = number
    folder = try PrivateFolder()
    let copy = readsAnew ? nil : Self.copy(of: source, until: number, in: folder)
    projection = try copy ?? Self.empty(journal, IndexCopy.path(in: folder.path))
    gaps.floor = journal.floor.number
    try read(journal, progress)
    try projection.documents.use(keys)
  }

  private static func empty(_ journal: Journal, _ path: String) throws -> IndexProjection {
    DatabaseFile.remove(path)
    return try IndexProjection(
      creatingAt: path, vfs: nil,
      start: IndexProjection.Checkpoint(
        journal: journal.identity.name, number: journal.floor.number,
        digest: journal.floor.digest))
  }

  /// The device's own index, where it has not read beyond the entry; nil when it is of no use.
  private static func copy(
    of source: JournalSource, until number: UInt64, in folder: PrivateFolder
  ) -> IndexProjection? {
    guard let copy = try? IndexCopy.open(of: source, in: folder),
      copy.checkpoint.number <= number, copy.checkpoint.number > number / 2
    else { return nil }
    return copy
  }

  private func read(_ journal: Journal, _ progress: (UInt64) -> Void) throws {
    var entries: [IndexedEntry] = []
    var bytes = 0
    var reached = projection.checkpoint
    // What the device's own index read has gaps of its own, which it remembers only in part.
    let known = projection.checkpoint.number
    let remnants = Remnants(of: journal)
    try journal.forEach(from: 1, refuse: { $0 as any Error }) { row in
      let place = row.number.rawValue
      guard place <= number else { return .stop }
      if row.payload == nil { gaps.add(place) }
      guard place > known else { return .next }
      if row.kind == .event {
        let saying: IndexedEntry.Saying =
          switch try remnants.read(row) {
          case .event(let event): .event(event)
          case .nothing: .gone
          case .unreadable: .unreadable
          }
        entries.append(
          IndexedEntry(
            number: place, time: row.time, saying: saying, publicProblem: saying.publicProblem))
      }
      bytes += row.payload?.count ?? 0
      (reached.number, reached.digest) = (place, row.digest)
      if entries.count >= Self.stepCount || bytes >= Self.stepByteCount {
        try projection.apply(entries, upTo: reached.number, digest: reached.digest)
        (entries, bytes) = ([], 0)
        progress(place)
      }
      return .next
    }
    try projection.apply(entries, upTo: reached.number, digest: reached.digest)
  }

  // MARK: Asking

  var documents: DocumentTable { projection.documents }

  /// Entries that no program can decode: what they said is not in this index.
  package var unreadable: UnreadableEntries { projection.unreadable }

  package func search(
    _ query: String, app: String?, now: Timestamp, limit: Int, isExplained: Bool
  ) throws -> [SearchResult] {
    try projection.results(for: query, app: app, now: now, limit: limit, isExplained: isExplained)
  }

  func items() throws -> [SearchResult] { try projection.items() }

  /// Whether nothing can be told of the document: it is protected, or bound to what is.
  func isLocked(_ document: SearchDocument) throws -> Bool { try projection.isLocked(document) }

  /// What the index holds under an identifier.
  package func documents(app: String, id: String) throws -> [SearchDocument] {
    try [
      projection.documents.document(.item, app: app, id: id),
      projection.documents.document(.activity, app: app, id: id),
    ].compactMap(\.self)
  }

  /// How people saw the document among results.
  func seen(_ document: SearchDocument) throws -> SeenDocument? {
    try projection.documents.seen(document.kind, app: document.app, id: document.id)
  }

  /// When the document expires, by itself or with the item that it is bound to; nil: it does not.
  func expiry(of document: SearchDocument) throws -> Timestamp? {
    let expiry = try projection.documents.rows.expiry(of: document)
    return expiry.milliseconds == 0 ? nil : expiry
  }

  package func isUnconfirmed(app: String, id: String) throws -> Bool {
    try projection.isUnconfirmed(app: app, id: id)
  }

  /// Why a query finds the item or does not.
  package func standing(
    of query: String, app: String, id: String, now: Timestamp
  ) throws -> QueryStanding? {
    try projection.documents.standing(of: query, app: app, id: id, now: now)
  }

  /// A digest over all that can be found, in one order: two indexes that hold the same have the
  /// same.
  package func contentDigest() throws -> Digest { try Self.contentDigest(projection.documents) }

  static func contentDigest(_ documents: DocumentTable) throws -> Digest {
    var digest = Digest.zero
    for kind in [SearchDocument.Kind.item, .activity] {
      try documents.forEach(kind) { hit in
        var writer = ByteWriter()
        writer.digest(digest)
        writer.raw(hit.contentBytes)
        digest = writer.bytes.withUnsafeBytes { Digest(of: $0) }
      }
    }
    return digest
  }
}

extension SearchHit {
  var contentBytes: [UInt8] {
    var writer = ByteWriter()
    for text in [
      document.app, document.id, document.domain, document.title, document.keywords,
      document.body, document.url, document.related,
    ] {
      writer.integer(UInt64(text.utf8.count))
      writer.raw(Array(text.utf8))
    }
    writer.integer(document.kind.rawValue)
    // What is protected is compared as it was given: sealed.
    writer.integer(Int64(document.protection.rawValue))
    writer.block(document.protected?.sealed ?? [])
    writer.integer(document.expires.milliseconds)
    writer.integer(document.date.milliseconds)
    writer.integer(lastEngaged?.milliseconds ?? 0)
    writer.raw(document.attributes.canonicalBytes)
    return writer.bytes
  }
}
