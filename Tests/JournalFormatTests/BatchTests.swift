import JournalFormat
import TestSupport
import Testing

@Suite("A batch") struct BatchTests {
  static let verifier = SignatureVerifier(Sample.deviceKey.publicKey)

  /// Entries of all kinds, some redacted, on days that go back as well as on.
  static func chain(seed: UInt64, count: Int) -> Chain {
    var dice = SplitMix64(seed)
    let items = (0..<(1 + dice.below(30))).map { _ in RandomValues.item(&dice) }
    var chain = Chain(after: RandomValues.digest(&dice))
    for _ in 0..<count {
      chain.append(
        RandomValues.report(&dice, known: dice.below(4) == 0 ? [] : items),
        on: Day(Int32(truncatingIfNeeded: dice.next()) / (dice.below(2) == 0 ? 1 : 100_000)),
        isRedacted: dice.below(10) == 0)
    }
    return chain
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `is read as the entries that it was made of`(seed: UInt64) throws {
    var dice = SplitMix64(seed)
    let count = seed == 1 ? 600 : 1 + Int(dice.below(seed < 30 ? 100 : 600))
    let chain = Self.chain(seed: seed, count: count)
    let batch = try chain.batch()
    #expect(try BatchReader().entries(of: batch) == chain.entries)
    let checked = try checkBatch(batch)
    #expect(checked.digests == chain.entries.map(\.digest))
    #expect(checked.isSigned(by: Self.verifier))
    #expect(!checked.isSigned(by: SignatureVerifier(Sample.cloudKey.publicKey)))
    #expect(Int(checked.header.entryCount) == count)
    #expect(checked.header.last == chain.entries.last?.header.number)
  }

  @Test func `is read in place as the reports that it was made of`() throws {
    let reports = [Sample.engaged, Sample.content, Sample.feedback, Sample.withdrawn]
    let batch = try Chain.sample(reports).batch()
    let header = try batchHeader(batch)
    let found = try withBytes(batch) { buffer throws(FormatError) in
      try BatchReader().withColumns(of: buffer, header: header, refuse: { $0 }) {
        columns throws(FormatError) in
        var found: [Report] = []
        try columns.forEach { record throws(FormatError) in
          found.append(try Self.report(record, in: columns))
        }
        #expect(columns.tagCount == 1)
        return found
      }
    }
    #expect(found == reports)
  }

  private static func report(
    _ record: ReportRecord, in columns: BatchColumns
  ) throws(FormatError) -> Report {
    switch record.kind {
    case .engaged:
      .engaged(
        Report.Engaged(
          tag: record.tag, content: record.content, origin: record.origin,
          isCarried: record.isCarried))
    case .withdrawn:
      .withdrawn(
        Report.Withdrawn(tag: record.tag, origin: record.origin, isCarried: record.isCarried))
    case .feedback:
      .feedback(
        Report.Feedback(
          tag: record.tag, origin: record.origin, isCarried: record.isCarried,
          shown: record.shown, engaged: record.engaged))
    case .content, nil:
      .content(
        try columns.publicItems()[record.contentPlace],
        salt: record.saltBytes.bigEndian)
    }
  }

  @Test func `keeps two tags apart that differ only in their suite`() throws {
    let chain = ValidVectors.chains["batch-two-suites"]!
    #expect(try BatchReader().entries(of: chain.batch()) == chain.entries)
    #expect(try checkBatch(chain.batch()).isSigned(by: Self.verifier))
  }

  @Test func `writes what repeats once`() throws {
    let one = try Chain.sample([Sample.engaged]).batch()
    let twelve = try ValidVectors.chains["batch-repeats"]!.batch()
    // Eleven more origins, and what little the references deflate to.
    #expect(twelve.count < one.count + 11 * 8 + 30)
    #expect(try batchHeader(twelve).codec == .deflate)
  }

  @Test func `is signed over digests, so a redacted entry leaves the signature valid`() throws {
    var chain = Chain(after: Sample.identity.genesis)
    var redacted = chain
    for report in [Sample.engaged, Sample.content, Sample.withdrawn] {
      chain.append(report, on: Sample.day)
      redacted.append(report, on: Sample.day, isRedacted: report.kind == .content)
    }
    let (whole, without) = (try chain.batch(), try redacted.batch())
    #expect(whole != without)
    #expect(try batchHeader(whole).signature == batchHeader(without).signature)
    #expect(try checkBatch(without).isSigned(by: Self.verifier))
    #expect(!without.hex.contains(Array("Water Lilies".utf8).hex))
  }

  @Test(arguments: [0, 4_097])
  func `of no entries, or of too many, is not made`(count: Int) throws {
    var chain = Chain(after: .zero)
    for _ in 0..<count { chain.append(Sample.engaged, on: Sample.day) }
    let error = #expect(throws: FormatError.self) { try chain.batch() }
    #expect(
      error
        == FormatError(.tooLarge, "A batch of \(count) entries; 1 to 4096 are allowed."))
  }

  @Test func `that would inflate past the bound is not made`() throws {
    var item = Sample.item
    item.contentDescription = String(repeating: "x", count: 15_000)
    var chain = Chain(after: .zero)
    for salt in 0..<75 { chain.append(.content(item, salt: UInt128(salt)), on: Sample.day) }
    let error = #expect(throws: FormatError.self) { try chain.batch() }
    #expect(error?.code == .tooLarge)
    #expect(error?.message.hasSuffix("Send fewer entries at once.") == true)
  }

  @Test func `of an entry with a time of day is not made`() throws {
    var chain = Chain(after: .zero)
    var draft = EntryDraft(Sample.engaged, on: Sample.day)
    draft.time.milliseconds += 1
    chain.append(draft)
    let error = #expect(throws: FormatError.self) { try chain.batch() }
    #expect(error == FormatError(.malformed, "Entry 1 carries more than its day."))
  }

  @Test func `of an entry that is no report is not made`() throws {
    var chain = Chain(after: .zero)
    chain.append(EntryDraft(kind: .event, time: Sample.day.start, payload: []))
    let error = #expect(throws: FormatError.self) { try chain.batch() }
    #expect(error?.code == .unknownKind(1))
  }
}
