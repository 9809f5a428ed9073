import Foundation
import JournalFormat
import JournalVectors
import TestSupport
import Testing

private let isWriting = ProcessInfo.processInfo.environment["SPOTLOG_WRITE_VECTORS"] == "1"
// Where Ed25519 draws random numbers for a signature, the same bytes cannot be made twice.
private let isSignatureRepeatable =
  Sample.cloudKey.sign([1]) == Sample.cloudKey.sign([1])

@Suite("The vectors") struct VectorTests {
  @Test(.enabled(if: isWriting, "SPOTLOG_WRITE_VECTORS=1 writes the files"))
  func `are written when the environment asks for it`() throws {
    for (name, bytes) in try ValidVectors.all() {
      try Vector(.valid, name).write(bytes)
    }
    for vector in try RefusedVector.all() {
      try Vector(.refused, vector.name).write(vector.bytes)
    }
  }

  @Test(arguments: try ValidVectors.all().keys.sorted())
  func `that are valid are what today's writer makes`(name: String) throws {
    let made = try ValidVectors.all()[name]!
    let kept = try Vector(.valid, name).bytes()
    if name.hasPrefix("batch") {
      #expect(try BatchReader().entries(of: kept) == ValidVectors.chains[name]?.entries)
      #expect(try checkBatch(kept).signedRange == checkBatch(made).signedRange)
    } else if isSignatureRepeatable {
      #expect(kept == made)
    } else {
      #expect(kept.count == made.count)
    }
  }

  @Test(arguments: try Vector.all(in: .valid))
  func `that are valid are read, written again as the same bytes, and signed`(
    vector: Vector
  ) throws {
    let layout = try #require(Layout.of(vector.name))
    let kept = try vector.bytes()
    let again = try layout.rewrite(kept)
    #expect(try layout.isSigned(kept))
    if vector.name.hasPrefix("batch") {
      #expect(try layout.isSigned(again))
      #expect(try BatchReader().entries(of: again) == BatchReader().entries(of: kept))
    } else {
      #expect(again == kept)
    }
  }

  @Test(arguments: try Vector.all(in: .old))
  func `that are old are read, and written again as today's`(vector: Vector) throws {
    let layout = try #require(Layout.of(vector.name))
    let today = try #require(ValidVectors.old[vector.name])
    #expect(try layout.rewrite(vector.bytes()) == Vector(.valid, today).bytes())
  }

  @Test(arguments: try RefusedVector.all())
  func `that are refused are refused for their reason`(vector: RefusedVector) throws {
    let layout = try #require(Layout.of(vector.name))
    let kept = try Vector(.refused, vector.name).bytes()
    switch vector.reason {
    case .unsigned: #expect(try layout.isSigned(kept) == false)
    case .error(let code):
      let error = #expect(throws: FormatError.self) { try layout.rewrite(kept) }
      #expect(error?.code == code)
    }
  }

  // What zlib made of it may differ.
  @Test(
    .enabled(if: isSignatureRepeatable, "signatures are random here"),
    arguments: try RefusedVector.all().filter {
      !$0.name.hasPrefix("batch-inflates-to") && $0.name != "batch-bomb"
        && $0.name != "batch-entries-swapped"
    })
  func `that are refused are what their table makes`(vector: RefusedVector) throws {
    #expect(try Vector(.refused, vector.name).bytes() == vector.bytes)
  }

  @Test func `have no file that no table names, and no name without a file`() throws {
    #expect(
      try Vector.all(in: .valid).map(\.name) == ValidVectors.all().keys.sorted())
    #expect(try Vector.all(in: .old).map(\.name) == ValidVectors.old.keys.sorted())
    #expect(
      try Vector.all(in: .refused).map(\.name) == RefusedVector.all().map(\.name).sorted())
  }

  @Test func `of every layout are there`() throws {
    let names = try Vector.all(in: .valid).compactMap { Layout.of($0.name)?.name }
    let layouts = Set(Layout.all.map(\.name)).subtracting(["report-kind-99", "control-kind-99"])
    #expect(Set(names) == layouts)
  }

  @Test func `do not grow past 300 KB`() throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: Vector.folder)
    let sizes = try paths.map {
      try FileManager.default.attributesOfItem(atPath: "\(Vector.folder)/\($0)")[.size] as? Int
        ?? 0
    }
    #expect(sizes.reduce(0, +) < 300_000)
  }
}
