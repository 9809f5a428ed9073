import JournalFormat
import Testing

@Suite("The key of a public item") struct PublicItemKeyTests {
  @Test(
    arguments: [
      .url("https://example.com/a"), .related("17"), .related(""), .related("a/b"),
      .related("\u{301}x"), .related("https://example.com/a"),
    ] as [PublicItem.Identity])
  func `says what names the item`(identity: PublicItem.Identity) {
    let item = PublicItem(
      app: "com.example.a", activityType: "t", identity: identity, title: "",
      contentDescription: "", keywords: [], thumbnailURL: "")
    #expect(PublicItem.Identity(key: item.key, app: item.app) == identity)
  }

  @Test(arguments: ["com.example.ab/17", "com.example.a", ""])
  func `of another app names no item of this one`(key: String) {
    #expect(PublicItem.Identity(key: key, app: "com.example.a") == .url(key))
  }
}
