import Testing
import WebAddress
import WebFetch

@Suite("Which addresses a fetch may connect to") struct FetchRuleTests {
  private static func problem(
    _ text: String, at addresses: [String] = [], allowing blocks: [String] = []
  ) throws -> FetchProblem? {
    let url = try #require(WebURL(text))
    let rule = FetchRule(allowing: blocks.compactMap { AddressBlock($0) })
    let found = try addresses.map { try #require(WebHost($0)?.address) }
    do throws(FetchProblem) {
      try rule.check(url)
      if !addresses.isEmpty { try rule.check(found, of: url) }
    } catch {
      return error
    }
    return nil
  }

  /// Of each special range the first address and the last.
  private static let special = [
    "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
    "127.0.0.0", "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254",
    "169.254.255.255", "172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.255", "192.0.2.0",
    "192.0.2.255", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255",
    "198.51.100.0", "198.51.100.255", "203.0.113.0", "203.0.113.255", "224.0.0.0",
    "239.255.255.255", "240.0.0.0", "255.255.255.255",
    "[::]", "[::1]", "[fc00::]", "[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]", "[fd00:ec2::254]",
    "[fe80::]", "[febf:ffff::1]", "[fec0::1]", "[ff00::]", "[ff02::1]", "[2001::]", "[2001:1ff::]",
    "[2001:db8::]", "[2001:db8:ffff:ffff:ffff:ffff:ffff:ffff]", "[3fff::]", "[3fff:fff::1]",
    "[100::1]", "[5f00::1]", "[64:ff9b:1::1]",
    // An IPv4 address in another one: compatible, mapped, NAT64, 6to4.
    "[::127.0.0.1]", "[::8.8.8.8]", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]",
    "[::ffff:169.254.169.254]", "[64:ff9b::127.0.0.1]", "[64:ff9b::192.168.1.1]",
    "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[2002:c0a8:101::1]",
  ]

  @Test(arguments: special) func `are none of a special range`(address: String) throws {
    let text = try #require(WebHost(address)?.address).text
    #expect(
      try Self.problem("https://a.example/", at: [address])
        == .notPublic(host: "a.example", address: text))
    // As the host itself it is refused before anything is looked up.
    let host = try #require(WebHost(address)).description
    #expect(
      try Self.problem("http://\(address)/") == .notPublic(host: host, address: text))
  }

  @Test(arguments: [
    "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
    "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
    "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0",
    "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255",
    "203.0.114.0", "223.255.255.255", "[2000::]", "[2001:200::]", "[2001:db7:ffff::1]",
    "[2001:db9::]", "[3ffe::1]", "[3fff:1000::]", "[::ffff:8.8.8.8]", "[64:ff9b::8.8.8.8]",
    "[2002:808:808::1]",
  ])
  func `are all others`(address: String) throws {
    #expect(try Self.problem("https://a.example/", at: [address]) == nil)
    #expect(try Self.problem("https://\(address)/") == nil)
  }

  @Test(arguments: [
    ["8.8.8.8", "10.0.0.1"], ["10.0.0.1", "8.8.8.8"], ["8.8.8.8", "[::1]"],
  ])
  func `are none of a host that has one private address`(addresses: [String]) throws {
    let problem = try Self.problem("https://a.example/", at: addresses)
    guard case .notPublic(host: "a.example", address: _) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
  }

  @Test func `are none where a host has no address`() throws {
    let url = try #require(WebURL("https://a.example/"))
    #expect(throws: FetchProblem.noSuchHost("a.example")) {
      try FetchRule(allowing: []).check([], of: url)
    }
  }

  @Test(arguments: [
    ("http://0x7f.1/", "127.0.0.1"), ("http://2130706433/", "127.0.0.1"),
    ("http://0177.0.0.1/", "127.0.0.1"), ("http://127.1/", "127.0.0.1"), ("http://0/", "0.0.0.0"),
    ("http://\u{FF11}\u{FF10}.0.0.1/", "10.0.0.1"),
  ])
  func `are none of a special range in any spelling`(url: String, address: String) throws {
    #expect(try Self.problem(url) == .notPublic(host: address, address: address))
  }

  @Test(arguments: [
    ("http://localhost/", FetchProblem.localName("localhost")),
    ("https://nas/", .localName("nas")), ("https://a.internal/", .localName("a.internal")),
    ("https://printer.local/", .localName("printer.local")),
    ("https://metadata.google.internal/", .localName("metadata.google.internal")),
    ("https://me@a.example/", .credentials), ("https://me:secret@a.example/", .credentials),
    ("https://a.example:22/", .port(22)), ("http://a.example:8080/", .port(8080)),
  ])
  func `are known to be none before a name is looked up`(url: String, problem: FetchProblem) throws
  {
    #expect(try Self.problem(url) == problem)
  }

  /// An address, those that its host has, what is allowed, and what is the matter.
  private typealias Allowed = (
    url: String, addresses: [String], block: String, problem: FetchProblem?
  )
  private static let allowed: [Allowed] = [
    ("http://127.0.0.1:8080/", [], "127.0.0.1/32", nil),
    ("http://127.0.0.2/", [], "127.0.0.1/32", .notPublic(host: "127.0.0.2", address: "127.0.0.2")),
    ("http://[::1]:8080/", [], "::1/128", nil),
    ("http://localhost:8080/", ["127.0.0.1"], "127.0.0.0/8", nil),
    (
      "http://localhost/", ["127.0.0.1", "[::1]"], "127.0.0.0/8",
      .notPublic(host: "localhost", address: "::1")
    ),
    // Allowing one address opens no port of another.
    ("https://a.example:22/", ["8.8.8.8"], "127.0.0.0/8", .port(22)),
    ("https://a.example/", ["8.8.8.8"], "127.0.0.0/8", nil),
    (
      "https://a.example/", ["10.0.0.1"], "127.0.0.0/8",
      .notPublic(host: "a.example", address: "10.0.0.1")
    ),
    (
      "http://[::ffff:127.0.0.1]/", [], "127.0.0.0/8",
      .notPublic(host: "[::ffff:7f00:1]", address: "::ffff:7f00:1")
    ),
    ("http://me@127.0.0.1/", [], "127.0.0.0/8", .credentials),
  ]

  @Test(arguments: allowed.indices) func `are those that are allowed by name, too`(place: Int)
    throws
  {
    let row = Self.allowed[place]
    #expect(
      try Self.problem(row.url, at: row.addresses, allowing: [row.block]) == row.problem,
      "\(row.url)")
  }
}
