import CloudAggregator
import JournalFormat
import StrictJSON
import Sync
import SyncHTTP

/// What an aggregator answers over the network.
struct CloudRoutes {
  let client: CloudClient

  /// Rows of one page.
  private static let pageRowCount = 1_000
  /// Items that are asked for at a time.
  private static let itemsAtOnce = 16

  init(url: String, token: String? = nil, connections: Int = itemsAtOnce) throws {
    client = try Address.client(
      try Address.url(url), token: token, connections: connections)
  }

  func status() throws -> CloudStatus { try value(at: .status) }

  /// Those that most devices endorse first.
  func search(
    _ words: String, limit: Int, installed: InstalledApps
  ) throws -> [CloudTables.Line] {
    let found: Items = try value(
      at: .search, [("q", words), ("limit", "\(limit)")] + installed.parameters)
    return found.items
  }

  /// What was counted of every public item, sorted by key.
  func popularity() throws -> [CloudTables.Count] {
    try pages { after in
      let page: Counts = try value(at: .popularity, Self.page(after))
      return (page.items, page.next)
    }
  }

  /// Every public item, in the order of the counts. One that was hidden meanwhile is left out.
  func items(_ counts: [CloudTables.Count]) throws -> [CloudTables.Line] {
    let tags = counts.compactMap { $0.tag.flatMap { Tag(hex: $0) } }
    let client = client
    return try waiting {
      var lines: [CloudTables.Line] = []
      for start in stride(from: 0, to: tags.count, by: Self.itemsAtOnce) {
        let part = Array(tags[start..<min(tags.count, start + Self.itemsAtOnce)].enumerated())
        var found = [CloudTables.Line?](repeating: nil, count: part.count)
        try await withThrowingTaskGroup(of: (Int, CloudTables.Line?).self) { group in
          for (place, tag) in part {
            group.addTask { (place, try await Self.item(tag, client)) }
          }
          for try await (place, line) in group { found[place] = line }
        }
        lines += found.compactMap { $0 }
      }
      return lines
    }
  }

  private static func item(_ tag: Tag, _ client: CloudClient) async throws -> CloudTables.Line? {
    do {
      return try CloudClient.decode(
        try await client.ask(.item, of: tag.description), from: client.text + Endpoint.item.path)
    } catch let error where error.code == .refused(status: 404) {
      return nil
    }
  }

  /// All rows of one of the operator's lists, whatever they hold.
  func list(_ list: Endpoint) throws -> [JSONTree] {
    try pages { after in
      let page: JSONTree = try value(at: list, Self.page(after))
      guard case .object(let members) = page, case .list(let rows)? = members[list.rawValue]
      else { throw CloudClient.unreadable(list.path) }
      if case .string(let next)? = members["next"] { return (rows, next) }
      return (rows, nil)
    }
  }

  /// Rows of a list as what they are known to hold.
  func decode<Row: Decodable>(_ rows: [JSONTree], of list: Endpoint) throws -> [Row] {
    do {
      return try StrictDecoder().decode(from: try EscapedJSON.bytes(rows))
    } catch {
      var what = "with rows that this program cannot read"
      if case .keyNotFound(let key, _)? = error as? DecodingError {
        what = "without \"\(key.stringValue)\""
      }
      throw Failure(
        .badInput,
        "\(client.text)\(list.path) answers \(what): the server has another version. Use the "
          + "program of the server's version, or print the answer as it is with --json.")
    }
  }

  /// Has the aggregator do something; what it says of it.
  func act(_ endpoint: Endpoint, of subject: String, _ body: JSONTree) throws -> JSONTree {
    let client = client
    let json = Array(Output.jsonLine(body).utf8)
    return try CloudClient.decode(
      try waiting { try await client.ask(endpoint, of: subject, json: json) },
      from: endpoint.path(of: subject))
  }

  // MARK: Helpers

  private struct Items: Decodable { let items: [CloudTables.Line] }
  private struct Counts: Decodable {
    let items: [CloudTables.Count]
    let next: String?
  }

  private static func page(_ after: String?) -> [(name: String, value: String)] {
    [("limit", "\(pageRowCount)")] + (after.map { [("after", $0)] } ?? [])
  }

  /// Asks for page after page until there is no next one.
  private func pages<Row>(
    _ page: (String?) throws -> (rows: [Row], next: String?)
  ) throws -> [Row] {
    var rows: [Row] = []
    var after: String?
    while true {
      let (found, next) = try page(after)
      rows += found
      guard let next else { return rows }
      guard !found.isEmpty, next != after else {
        throw Failure(
          .badInput, "\(client.text) repeats one page forever. Tell the operator of the server.")
      }
      after = next
    }
  }

  private func value<Value: Decodable & Sendable>(
    at endpoint: Endpoint, _ query: [(name: String, value: String)] = []
  ) throws -> Value {
    let client = client
    return try CloudClient.decode(
      try waiting { try await client.ask(endpoint, query) },
      from: client.text + endpoint.path)
  }
}
