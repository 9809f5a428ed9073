import Testing

@testable import Simulation

/// The ledger's own reading of docs/RULES.md, without any world.
@Suite("The ledger's model of apps") struct AppModelTests {
  private static let mail = "mail"

  private static func name(_ id: String, _ app: String = mail) -> AppName {
    AppName(app: app, id: id)
  }

  private static func item(_ id: String, domain: String = "", title: String? = nil) -> AppItem {
    AppItem(name: name(id), domain: domain, title: title ?? "Letter \(id)")
  }

  private static func activity(
    _ id: String, _ address: String? = "s1", item: String = "", isWeak: Bool = false,
    domain: String = "", for eligibility: AppActivity.Eligibility = .everybody
  ) -> AppActivity {
    AppActivity(
      name: name(id), address: address, item: item, isWeak: isWeak, domain: domain,
      title: "Letter", eligibility: eligibility)
  }

  private static let page = AppPage(app: mail, identity: .address("s1"))

  /// An item in a domain, an activity that is bound to it, and one that only belongs to it; both
  /// were opened.
  private static let history: [AppAct] = [
    .given(item("i1", domain: "x.y")),
    .recorded(activity("a1", item: "i1")),
    .recorded(activity("a2", "s2", item: "i1", isWeak: true)),
    .opened(name("i1")), .opened(name("a2")),
  ]

  /// A deletion, what it takes back, and what is still found.
  private static let deletions: [(act: AppAct, withdrawn: [String], found: Set<String>)] = [
    (.deleted(app: mail, ids: ["i1"]), ["mail/s1"], ["a2"]),
    (.deleted(app: mail, ids: ["a1"]), ["mail/s1"], ["i1", "a2"]),
    (.deleted(app: mail, ids: ["a2", "i2"]), ["mail/s2"], ["i1"]),
    (.deleted(app: "news", ids: ["i1", "a1"]), [], ["i1", "a2"]),
    (.deletedDomains(app: mail, domains: ["x"]), ["mail/s1"], ["a2"]),
    (.deletedDomains(app: mail, domains: ["x.y"]), ["mail/s1"], ["a2"]),
    (.deletedDomains(app: mail, domains: ["xy", "x.yz", "", "y"]), [], ["i1", "a2"]),
    (.deletedAll(app: mail), ["mail/s1", "mail/s2"], []),
    (.deletedActivities(app: mail, ids: ["i1"]), [], ["i1", "a2"]),
    (.deletedActivities(app: mail, ids: ["a1"]), ["mail/s1"], ["i1", "a2"]),
    (.deletedActivities(app: mail, ids: nil), ["mail/s1", "mail/s2"], ["i1"]),
    (.itemGone(name("i1")), [], ["a2"]),
    (.activityGone(name("a2")), [], ["i1"]),
    (.recorded(activity("a1", for: .search)), ["mail/s1"], ["i1", "a1", "a2"]),
    (.recorded(activity("a2", "s2", for: .none)), ["mail/s2"], ["i1"]),
    (.recorded(activity("a1", "s3", item: "i1")), [], ["i1", "a2"]),
  ]

  @Test(arguments: deletions.indices)
  func `says what a deletion reaches`(place: Int) {
    let row = Self.deletions[place]
    var model = AppModel(Self.history)
    let effect = model.apply(row.act)
    #expect(effect.withdrawn.map(\.name) == row.withdrawn, "\(row.act.line)")
    #expect(model.found(of: Self.mail, at: 0) == row.found, "\(row.act.line)")
    for page in effect.withdrawn { #expect(model.endorsed[page] == nil) }
  }

  @Test func `engages with the activity of that name, then with the first that is bound`() {
    var model = AppModel([
      .given(Self.item("i1")), .recorded(Self.activity("b", "s2", item: "i1")),
      .recorded(Self.activity("a", "s1", item: "i1")),
      .recorded(Self.activity("c", nil, for: .search)),
    ])
    #expect(model.apply(.opened(Self.name("b"))).engaged?.page.name == "mail/s2")
    #expect(model.apply(.opened(Self.name("i1"))).engaged?.page.name == "mail/s1")
    #expect(model.apply(.opened(Self.name("c"))).engaged == nil)
    #expect(model.apply(.opened(Self.name("i1", "news"))).engaged == nil)
    // What has expired can be engaged with still.
    _ = model.apply(.itemGone(Self.name("i1")))
    #expect(model.found(of: Self.mail, at: 0) == ["c"])
    #expect(model.apply(.opened(Self.name("i1"))).engaged?.page.name == "mail/s1")
  }

  @Test func `takes back what was engaged with under a name, whatever it is now`() {
    var model = AppModel([
      .recorded(Self.activity("a", "s1")), .opened(Self.name("a")),
      .recorded(Self.activity("a", "s2")), .recorded(Self.activity("b", "s2")),
      .opened(Self.name("b")),
    ])
    #expect(model.words(of: Self.page) == nil && model.endorsed[Self.page]?.count == 1)
    let effect = model.apply(.deletedActivities(app: Self.mail, ids: ["a"]))
    #expect(effect.withdrawn.map(\.name) == ["mail/s1", "mail/s2"] && model.endorsed.isEmpty)
    #expect(model.candidates.keys.map(\.id) == ["b"])
  }

  @Test func `changes of an item what an update says, and makes one where there is none`() {
    var update = Self.item("i1")
    (update.title, update.note, update.expires) = (nil, "About it", 5)
    var model = AppModel([.given(Self.item("i1", domain: "x")), .merged(update)])
    let item = model.items[Self.name("i1")]
    #expect(item?.title == "Letter i1" && item?.note == "About it")
    #expect(item?.domain == "x" && item?.expires == 5)
    #expect(model.found(of: Self.mail, at: 4) == ["i1"] && model.found(of: Self.mail, at: 5) == [])
    _ = model.apply(.given(Self.item("i1")))
    #expect(model.items[Self.name("i1")] == Self.item("i1"))
    #expect(AppModel([.merged(update)]).items[Self.name("i1")]?.title == nil)
    update.clearsNote = true
    #expect(AppModel([.merged(update)]).items[Self.name("i1")]?.clearsNote == false)
  }

  @Test func `has an activity only with the item that it is bound to`() {
    let bound = Self.activity("a", item: "i1", domain: "z")
    var model = AppModel([.recorded(bound)])
    #expect(model.activities.isEmpty && model.candidates.count == 1)
    #expect(model.apply(.deleted(app: Self.mail, ids: ["i1"])).withdrawn == [Self.page])
    model = AppModel([.given(Self.item("i1")), .recorded(bound), .itemGone(Self.name("i1"))])
    #expect(model.activities.isEmpty && model.candidates.count == 1)
    // Its own domain is enough.
    #expect(model.apply(.deletedDomains(app: Self.mail, domains: ["z"])).withdrawn == [Self.page])
  }

  @Test func `cuts a description that is too long at a word`() {
    var activity = Self.activity("a")
    activity.isLong = true
    let words = AppWords(activity, Self.page)
    #expect(words.note.hasSuffix("story story") && AppWords.longNote.hasPrefix(words.note + " "))
    // 16 bytes and two a text come beside the texts themselves.
    let texts = [Self.mail, "view", "https://example.com/mail/s1", "Letter", words.note, ""]
    let count = texts.reduce(16) { $0 + $1.utf8.count + 2 }
    #expect((16_384 - 5...16_384).contains(count))
    #expect(words.digest != AppWords(Self.activity("a"), Self.page).digest)
  }

  @Test func `keeps the last client state until everything is deleted`() {
    var model = AppModel([
      .batched([Self.item("i1")], index: "main", state: "one"),
      .batched([Self.item("i2")], index: "main", state: "two"),
    ])
    #expect(model.states == [AppName(app: Self.mail, id: "main"): "two"])
    _ = model.apply(.deleted(app: Self.mail, ids: ["i1", "i2"]))
    #expect(model.states.count == 1)
    _ = model.apply(.deletedAll(app: Self.mail))
    #expect(model.states.isEmpty)
  }
}
