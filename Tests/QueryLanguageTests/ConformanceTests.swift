import Foundation
import QueryLanguage
import Testing

/// The 102 cases of query-cases.json, on the documents that they are about.
@Suite("The query language") struct ConformanceTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let q: String
    /// Nil: it cannot be read.
    let expect: [String]?

    private enum Key: String, CodingKey { case id, q, expect }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      id = try values.decode(String.self, forKey: .id)
      q = try values.decode(String.self, forKey: .q)
      // Else it says that the query is an error.
      expect = try? values.decode([String].self, forKey: .expect)
    }

    var testDescription: String { id }
  }

  static let cases: [Case] = {
    let path = (#filePath as NSString).deletingLastPathComponent + "/query-cases.json"
    let data = FileManager.default.contents(atPath: path) ?? Data()
    return (try? JSONDecoder().decode([Case].self, from: data)) ?? []
  }()

  /// 2026-06-11T15:00:00Z, a Thursday.
  static let clock = QueryClock(now: 1_781_190_000_000)

  @Test func `has all its cases`() {
    #expect(Self.cases.count == 102)
    #expect(Set(Self.cases.map(\.id)).count == 102)
    #expect(Self.cases.count { $0.expect == nil } == 16)
  }

  @Test(arguments: cases)
  func `finds what it should`(example: Case) throws {
    guard let expected = example.expect else {
      #expect(throws: QueryError.self) { try Query(example.q) }
      return
    }
    let compiled = CompiledQuery(try Query(example.q), clock: Self.clock)
    let found = ExampleItem.all.filter { compiled.matches($0) }.map(\.name)
    #expect(found == expected)
  }

  @Test(arguments: cases)
  func `reads what it prints as the same`(example: Case) throws {
    guard let query = try? Query(example.q) else { return }
    #expect(try Query(query.description) == query, "\(query)")
  }
}
