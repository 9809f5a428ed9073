import JournalFormat
import Testing

@testable import Simulation

/// The ledger's own reading of docs/RULES.md, without any world.
@Suite("The ledger's model of apps") struct AppModelTests {
  private static let mail: ExactText = "mail"

  private static func name(_ id: ExactText, _ app: ExactText = mail) -> AppName {
    AppName(app: app, id: id)
  }

  private static func item(_ id: ExactText, domain: ExactText = "") -> AppItem {
    AppItem(name: name(id), domain: domain, title: ExactText("Letter \(id)"))
  }

  private static func activity(
    _ id: ExactText, _ address: String? = "s1", item: ExactText = "", isWeak: Bool = false,
    domain: ExactText = "", isSearchable: Bool = true, isPublic: Bool = true
  ) -> AppActivity {
    var activity = AppActivity(name: name(id), title: "Letter")
    activity.address = address.map { ExactText("https://example.com/mail/\($0)") }
    if isWeak { activity.weakItem = item } else { activity.boundItem = item }
    activity.domain = domain
    (activity.isSearchable, activity.isPublic) = (isSearchable, isPublic)
    return activity
  }

  private static let page = AppPage(
    app: mail, type: "view", identity: .address("https://example.com/mail/s1"))

  private static func found(_ model: DeviceModel, at now: Int64 = 0) -> Set<ExactText> {
    Set(model.found(at: now).keys.filter { $0.app == mail }.map(\.id))
  }

  /// An item in a domain, an activity that is bound to it, and one that only belongs to it; both
  /// were opened.
  private static let history: [AppAct] = [
    .given(item("i1", domain: "x.y")),
    .recorded(activity("a1", item: "i1")),
    .recorded(activity("a2", "s2", item: "i1", isWeak: true)),
    .opened(name("i1")), .opened(name("a2")),
  ]

  /// A deletion, what it takes back, and what is still found.
  private static let deletions: [(act: AppAct, withdrawn: [String], found: Set<ExactText>)] = [
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
    (.recorded(activity("a1", isPublic: false)), ["mail/s1"], ["i1", "a1", "a2"]),
    (.recorded(activity("a2", "s2", isSearchable: false)), ["mail/s2"], ["i1"]),
    (.recorded(activity("a1", "s3", item: "i1")), [], ["i1", "a2"]),
  ]

  @Test(arguments: deletions.indices)
  func `says what a deletion reaches`(place: Int) {
    let row = Self.deletions[place]
    var model = DeviceModel(Self.history)
    let effect = model.apply(row.act)
    #expect(effect.takenBack.map(\.name) == row.withdrawn, "\(row.act.line)")
    #expect(Self.found(model) == row.found, "\(row.act.line)")
    for page in effect.takenBack { #expect(model.apps[Self.mail]?.endorsed[page] == nil) }
  }

  @Test func `engages with the activity of that name, then with the first that is bound`() {
    var model = DeviceModel([
      .given(Self.item("i1")), .recorded(Self.activity("b", "s2", item: "i1")),
      .recorded(Self.activity("a", "s1", item: "i1")),
      .recorded(Self.activity("c", nil)),
    ])
    #expect(model.apply(.opened(Self.name("b"))).opened?.page.name == "mail/s2")
    #expect(model.apply(.opened(Self.name("i1"))).opened?.page.name == "mail/s1")
    #expect(model.apply(.opened(Self.name("c"))).opened == nil)
    #expect(model.apply(.opened(Self.name("i1", "news"))).opened == nil)
    // What has expired can be engaged with still.
    _ = model.apply(.itemGone(Self.name("i1")))
    #expect(Self.found(model) == ["c"])
    #expect(model.apply(.opened(Self.name("i1"))).opened?.page.name == "mail/s1")
  }

  @Test func `takes back what was engaged with under a name, whatever it is now`() {
    var model = DeviceModel([
      .recorded(Self.activity("a", "s1")), .opened(Self.name("a")),
      .recorded(Self.activity("a", "s2")), .recorded(Self.activity("b", "s2")),
      .opened(Self.name("b")),
    ])
    #expect(model.words(of: Self.page) == nil)
    #expect(model.apps[Self.mail]?.endorsed[Self.page]?.count == 1)
    let effect = model.apply(.deletedActivities(app: Self.mail, ids: ["a"]))
    #expect(effect.takenBack.map(\.name) == ["mail/s1", "mail/s2"])
    #expect(model.apps[Self.mail]?.endorsed.isEmpty == true)
    #expect(model.apps[Self.mail]?.candidates.keys.map { $0 } == ["b"])
  }

  @Test func `changes of an item what an update says, and makes one where there is none`() {
    var update = Self.item("i1")
    (update.title, update.note, update.expires) = (nil, "About it", 5)
    var model = DeviceModel([.given(Self.item("i1", domain: "x")), .merged(update)])
    let item = model.item(Self.name("i1"))
    #expect(item?.title == "Letter i1" && item?.note == "About it")
    #expect(item?.domain == "x" && item?.expires == 5)
    #expect(Self.found(model, at: 4) == ["i1"] && Self.found(model, at: 5) == [])
    update.clearNote()
    _ = model.apply(.merged(update))
    #expect(model.item(Self.name("i1"))?.attributes.keys.map { $0 } == ["title"])
    _ = model.apply(.given(Self.item("i1")))
    #expect(model.item(Self.name("i1")) == Self.item("i1"))
    #expect(DeviceModel([.merged(update)]).item(Self.name("i1"))?.attributes.isEmpty == true)
  }

  @Test func `keeps the stricter protection of an update, and the last that was given`() {
    func item(_ protection: AppItem.Protection?) -> AppItem {
      var item = Self.item("i1")
      item.protection = protection
      return item
    }
    var model = DeviceModel([.given(item(.complete)), .merged(item(.untilFirstUnlock))])
    #expect(model.item(Self.name("i1"))?.protection == .complete)
    #expect(model.found(at: 0, upTo: .unprotected).isEmpty && Self.found(model) == ["i1"])
    _ = model.apply(.given(item(nil)))
    #expect(model.item(Self.name("i1"))?.protection == .complete)
    _ = model.apply(.given(item(.unprotected)))
    #expect(model.found(at: 0, upTo: .unprotected).count == 1)
    _ = model.apply(.merged(item(.untilFirstUnlock)))
    #expect(model.found(at: 0, upTo: .unprotected).isEmpty)
  }

  @Test func `says which key acts need`() {
    func item(_ id: ExactText, _ protection: AppItem.Protection?) -> AppItem {
      var item = Self.item(id)
      item.protection = protection
      return item
    }
    let model = DeviceModel([
      .given(item("i1", .complete)), .given(item("i2", .untilFirstUnlock)),
    ])
    let main = AppName(app: "mail", id: "main")
    let needed: [([AppAct], AppItem.Protection)] = [
      ([.given(item("i1", nil))], .complete), ([.given(item("i1", .unprotected))], .unprotected),
      ([.merged(item("i1", .unprotected))], .complete),
      ([.merged(item("i2", nil))], .untilFirstUnlock),
      ([.deletedAll(app: "mail"), .given(item("i1", nil))], .unprotected),
      (
        [.batched([item("i3", .complete), item("i3", .unprotected)], index: main, state: "")],
        .complete
      ),
      ([.opened(Self.name("i1")), .deletedAll(app: "mail")], .unprotected),
    ]
    for (acts, strictest) in needed {
      #expect(model.strictestClass(givenBy: acts) == strictest, "\(acts)")
    }
    #expect(model.found(at: 0, upTo: .untilFirstUnlock).keys.map(\.id) == ["i2"])
  }

  @Test func `compares names byte by byte`() {
    let model = DeviceModel([
      .given(Self.item("\u{E9}", domain: "\u{E9}")),
      .given(Self.item("e\u{301}", domain: "e\u{301}.x")),
      .deletedDomains(app: Self.mail, domains: ["e\u{301}"]),
    ])
    #expect(Self.found(model) == ["\u{E9}"])
  }

  @Test func `has one way to write a letter in public`() {
    var activity = Self.activity("a", nil, item: "e\u{301}")
    (activity.title, activity.keywords) = ("e\u{301}", ["b", "e\u{301}", "\u{E9}"])
    #expect(activity.page?.identityText == "\u{E9}")
    #expect(activity.words?.title == "\u{E9}" && activity.words?.keywords == ["b", "\u{E9}"])
    activity.title = ExactText(String(repeating: "x", count: 16_384))
    #expect(activity.words == nil)
  }

  @Test func `has an activity only with the item that it is bound to`() {
    let bound = Self.activity("a", item: "i1", domain: "z")
    var model = DeviceModel([.recorded(bound)])
    #expect(model.activities.isEmpty && model.apps[Self.mail]?.candidates.count == 1)
    #expect(model.apply(.deleted(app: Self.mail, ids: ["i1"])).takenBack == [Self.page])
    model = DeviceModel([.given(Self.item("i1")), .recorded(bound), .itemGone(Self.name("i1"))])
    #expect(model.activities.isEmpty && model.apps[Self.mail]?.candidates.count == 1)
    // Its own domain is enough.
    #expect(model.apply(.deletedDomains(app: Self.mail, domains: ["z"])).takenBack == [Self.page])
  }

  @Test func `cuts a description that is too long at a word`() throws {
    var activity = Self.activity("a")
    activity.note = AppWords.longNote
    let words = try #require(activity.words)
    let note = words.note.text
    #expect(note.hasSuffix("story story") && AppWords.longNote.text.hasPrefix(note + " "))
    // 16 bytes and two a text come beside the texts themselves.
    let texts = ["mail", "view", "https://example.com/mail/s1", "Letter", note, ""]
    let count = texts.reduce(16) { $0 + $1.utf8.count + 2 }
    #expect((16_384 - 5...16_384).contains(count))
    #expect(words.digest != Self.activity("a").words?.digest)
  }

  /// A word of more than 256 bytes is cut where a letter ends.
  @Test(arguments: ["x", "\u{E9}", "\u{1F600}"])
  func `cuts a description of one word at a letter`(letter: String) throws {
    var activity = Self.activity("a")
    activity.note = ExactText("one " + String(repeating: letter, count: 20_000))
    let note = try #require(activity.words).note.text
    #expect(note.hasPrefix("one \(letter)") && activity.note.text.hasPrefix(note))
    let texts = ["mail", "view", "https://example.com/mail/s1", "Letter", note, ""]
    let count = texts.reduce(16) { $0 + $1.utf8.count + 2 }
    #expect((16_384 - letter.utf8.count + 1...16_384).contains(count))
  }

  @Test func `keeps the last client state until everything is deleted`() {
    var model = DeviceModel([
      .batched([Self.item("i1")], index: Self.name("main"), state: "one"),
      .batched([Self.item("i2")], index: Self.name("main"), state: "two"),
    ])
    #expect(model.apps[Self.mail]?.states == ["main": "two"])
    _ = model.apply(.deleted(app: Self.mail, ids: ["i1", "i2"]))
    #expect(model.apps[Self.mail]?.states.count == 1)
    _ = model.apply(.deletedAll(app: Self.mail))
    #expect(model.apps[Self.mail]?.states.isEmpty == true)
  }

  @Test func `keeps the last synonyms until everything is deleted`() {
    var model = DeviceModel([
      .setSynonyms(app: Self.mail, version: "1", [["letter", "note"]]),
      .setSynonyms(app: Self.mail, version: "2", [["letter", "epistle"]]),
    ])
    #expect(model.apps[Self.mail]?.synonyms?.version == "2")
    #expect(model.apps[Self.mail]?.synonyms?.groups == [["letter", "epistle"]])
    _ = model.apply(.deletedAll(app: Self.mail))
    #expect(model.apps[Self.mail]?.synonyms == nil)
    _ = model.apply(.setSynonyms(app: Self.mail, version: "3", [["letter", "note"]]))
    _ = model.apply(.setSynonyms(app: Self.mail, version: "", []))
    #expect(model.apps[Self.mail]?.synonyms == nil)
  }

  @Test(arguments: ["p1", "in the log", "\u{E9}t\u{E9}"])
  func `calls a page what its app does`(name: String) {
    #expect(PageActs.activity(name).page?.name == name)
  }

  /// The lists of each item and activity of "mail", with "a" for an activity: "i1 2 1500".
  private static func seen(_ model: DeviceModel) -> [String] {
    model.abandoned.flatMap { name, kinds in
      kinds.map { isActivity, seen in
        "\(name.id)\(isActivity ? " a" : "") \(seen.lists) \(seen.looks)"
      }
    }
    .sorted()
  }

  @Test func `counts searches that were abandoned, and changes nothing else by them`() {
    let before = DeviceModel(Self.history)
    var model = before
    for ids in [["i1", "a2"], ["gone", "i1", "i1", "a2"]] as [[ExactText]] {
      let effect = model.apply(.abandoned(app: Self.mail, ids: ids))
      #expect(effect.opened == nil && effect.takenBack.isEmpty)
    }
    #expect(Self.seen(model) == ["a1 a 2 1500", "a2 a 2 833", "i1 2 1500"])
    #expect(model.items == before.items && model.activities == before.activities)
    #expect(Self.found(model) == Self.found(before))
    #expect(model.words(of: Self.page) == before.words(of: Self.page))
    // What is given again is what it was, and what goes is forgotten.
    _ = model.apply(.given(Self.item("i1")))
    #expect(Self.seen(model) == ["a1 a 2 1500", "a2 a 2 833", "i1 2 1500"])
    _ = model.apply(.recorded(Self.activity("a2", isSearchable: false)))
    #expect(Self.seen(model) == ["a1 a 2 1500", "i1 2 1500"])
    _ = model.apply(.deleted(app: Self.mail, ids: ["i1"]))
    _ = model.apply(.given(Self.item("i1")))
    #expect(Self.seen(model).isEmpty)
  }
}
