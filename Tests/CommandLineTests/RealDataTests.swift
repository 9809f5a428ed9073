import Crypto
import Foundation
import JournalFormat
import TestSupport
import Testing

/// Runs over real data whose answers were computed by others: needs an optimised build.
@Suite("On real data", .serialized, .enabled(if: RealDataRuns.arePossible, RealDataRuns.why))
struct RealDataTests {
  private let program = Program.optimised ?? .built

  @Test(arguments: [
    ("50", "none", 425), ("20", "none", 1_110), ("50", "lossy", 425), ("20", "lossy", 1_110),
  ])
  func `the films that enough people saw become public, and each is counted as the file says`(
    threshold: String, faults: String, publicItems: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = try RealTraces.films(in: folder)
    let out = folder.file("run")
    let outcome = try program.run([
      "simulate", "--trace", path, "--threshold", threshold, "--faults", faults, "--out", out,
    ])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    let report = try String(contentsOfFile: out + "/report.json", encoding: .utf8)
    let memory = report.firstMatch(of: /"peakMemoryMiB" : (\d+)/).flatMap { Int($0.output.1) }
    #expect(try #require(memory) < 3 << 10)
    let items = try String(contentsOfFile: out + "/public-items.jsonl", encoding: .utf8)
    #expect(items.split(separator: "\n").count == publicItems)
    let table = try String(contentsOfFile: out + "/popularity.tsv", encoding: .utf8)
    let expected = try IndependentCount(tracePath: path).table(threshold: Int(threshold) ?? 0)
    #expect(table == expected)
    let rebuilt = try program.run(["cloud", "rebuild", "--data", out + "/cloud"])
    #expect(rebuilt.status == 0, "\(rebuilt.output)\(rebuilt.errors)")
    let again = try program.run(["cloud", "popularity", "--data", out + "/cloud"])
    #expect(again.output == expected)
  }

  private func finalItems() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let path = try #require(RealData.path("tldr.final.tsv.gz"))
    process.arguments = ["-c", "gzip -dc '\(path)' | LC_ALL=C sort"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private func items(_ phone: String) throws -> String {
    let outcome = try program.run([
      "device", "items", phone, "--format", "tsv", "--columns", "id,content",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
  }

  @Test(arguments: [false, true])
  func `a device that replays a project's history ends with its files, also killed on the way`(
    isKilled: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let path = try RealTraces.trace(
      ["tldr", try #require(RealData.path("tldr.events.tsv.gz"))], in: folder)
    let phone = folder.file("phone")
    let arguments = ["device", "index", phone, "--resume", "--acknowledge"]
    // Printed with what fails, so that it can be done again.
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed)
    var acknowledged = 0
    if isKilled {
      for _ in 0..<6 {
        let outcome = try program.run(
          arguments, inputPath: path,
          killAfterMilliseconds: Int.random(in: 100...900, using: &random))
        let last = outcome.output.split(separator: "\n").last { $0.allSatisfy(\.isNumber) }
        acknowledged = max(acknowledged, last.flatMap { Int($0) } ?? 0)
        let verified = try program.run(["journal", "verify", phone + "/private.journal", "--json"])
        #expect(verified.status == 0, "seed \(seed): \(verified.output)\(verified.errors)")
        // What was acknowledged is there: each line is an entry, and so is the end of each batch.
        let entries = try #require(
          verified.output.firstMatch(of: /"entries" : (\d+)/).flatMap { Int($0.output.1) })
        #expect(entries > acknowledged, "seed \(seed)")
      }
    }
    let outcome = try program.run(arguments, inputPath: path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try items(phone) == finalItems())
  }
}

/// Counts a trace of films without any code of the project's: what a table of popularity has to be.
struct IndependentCount {
  private struct Count {
    var events = 0
    var devices: Set<String> = []
    var days: [String] = []
  }

  private var counts: [String: Count] = [:]

  init(tracePath: String) throws {
    let text = try String(contentsOfFile: tracePath, encoding: .utf8)
    var urls: [Substring: String] = [:]
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withFullDate]
    var dayNames: [Int: String] = [:]
    for line in text.split(separator: "\n") {
      func field(_ name: String, ends: Character) -> Substring {
        guard let start = line.range(of: "\"\(name)\":")?.upperBound else { return "" }
        return line[start...].prefix { $0 != ends }
      }
      let id = field("id", ends: ",").prefix { $0 != "}" }
      guard line.contains("\"kind\":\"engage\"") else {
        urls[id] = String(field("url", ends: ",").dropFirst().dropLast())
        continue
      }
      let day = (Int(field("time", ends: ",")) ?? 0) / 86_400
      if dayNames[day] == nil {
        dayNames[day] = formatter.string(from: Date(timeIntervalSince1970: Double(day) * 86_400))
      }
      let url = urls[id] ?? ""
      counts[url, default: Count()].events += 1
      counts[url, default: Count()].devices.insert(String(field("device", ends: ",")))
      counts[url, default: Count()].days.append(dayNames[day] ?? "")
    }
  }

  /// Tags as FORMAT.md lays them out: HMAC-SHA-256 over the texts of app, type and URL.
  private func tag(_ url: String) -> String {
    func text(_ value: String) -> [UInt8] {
      let bytes = Array(value.utf8)
      return [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)] + bytes
    }
    let message =
      text("com.example.films") + text("com.example.films.view") + [0] + text(url)
    let salt = SymmetricKey(data: Array("a simulated deployment's salt".utf8))
    let code = HMAC<SHA256>.authenticationCode(for: message, using: salt)
    return "tag:01"
      + code.prefix(16).map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
  }

  func table(threshold: Int) -> String {
    let rows = counts.map { url, count in
      let isPublic = count.devices.count >= threshold
      let key = isPublic ? url : tag(url)
      return "\(key)\t\(count.events)\t\(count.devices.count)\t\(count.days.min() ?? "")"
        + "\t\(count.days.max() ?? "")\t\(isPublic ? "com.example.films" : "")"
    }
    return
      (["key\tevents\tdistinctDevices\tfirstDay\tlastDay\tapp"]
      + rows.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }).joined(separator: "\n") + "\n"
  }
}
