import JournalFormat
import TestSupport
import Testing

@Suite("A batch that owns its memory") struct ReadBatchTests {
  /// What a batch is read as: the digests of its entries and how many tags it has, or a refusal.
  private struct Outcome: Equatable {
    var digests: [Digest] = []
    var contents: [PublicItem] = []
    var tagCount = 0
    var refusal: FormatError.Code?
  }

  private func owned(_ batch: [UInt8]) -> Outcome {
    do throws(FormatError) {
      // Not the array that it was read from, which may be gone.
      let read = try ReadBatch([UInt8](batch), Inflater())
      return read.withColumns { columns in
        Outcome(
          digests: read.checked.digests, contents: read.checked.contents,
          tagCount: columns.tagCount)
      }
    } catch {
      return Outcome(refusal: error.code)
    }
  }

  private func inPlace(_ batch: [UInt8]) -> Outcome {
    do throws(FormatError) {
      return try withBytes(batch) { bytes throws(FormatError) in
        let header = try BatchHeader(startOf: bytes)
        return try BatchReader().withColumns(of: bytes, header: header, refuse: { $0 }) {
          columns throws(FormatError) in
          let checked = try BatchReader.check(columns, header: header)
          return Outcome(
            digests: checked.digests, contents: checked.contents, tagCount: columns.tagCount)
        }
      }
    } catch {
      return Outcome(refusal: error.code)
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `says what it says when it is read in place`(seed: UInt64) throws {
    let batch = try BatchTests.chain(seed: seed, count: Int(seed) * 17).batch()
    let outcome = owned(batch)
    #expect(outcome == inPlace(batch))
    #expect(outcome.digests.count == Int(seed) * 17 && outcome.refusal == nil)
  }

  @Test(arguments: BatchDamageTests.names)
  func `is refused for what it is refused for when it is read in place`(name: String) throws {
    let batch = try #require(try ValidVectors.all()[name])
    for count in batch.indices { #expect(owned(Array(batch[..<count])).refusal != nil) }
    for offset in batch.indices {
      let flipped = ByteEditor(batch).flipping(offset, bit: offset % 8)
      #expect(owned(flipped) == inPlace(flipped), "byte \(offset)")
      guard offset >= BatchHeader.byteCount else { continue }
      let sealed = RawBatch.seal(
        try batchHeader(batch), Array(flipped[BatchHeader.byteCount...]))
      #expect(owned(sealed) == inPlace(sealed), "byte \(offset), sealed")
    }
  }
}
