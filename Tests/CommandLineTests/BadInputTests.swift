import Foundation
import TestSupport
import Testing

/// A line that cannot be taken, and what is said about it.
struct BadLine: Sendable, CustomStringConvertible {
  let description: String
  let bytes: [UInt8]
  let reason: String

  init(_ description: String, _ bytes: [UInt8], _ reason: String) {
    self.description = description
    self.bytes = bytes
    self.reason = reason
  }

  private static func title(_ count: Int) -> [UInt8] {
    Array(TraceLines.item("2", String(repeating: "x", count: count)).utf8)
  }

  private static var invalidUTF8: [UInt8] {
    Array(TraceLines.item("2", "@").utf8).flatMap { $0 == UInt8(ascii: "@") ? [0xFF, 0xFE] : [$0] }
  }

  private static func index(_ rest: String) -> [UInt8] {
    Array(
      "{\"time\":1,\"device\":\"d\",\"app\":\"a\",\"kind\":\"index\",\"id\":\"2\",\(rest)}".utf8)
  }

  static let correct = "Correct the line, or leave it out."

  static let all: [BadLine] = [
    BadLine(
      "not JSON", Array("water lilies".utf8), "is not JSON: a value is expected here. \(correct)"),
    BadLine("cut off", title(5).dropLast(4), "is not JSON: it ends too early. \(correct)"),
    BadLine("zeros", [0, 0, 0], "is not JSON: a value is expected here. \(correct)"),
    BadLine(
      "a list", Array("[1, 2]".utf8),
      "is a JSON array, and each line is one object: jq -c '.[]' makes them. \(correct)"),
    BadLine("not UTF-8", invalidUTF8, "is not UTF-8. \(correct)"),
    BadLine(
      "an event of 10 MiB", title(10 << 20),
      "at most 8.4 MB (8,388,608 bytes) are allowed. Give the index less text, or split the item. "
        + correct),
    BadLine(
      "a line of 17 MiB", title(17 << 20),
      "is longer than 17 MB (16,777,216 bytes). Split the item, or leave it out."),
    BadLine(
      "an expiry beyond all time", index("\"expires\":1e300"),
      "has a \"expires\" outside the years 1 to 9999. \(correct)"),
    BadLine(
      "an attribute of another type", index("\"attributes\":{\"rating\":\"high\"}"),
      "has an attribute \"rating\" that takes a number, and was given a text. \(correct)"),
    BadLine(
      "of an unknown kind", Array("{\"time\":1,\"kind\":\"fly\"}".utf8),
      "has the kind \"fly\"; known are index, delete, activity, engage, abandon and synonyms. "
        + correct
    ),
  ]
}

@Suite("A bad line") struct BadInputTests {
  private let program = Program.built

  @Test(arguments: BadLine.all)
  func `is named with the next step, and nothing before it is lost`(line: BadLine) throws {
    let folder = try TemporaryFolder()
    let phone = folder.file("phone")
    let good = [TraceLines.item("1"), TraceLines.item("3")].map { Array(($0 + "\n").utf8) }
    let path = try TraceLines.file(good[0] + line.bytes + [10] + good[1], in: folder)
    let outcome = try program.run(["device", "index", phone, "--acknowledge"], inputPath: path)
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.hasPrefix("spotlog: standard input, line 2, column "), "\(outcome.errors)")
    let journaled = " Before it, 1 line was journaled; --resume continues after line 1.\n"
    #expect(outcome.errors.hasSuffix(line.reason + journaled), "\(outcome.errors)")
    #expect(outcome.errors.utf8.count < 500)
    #expect(outcome.output == "1\n")
    #expect(try program.itemIdentifiers(phone) == ["1"])
    // Corrected, it continues where it stopped.
    let whole = try TraceLines.file(TraceLines.items(1...3).utf8, in: folder)
    let resumed = try program.run(["device", "index", phone, "--resume"], inputPath: whole)
    #expect(resumed.status == 0)
    #expect(resumed.output.hasPrefix("2 events journaled"))
    #expect(try program.itemIdentifiers(phone) == ["1", "2", "3"])
  }

  // Too long a line is refused by the same reader; reading one takes long in a debug build.
  @Test(arguments: BadLine.all.filter { $0.bytes.count < 16 << 20 })
  func `ends a simulation, with its place, and without an outcome`(line: BadLine) throws {
    let folder = try TemporaryFolder()
    let good = Array((TraceLines.item("1") + "\n").utf8)
    let path = try TraceLines.file(good + line.bytes + [10] + good, in: folder)
    let out = folder.file("run")
    let outcome = try program.run(["simulate", "--trace", path, "--out", out])
    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("spotlog: \(path), line 2"), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix(line.reason + "\n"), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: out) == [])
  }

  @Test func `of the journal's transaction takes none of the others with it`() throws {
    let folder = try TemporaryFolder()
    let phone = folder.file("phone")
    let input = TraceLines.items(1...25) + "nonsense\n" + TraceLines.items(27...30)
    let outcome = try program.run(
      ["device", "index", phone, "--acknowledge", "--transaction", "10"], input: input)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("line 26, column 1: is not JSON"))
    #expect(outcome.output == "10\n20\n25\n")
    #expect(try program.itemIdentifiers(phone).count == 25)
  }
}
