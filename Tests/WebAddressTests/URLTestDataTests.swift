import Foundation
import StrictJSON
import Testing
import WebAddress

/// The cases of web-platform-tests, url/resources/urltestdata.json: 229 are addresses of http and
/// https; all others are of other schemes, or of none.
@Suite("The URL Standard's test data") struct URLTestDataTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let fields: [String: String]
    var testDescription: String { fields.description }

    subscript(_ name: String) -> String? { fields[name] }

    static let all: [Case] = {
      let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../WebCases/urltestdata.jsonl").path
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").compactMap { line in
        guard case .object(let members)? = try? JSONReader.read([UInt8](line.utf8)).kind else {
          return nil
        }
        var fields: [String: String] = [:]
        for member in members {
          if case .string(let text) = member.value.kind { fields[member.key] = text }
        }
        return Case(fields: fields)
      }
    }()

    static let addresses = all.filter { $0["href"] != nil }
    static let refusals = all.filter { $0["href"] == nil }

    var parsed: WebURL? {
      guard let base = self["base"] else { return WebURL(self["input"] ?? "") }
      // A base of another scheme is none.
      return WebURL(self["input"] ?? "", relativeTo: WebURL(base))
    }
  }

  @Test func `is all there`() {
    #expect(Case.addresses.count == 229)
    #expect(Case.refusals.count == 640)
  }

  @Test(arguments: Case.addresses) func `gives the same addresses`(row: Case) throws {
    let url = try #require(row.parsed)
    #expect(url.href == row["href"])
    #expect(url.username == row["username"] ?? "")
    #expect(url.password == row["password"] ?? "")
    #expect(url.authority == row["host"] ?? "")
    #expect(url.host.description == row["hostname"] ?? "")
    #expect(url.port.map(String.init) ?? "" == row["port"])
    #expect(url.path == row["pathname"] ?? "")
    #expect((url.query ?? "") == (row["search"] ?? "").dropFirst())
    #expect((url.fragment ?? "") == (row["hash"] ?? "").dropFirst())
    if let origin = row["origin"] { #expect(url.origin == origin) }
    #expect(WebURL(url.href) == url)
  }

  @Test(arguments: Case.refusals) func `refuses the same texts`(row: Case) {
    #expect(row.parsed == nil)
  }
}
