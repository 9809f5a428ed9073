import DeviceIndex
import Foundation
import JournalFormat
import Testing
import WebAddress

@testable import Simulation

/// The model reads docs/RULES.md for itself. Here it is compared with the product.
@Suite("What the model of apps takes for public") struct PublicReadingTests {
  private static let addresses = [
    "https://example.com/a", "HTTPS://Example.COM", "http://example.com:80/x?q#f",
    "https://example.com:443?q", "https://example.com:8443/a%2fb%c3%A9%zz%", "http://example.com:",
    "https://u@example.com/", "https://example.com/a b", "ftp://example.com/", "https:///x",
    "https://example.com/a/../b/./c/..", "https://example.com/%2E%2e/\u{E9}?\u{E9}'#\u{E9}\"^`{}",
    "https://nas/", "http://localhost/", "https://printer.local/x",
    "https://a.home.arpa/", "https://home.arpa./", "https://example.com./", "https://8.8.8.8/x",
    "http://192.168.1.1:8080/", "http://172.20.0.1/", "http://172.32.0.1/", "http://100.64.0.1/",
    "http://127.0.0.1/", "http://198.51.100.7/", "http://203.0.114.7/", "http://300.1.1.1/",
    "https://example..com/", "https://example.com\\x",
    "https://example.com/" + String(repeating: "x", count: 2_028),
    "https://example.com/" + String(repeating: "x", count: 2_029), "",
  ]

  @Test(arguments: addresses) func `is an address that others can open`(address: String) {
    let product = CanonicalURL.publicProblem(address) == nil ? CanonicalURL(address)?.text : nil
    #expect(PublicAddress.spelling(of: address)?.text == product)
  }

  private static func activity(_ random: inout SplitMix64) -> JournalActivityRecorded {
    func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &random)! }
    let texts = ["", "one", "two words", "e\u{301}", "\u{E9}", "日本語", "x\ty\r\nz"]
    let unit = pick(["word ", "x", "\u{E9}", "e\u{301} ", "\u{1F600}", "\n"])
    let description = String(repeating: unit, count: pick([0, 1, 50, 16_000, 16_384, 20_000]))
    var activity = JournalActivityRecorded()
    (activity.app, activity.id, activity.type) = (pick(["app", "\u{E9}"]), "1", "view")
    activity.title = pick(texts + [String(repeating: "t", count: pick([16_200, 16_400]))])
    activity.webpageURL = pick([true, false]) ? "" : pick(addresses)
    activity.keywords = (0..<Int.random(in: 0...3, using: &random)).map { _ in pick(texts) }
    (activity.eligibleForSearch, activity.eligibleForPublicIndexing) = (
      pick([true, true, true, false]), pick([true, true, true, false])
    )
    var attributes = AppAttributes()
    attributes[text: "contentDescription"] = ExactText(description + pick(texts))
    attributes[text: "thumbnailURL"] = ExactText(pick(["", ""] + addresses))
    activity.relatedUniqueIdentifier = pick(["", "item", "e\u{301}"])
    activity.weakRelatedUniqueIdentifier = pick(["", "weak", "\u{E9}"])
    attributes[text: "relatedUniqueIdentifier"] = ExactText(activity.relatedUniqueIdentifier)
    attributes[text: "weakRelatedUniqueIdentifier"] = ExactText(
      activity.weakRelatedUniqueIdentifier)
    activity.attributes = attributes.journaled
    return activity
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `is of an activity what the product takes of it`(seed: UInt64) throws {
    var random = SplitMix64(seed)
    var publicCount = 0
    for _ in 0..<40 {
      var event = JournalEvent()
      event.activityRecorded = Self.activity(&random)
      guard case .recorded(let read)? = AppEvent.acts(of: event).first else {
        Issue.record("is no activity")
        continue
      }
      let product = PublicItem(event.activityRecorded)
      #expect(read.words?.encoded.bytes == product?.bytes)
      #expect(read.words?.digest == product?.digest)
      publicCount += product == nil ? 0 : 1
    }
    #expect((3...37).contains(publicCount))
  }
}
