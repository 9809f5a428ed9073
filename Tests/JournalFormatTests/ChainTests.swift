import JournalFormat
import TestSupport
import Testing

@Suite("The digest chain") struct ChainTests {
  /// Whether each digest is that of the one before it and the header.
  private static func isWhole(_ chain: Chain) -> Bool {
    var previous = chain.start
    for entry in chain.entries {
      guard entry.header.digest(after: previous) == entry.digest,
        entry.payload.map({ Digest(of: $0) == entry.header.payloadDigest }) ?? true
      else { return false }
      previous = entry.digest
    }
    return true
  }

  @Test func `verifies with and without redacted payloads, and ends the same`() {
    let whole = BatchTests.chain(seed: 3, count: 50)
    var redacted = Chain(after: whole.start)
    for (index, entry) in whole.entries.enumerated() {
      guard let payload = entry.payload else { continue }
      redacted.append(
        EntryDraft(kind: entry.header.kind, time: entry.header.time, payload: payload),
        isRedacted: index.isMultiple(of: 3))
    }
    var kept = Chain(after: whole.start)
    for entry in redacted.entries where entry.payload != nil {
      kept.append(
        EntryDraft(kind: entry.header.kind, time: entry.header.time, payload: entry.payload!))
    }
    #expect(Self.isWhole(whole))
    #expect(Self.isWhole(redacted))
    #expect(redacted.entries.contains { $0.payload == nil })
    // Leaving an entry out is something else than redacting it.
    #expect(kept.digest != redacted.digest)
  }

  @Test func `runs over every byte of the header and of the digest before`() {
    let header = ValidVectors.sampleHeader
    let digest = header.digest(after: Sample.digest)
    #expect(digest == Digest(of: Sample.digest.bytes + header.bytes))
    for offset in header.bytes.indices {
      let changed = ByteEditor(header.bytes).flipping(offset)
      #expect(Digest(of: Sample.digest.bytes + changed) != digest)
    }
  }

  static let identities: [JournalIdentity] = [
    Sample.identity,
    JournalIdentity(kind: .private, name: Sample.journalName),
    JournalIdentity(kind: .cloud, name: Sample.journalName),
    JournalIdentity(kind: .private, name: JournalName(bits: 1)),
    .shared(epoch: Sample.epoch, lineage: .zero, parent: nil),
    .shared(epoch: Sample.childEpoch, lineage: Sample.lineage, parent: nil),
    .shared(epoch: Sample.childEpoch, lineage: Sample.lineage, parent: Sample.head),
  ]

  @Test func `begins differently for every identity`() {
    #expect(Set(Self.identities.map(\.genesis)).count == Self.identities.count)
  }
}

@Suite("Numbers and names") struct NumberTests {
  @Test(arguments: [(0, false), (1, true), (UInt64(Int64.max), true), (1 << 63, false)])
  func `keep to what SQLite can count`(rawValue: UInt64, isNumber: Bool) {
    #expect((SequenceNumber(rawValue) != nil) == isNumber)
  }

  @Test func `sort as their bytes do`() {
    var dice = SplitMix64(5)
    let digests = (0..<200).map { _ in RandomValues.digest(&dice) }
    #expect(
      digests.sorted().map(\.bytes)
        == digests.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) })
    let tags = (0..<200).map { _ in RandomValues.tag(&dice) }
    #expect(
      tags.sorted().map(\.bytes)
        == tags.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test(arguments: ["", "0", "zz", "00 ", "0x00", "\u{FF11}\u{FF11}"])
  func `are not read from what is not hexadecimal`(text: String) {
    #expect([UInt8](hex: text) ?? [] == [])
    #expect(Tag(hex: text) == nil)
    #expect(Digest(hex: text) == nil)
    #expect(EpochName(hex: text) == nil)
  }

  @Test func `are written in hexadecimal and read again`() {
    #expect(EpochName(hex: Sample.epoch.description) == Sample.epoch)
    #expect(Digest(hex: Sample.digest.description) == Sample.digest)
    #expect(Tag(hex: Sample.tag.description) == Sample.tag)
    #expect(Sample.origin.description == "0123456789abcdef")
    #expect([UInt8](hex: "00fF") == [0, 0xFF])
  }
}

@Suite("A tag") struct TagTests {
  @Test func `depends on app, type, identity and salt, and on nothing else`() {
    var renamed = Sample.item
    renamed.title = "Other"
    renamed.keywords = []
    #expect(renamed.tag(salt: Sample.tagSalt) == Sample.tag)
    var changed = [Sample.item, Sample.item, Sample.item]
    changed[0].app += "s"
    changed[1].activityType += "s"
    changed[2].identity = .related("https://museum.example/artworks/1")
    let tags = changed.map { $0.tag(salt: Sample.tagSalt) } + [Sample.item.tag(salt: [])]
    #expect(Set(tags + [Sample.tag]).count == 5)
    #expect(tags.allSatisfy { $0.suite == 1 })
  }
}
