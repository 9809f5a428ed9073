import Foundation
import TestSupport
import Testing

enum RealDataRuns {
  static let arePossible =
    RealData.path("movietweetings.ratings.tsv.gz") != nil && Program.optimised != nil
  static let why = Comment(
    rawValue: RealData.path("movietweetings.ratings.tsv.gz") == nil
      ? RealData.howToGet : Program.howToOptimise)
}

/// Traces that are made of real data for a test.
enum RealTraces {
  static func trace(_ arguments: [String], in folder: TemporaryFolder) throws -> String {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../tools/convert-trace").standardizedFileURL.path
    let path = folder.file("trace.jsonl")
    try Data().write(to: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: script)
    process.arguments = arguments
    process.standardOutput = FileHandle(forWritingAtPath: path)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return path
  }

  static func films(in folder: TemporaryFolder) throws -> String {
    try trace(
      [
        "movietweetings", try #require(RealData.path("movietweetings.ratings.tsv.gz")),
        try #require(RealData.path("movietweetings.movies.tsv.gz")),
      ], in: folder)
  }
}
