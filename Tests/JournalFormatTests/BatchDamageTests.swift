import JournalFormat
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("A damaged batch") struct BatchDamageTests {
  static let names = ValidVectors.chains.keys.sorted()

  @Test(arguments: names)
  func `with one flipped bit is refused`(name: String) throws {
    let batch = try #require(try ValidVectors.all()[name])
    let layout = try #require(Layout.of(name))
    for offset in batch.indices {
      for bit in 0..<8 {
        let flipped = ByteEditor(batch).flipping(offset, bit: bit)
        #expect(
          (try? layout.isSigned(flipped)) != true, "bit \(bit) of byte \(offset) was not missed")
      }
    }
  }

  @Test(arguments: names)
  func `with one flipped bit and a checksum that fits is refused, or says the same`(
    name: String
  ) throws {
    let batch = try #require(try ValidVectors.all()[name])
    let layout = try #require(Layout.of(name))
    let entries = try #require(ValidVectors.chains[name]).entries
    for offset in BatchHeader.byteCount..<batch.count {
      for bit in 0..<8 {
        let flipped = ByteEditor(batch).flipping(offset, bit: bit)
        let sealed = RawBatch.seal(
          try batchHeader(flipped), Array(flipped[BatchHeader.byteCount...]))
        // The last bits of a deflated part may be padding.
        guard (try? layout.isSigned(sealed)) == true else { continue }
        #expect(try BatchReader().entries(of: sealed) == entries, "byte \(offset), bit \(bit)")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `with many random changes is refused without a crash`(seed: UInt64) throws {
    var dice = SplitMix64(seed)
    let raw = try RawBatch(try BatchTests.chain(seed: seed, count: 40).batch())
    for _ in 0..<300 {
      var changed = raw
      for _ in 0...dice.below(4) {
        changed.plain[Int(dice.below(UInt64(raw.plain.count)))] = UInt8(dice.below(256))
      }
      let layout = try #require(Layout.of("batch"))
      if (try? layout.isSigned(changed.stored)) == true {
        #expect(changed.plain == raw.plain)
      }
    }
  }

  #if canImport(Glibc)
    @Test func `that is a bomb is refused without the memory that it would need`() throws {
      let raw = try RawBatch(try Chain.sample([Sample.engaged]).batch())
      let bomb = try RefusedVector.bomb(raw, byteCount: 256 << 20)
      #expect(bomb.count < 300_000)
      let growths = try (0..<5).map { _ in
        let reader = BatchReader()
        let before = try residentByteCount()
        let error = try withBytes(bomb) { buffer in
          #expect(throws: FormatError.self) { try reader.check(buffer) }
        }
        #expect(error?.code == .malformed)
        // The reader keeps its buffer, so what it inflated to is still there.
        return try withExtendedLifetime(reader) { try residentByteCount() - before }
      }
      // Other tests run beside this one and take memory too, but hardly five times.
      #expect(growths.min()! < 64 << 20)
    }

    private func residentByteCount() throws -> Int {
      let file = try #require(fopen("/proc/self/statm", "r"))
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 200)
      fgets(&line, 200, file)
      let pages = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        .split(separator: " ")
      return try #require(Int(pages[1])) * sysconf(Int32(_SC_PAGESIZE))
    }
  #endif
}
