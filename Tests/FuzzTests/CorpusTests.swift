import Foundation
import FuzzSupport
import Testing

/// What fuzzing kept, replayed: inputs that once reached something new, or crashed.
@Suite("Decoders") struct CorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzz/corpus").path

  @Test(arguments: Decoder.all.map(\.name))
  func `hold for every input that was kept`(name: String) throws {
    let decoder = try #require(Decoder.all.first { $0.name == name })
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.corpus + "/" + name)
    #expect(!files.isEmpty)
    for file in files.sorted() {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Self.corpus)/\(name)/\(file)"))
      #expect(throws: Never.self, "\(name)/\(file)") { try decoder.check([UInt8](bytes)) }
    }
  }

  @Test(arguments: Decoder.all.map(\.name))
  func `read every sample, and refuse it when it is cut`(name: String) throws {
    let decoder = try #require(Decoder.all.first { $0.name == name })
    for sample in try decoder.samples() {
      #expect(try decoder.roundTrip(sample))
      for count in sample.indices { _ = try decoder.roundTrip(Array(sample[..<count])) }
    }
  }

  @Test func `have a corpus each, and no corpus is left over`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus)
    #expect(folders.sorted() == Decoder.all.map(\.name).sorted())
  }

  @Test func `are caught when a value does not come back`() throws {
    let longer = { (bytes: [UInt8]) in bytes + [0] }
    #expect(throws: Violation.self) { try survives([1], decode: { $0 }, encode: longer) }
    let onlyOne = { (bytes: [UInt8]) throws in
      guard bytes.count == 1 else { throw CancellationError() }
      return bytes
    }
    #expect(throws: Violation.self) { try survives([1], decode: onlyOne, encode: longer) }
    let modulo = { (bytes: [UInt8]) in bytes.map { $0 % 2 } }
    var count: UInt8 = 0
    let changing = { (bytes: [UInt8]) in
      count += 2
      return bytes.map { $0 + count }
    }
    #expect(throws: Violation.self) { try survives([1], decode: modulo, encode: changing) }
    #expect(try survives([1], decode: { $0 }, encode: { $0 }))
    #expect(try !survives([1], decode: { _ in throw CancellationError() }, encode: longer))
  }
}
