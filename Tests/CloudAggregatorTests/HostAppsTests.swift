import JournalFormat
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("Hosts and their apps") struct HostAppsTests {
  private static let list = """
    # host and app
    bank.example com.bank.app
    Bank.Example.  com.bank.beta   # the same host
    open.bank.example com.open

    127.0.0.1 com.local
    """

  private func item(_ url: String, app: String) -> PublicItem {
    var item = Sample.item
    item.identity = .url(url)
    item.app = app
    return item
  }

  @Test(arguments: [
    ("https://bank.example/login", "com.bank.app", true),
    ("https://bank.example/login", "com.bank.beta", true),
    ("https://bank.example/login", "com.evil", false),
    ("https://bank.example/login", "com.open", false),
    ("https://bank.example:444/", "com.evil", false),
    ("http://www.bank.example/", "com.evil", false),
    ("http://a.b.bank.example./", "com.evil", false),
    ("https://www.bank.example/", "com.bank.app", true),
    ("https://open.bank.example/", "com.open", true),
    ("https://x.open.bank.example/", "com.bank.app", false),
    ("https://notbank.example/", "com.evil", true),
    ("https://bank.example.org/", "com.evil", true),
    ("https://example/", "com.evil", true),
    ("https://other.example/?bank.example", "com.evil", true),
    ("https://127.0.0.1/", "com.evil", false),
    // Spellings of which a browser makes another host, or whose host is not certain.
    ("https://BANK.example/", "com.evil", false),
    ("HTTPS://bank.example/", "com.evil", false),
    ("https://bank%2Eexample/", "com.evil", false),
    ("https://bank\u{FF0E}example/", "com.evil", false),
    ("https://bank\u{AD}.example/", "com.evil", false),
    ("https://me@bank.example/", "com.evil", false),
    ("https://bank.example\\@other.example/", "com.evil", false),
    ("https://bank.example..", "com.evil", false),
    ("https:/bank.example/", "com.evil", false),
    ("bank.example", "com.evil", false),
    ("", "com.evil", false),
  ])
  func `decide whose items are shown`(url: String, app: String, isAllowed: Bool) throws {
    let apps = try HostApps(Self.list)
    #expect(apps.allows(item(url, app: app)) == isAllowed)
    #expect(HostApps().allows(item(url, app: app)), "nothing is restricted without a list")
  }

  @Test func `say nothing of items without a page`() throws {
    #expect(try HostApps(Self.list).allows(Sample.itemWithoutPage))
  }

  @Test(arguments: [
    ("a.example", 1), ("a.example b c", 1), ("#\n\na.example b\nb%2E c", 4),
    ("b\u{FC}.example c", 1),
    ("a..example c", 1), (". c", 1), ("https://a.example c", 1), ("a.example b\r\n\r\nc", 3),
  ])
  func `are read line by line`(text: String, line: Int) {
    let error = #expect(throws: HostAppsError.self) { try HostApps(text) }
    #expect(error?.line == line)
  }

  private func entry(_ number: Int, app: String, host: String = "bank.example") -> PublicEntry {
    PublicEntry(
      tag: Tag(suite: 1, bits: UInt128(number)), item: item("https://\(host)/\(number)", app: app),
      events: 1, distinctDevices: 2)
  }

  @Test func `keep what they do not allow out of every answer`() throws {
    let search = PublicSearch(hostApps: try HostApps(Self.list))
    var changes = PublicChanges()
    changes.isAll = true
    changes.shown = [
      entry(1, app: "com.evil"), entry(2, app: "com.bank.app"),
      entry(3, app: "com.evil", host: "other.example"),
    ]
    search.update(changes)
    func shown() throws -> [UInt128] {
      let found = try search.search("water", limit: 10).map(\.tag.bits)
      #expect(try search.popular(after: nil, limit: 10).map(\.tag.bits).sorted() == found.sorted())
      #expect(found.allSatisfy { search.item(Tag(suite: 1, bits: $0)) != nil })
      #expect(search.count == found.count)
      return found.sorted()
    }
    #expect(try shown() == [2, 3] && search.withheldCount == 1)
    // Words of another app take the place of words that were shown, and the other way round.
    changes = PublicChanges()
    changes.shown = [entry(1, app: "com.bank.beta"), entry(2, app: "com.evil")]
    search.update(changes)
    #expect(try shown() == [1, 3] && search.withheldCount == 1)
    changes = PublicChanges()
    changes.counted = [.init(tag: Tag(suite: 1, bits: 2), events: 9, distinctDevices: 9)]
    search.update(changes)
    #expect(try shown() == [1, 3])
    changes = PublicChanges()
    changes.hidden = [Tag(suite: 1, bits: 2)]
    search.update(changes)
    #expect(try shown() == [1, 3] && search.withheldCount == 0)
    changes = PublicChanges()
    changes.isAll = true
    changes.shown = [entry(1, app: "com.evil"), entry(3, app: "com.evil", host: "other.example")]
    search.update(changes)
    #expect(try shown() == [3] && search.withheldCount == 1)
  }
}
