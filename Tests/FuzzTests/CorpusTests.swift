import Foundation
import FuzzSupport
import Testing

/// What fuzzing kept, replayed: inputs that once reached something new, or crashed.
@Suite("Decoders") struct CorpusTests {
  private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fuzz/corpus").path

  /// The inputs that were kept for a decoder, by file.
  private func kept(_ name: String) throws -> [(file: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(atPath: Self.corpus + "/" + name).sorted().map {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Self.corpus)/\(name)/\($0)"))
      return ($0, [UInt8](bytes))
    }
  }

  @Test(arguments: Decoder.all.map(\.name))
  func `hold for every input that was kept`(name: String) throws {
    let decoder = try #require(Decoder.all.first { $0.name == name })
    let inputs = try kept(name)
    #expect(!inputs.isEmpty)
    for (file, bytes) in inputs {
      #expect(throws: Never.self, "\(name)/\(file)") { try decoder.check(bytes) }
    }
  }

  /// Those of whose inputs the first byte says the kind, and that do something else for each.
  private static let haveKinds: Set = [
    "control-entry", "projection-row", "report", "sync-request", "sync-response",
  ]

  /// What was kept for an older layout is refused in its first fields, and tries nothing behind.
  @Test(arguments: Decoder.all.map(\.name))
  func `read something of every kind that was kept`(name: String) throws {
    let decoder = try #require(Decoder.all.first { $0.name == name })
    let read = try kept(name).map(\.bytes).filter { try decoder.check($0) }
    let advice: Comment = "tools/fuzz --keep \(name) makes inputs of today's layout"
    #expect(!read.isEmpty, advice)
    guard Self.haveKinds.contains(name) else { return }
    let missing = Set(try decoder.samples().compactMap(\.first))
      .subtracting(read.compactMap(\.first))
    #expect(missing.isEmpty, advice)
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
