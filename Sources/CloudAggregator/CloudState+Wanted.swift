internal import JournalFormat
internal import Sync

/// What is asked for, and of whom.
extension CloudState {
  /// The content at a place, if it is wanted.
  func wantedContent(_ place: UInt32) -> WantedContent? {
    let content = contents[Int(place)]
    guard isWanted(content) else { return nil }
    return WantedContent(tag: tagTable.tags[Int(content.tag)], content: content.digest)
  }

  /// Whether so many lineages vouch for a content that it may be public.
  func hasEnough(_ content: ContentState) -> Bool { content.vouchers >= max(1, threshold) }

  /// Whether a content may be public and has not arrived.
  func isWanted(_ content: ContentState) -> Bool {
    content.arrived == 0 && hasEnough(content) && !tags[Int(content.tag)].isTakenDown
  }

  /// Places of wanted contents of one batch: so many that those asked for already, of others, leave
  /// some. The rest come with the next batch, or when the device opens.
  private static let wantedOfBatchMax = 64

  /// Places of wanted contents in a batch, folded already, that its lineage vouches for still.
  func wantedContents(in columns: BatchColumns, of lineage: UInt32) -> [UInt32] {
    guard !wanted.isEmpty else { return [] }
    var found: [UInt32] = []
    columns.forEach { record in
      guard record.kind == .engaged, !record.isRedacted, found.count < Self.wantedOfBatchMax,
        let tag = tagTable.place(of: record.tag),
        let place = knownContent(tag: tag, digest: record.content),
        isWanted(contents[Int(place)]), vouches(lineage, for: place), !found.contains(place)
      else { return }
      found.append(place)
    }
    return found
  }

  private func vouches(_ lineage: UInt32, for content: UInt32) -> Bool {
    lineages[Int(lineage)].contents(of: Int(contents[Int(content)].tag)).contains(content)
  }

  /// Places of wanted contents that a lineage vouches for, in the order of their names.
  func wantedContents(vouchedForBy lineage: UInt32) -> [UInt32] {
    wanted.filter { vouches(lineage, for: $0) }.sorted { first, second in
      let (one, other) = (contents[Int(first)], contents[Int(second)])
      let tags = (tagTable.tags[Int(one.tag)], tagTable.tags[Int(other.tag)])
      return (tags.0, one.digest) < (tags.1, other.digest)
    }
  }
}
