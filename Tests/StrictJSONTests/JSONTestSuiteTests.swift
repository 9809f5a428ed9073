import Foundation
import StrictJSON
import Testing
import TraceLines

/// The files of nst/JSONTestSuite, test_parsing: one a line, with what is expected of it.
@Suite("JSONTestSuite") struct JSONTestSuiteTests {
  struct File: Sendable, CustomTestStringConvertible {
    let name: String
    /// "y": to be taken; "n": to be refused; "i": as a reader likes.
    let expected: String
    let bytes: [UInt8]
    var testDescription: String { name }

    init?(_ line: [UInt8]) throws {
      guard case .object(let members) = try JSONReader.read(line).kind else { return nil }
      var texts: [String: String] = [:]
      for member in members {
        if case .string(let text) = member.value.kind { texts[member.key] = text }
      }
      guard let name = texts["name"], let expected = texts["expected"],
        let bytes = texts["base64"].flatMap({ Data(base64Encoded: $0) })
      else { return nil }
      (self.name, self.expected, self.bytes) = (name, expected, [UInt8](bytes))
    }

    static let all: [File] = {
      let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("json-test-suite.jsonl.gz").path
      var files: [File] = []
      guard let reader = try? TraceReader(path: path) else { return [] }
      while let line = try? reader.next() {
        if let file = try? File(line) { files.append(file) }
      }
      return files
    }()
  }

  /// Valid, and still refused: which of the two values is meant nobody knows.
  private static let duplicates: Set = [
    "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  ]

  @Test func `is all there`() {
    #expect(File.all.count == 318)
    #expect(File.all.count { $0.expected == "y" } == 95)
    #expect(File.all.count { $0.expected == "n" } == 188)
  }

  @Test(arguments: File.all) func `is read as it wants`(file: File) {
    let isTaken = (try? JSONReader.read(file.bytes)) != nil
    switch file.expected {
    case "y": #expect(isTaken != Self.duplicates.contains(file.name))
    case "n": #expect(!isTaken)
    // Of what a reader may decide, this one refuses all that it would have to change.
    default: #expect(isTaken == (file.name == "i_structure_500_nested_arrays.json"))
    }
  }
}
