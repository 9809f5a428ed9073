import Foundation
import TestSupport
import Testing

/// The slice of real data that the repository carries, so that a clone alone can run a demo.
@Suite("The sample") struct SampleTests {
  private static let folder = SourceTree.repository.root.path + "/docs/samples/"

  @Test func `is small and carries its licence`() throws {
    // Python leaves a folder behind when one sample has used the other.
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
      .filter { $0 != "__pycache__" }
    let sizes = try files.map { try Data(contentsOf: URL(fileURLWithPath: Self.folder + $0)).count }
    #expect(sizes.reduce(0, +) < 150_000)
    #expect(files.contains("movietweetings.MIT.txt"))
  }

  @Test(.enabled(if: RealData.path("movietweetings.ratings.tsv.gz") != nil, "\(RealData.howToGet)"))
  func `is the beginning of the real data`() throws {
    let real = try #require(RealData.path("movietweetings.ratings.tsv.gz"))
    let sample = try unzipped(Self.folder + "movietweetings.ratings.tsv.gz")
    let whole = try unzipped(real)
    #expect(sample.split(separator: UInt8(ascii: "\n")).count == 5_001)
    #expect(whole.starts(with: sample))
  }

  @Test func `has every film that it rates`() throws {
    let ratings = try rows(of: "movietweetings.ratings.tsv.gz")
    let films = try rows(of: "movietweetings.movies.tsv.gz")
    #expect(Set(ratings.map { $0[2] }) == Set(films.map { $0[0] }))
  }

  /// The demo's known answer in the README, counted here without any code of the product.
  @Test func `has 67 films that ten people rated`() throws {
    let pairs = Set(try rows(of: "movietweetings.ratings.tsv.gz").map { [$0[1], $0[2]] })
    let people = Dictionary(grouping: pairs) { $0[1] }
    #expect(people.values.count { $0.count >= 10 } == 67)
  }

  private func rows(of name: String) throws -> [[String]] {
    String(decoding: try unzipped(Self.folder + name), as: UTF8.self)
      .split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  private func unzipped(_ path: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return bytes
  }
}
