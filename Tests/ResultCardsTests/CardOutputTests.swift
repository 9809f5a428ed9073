import DeviceIndex
import Foundation
import HTMLPages
import JournalFormat
import TestSupport
import Testing

@testable import ResultCards

/// Cards as they are shown, on pages and in terminals.
@Suite("A card that is shown") struct CardOutputTests {
  /// Elements that cards are made of, beside those of every page.
  static let elements: Set<String> = ["article", "bdi", "dl", "dt", "dd"]

  private func page(_ card: ResultCard) -> String {
    HTMLPage(
      title: "", heading: "", subtitle: "", style: ResultCard.style, content: card.html,
      madeOn: Day(20_000)
    ).text
  }

  @Test func `of a public item says how often it was opened, and leads to its page`() {
    var item = Sample.item
    item.title = "A & <b>"
    item.identity = .url("https://example.com/a?b=1&c=2")
    item.thumbnailURL = ""
    let card = ResultCard(item, engagements: 1_204, devices: 87)
    #expect(
      card.text == """
        A & <b>
          Oil on canvas, 1906
          page        https://example.com/a?b=1&c=2
          app         com.example.museum (public)
          opened      1,204 times on 87 devices
        """)
    #expect(
      card.html.text
        == "<article class=card><h2 dir=auto><a href=\"https://example.com/a?b=1&amp;c=2\" "
        + "rel=\"noreferrer nofollow\">A &amp; &lt;b&gt;</a></h2>"
        + "<p dir=auto>Oil on canvas, 1906</p>"
        + "<p class=origin><bdi>https://example.com/a?b=1&amp;c=2</bdi> · "
        + "<bdi>com.example.museum</bdi> · opened 1,204 times on 87 devices</p></article>")
  }

  @Test func `of a public item without a page leads to its app`() {
    let card = ResultCard(Sample.itemWithoutPage, engagements: 1, devices: 1)
    #expect(card.actions == [.openInApp(identifier: "room-7")] && card.pageAddress == nil)
    #expect(
      card.text == """
        Room 7
          in the app  room-7
          app         com.example.museum (public)
          opened      1 time on 1 device
        """)
    #expect(card.html.text.contains("<h2 dir=auto>Room 7</h2>"))
    #expect(card.html.text.contains("<span>Opens in its app</span>"))
  }

  @Test func `of a public item shows what its app shares`() {
    var item = Sample.itemWithDetails
    item.details.set(.supportsPhoneCall, ["true"])
    item.details.set(.contentType, ["public.mp3"])
    item.details.set(.contentURL, ["https://example.com/tour.mp3"])
    let card = ResultCard(item, engagements: 1, devices: 1)
    #expect(
      card.text == """
        Room 7
          ★★★★½ 4.5
          price       12.50 EUR
          starts      2026-01-01 10:00 UTC
          place       Orangerie
          call        +15550123
          directions  48.863778, -2.322611
          play        https://example.com/tour.mp3
          in the app  room-7
          app         com.example.museum (public)
          opened      1 time on 1 device
        """)
    let html = card.html.text
    for part in [
      "<a href=\"tel:+15550123\"", "<a href=\"geo:48.863778,-2.322611\"",
      "<a href=\"https://example.com/tour.mp3\"",
    ] {
      #expect(html.contains(part), "\(part)")
    }
  }

  @Test(arguments: [
    "javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,x", "file:///etc/passwd",
    "tel:*21*5550123#", "https://exa mple.com", "https://u:p@example.com/", "//example.com/x",
  ])
  func `of a public item leads nowhere that its page does not`(address: String) {
    var item = Sample.itemWithoutPage
    item.thumbnailURL = address
    item.details.set(.contentType, ["public.mp3"])
    item.details.set(.supportsPhoneCall, ["true"])
    // What a reader refuses, a careless writer might have let in.
    item.details.set(.contentURL, [address])
    item.details.set(.phoneNumbers, [address])
    let card = ResultCard(item, engagements: 1, devices: 1)
    #expect(card.actions == [.openInApp(identifier: "room-7")] && card.pictureAddress.isEmpty)
    #expect(!card.html.text.contains("href"))
  }

  @Test func `has its picture as a link, and its facts under their names`() {
    var item = AttributeSet()
    item.title = "Fair"
    item.rating = 4.5
    item.ratingDescription = "12 reviews"
    item.startDate = Date(timeIntervalSince1970: 1_769_860_800)
    item.thumbnailURL = URL(string: "https://example.com/fair.jpg")
    let html = item.card(ofItem: "1", inApp: "a").html.text
    for part in [
      "<span class=stars aria-hidden=true>★★★★½</span> 4.5 of 5 stars · <bdi>12 reviews</bdi>",
      "<dt>Starts</dt><dd dir=auto><time datetime=\"2026-01-31T12:00:00Z\">2026-01-31 12:00 UTC"
        + "</time></dd>",
      "<a href=\"https://example.com/fair.jpg\" rel=\"noreferrer nofollow\" "
        + "aria-label=\"Picture: Fair\">Picture</a>",
    ] {
      #expect(html.contains(part), "\(part)")
    }
    item.thumbnailURL = URL(string: "file:///pictures/fair.jpg")
    let card = item.card(ofItem: "1", inApp: "a")
    #expect(card.text.contains("picture     file:///pictures/fair.jpg"))
    #expect(!card.html.text.contains("Picture"), "a page has no way to it")
  }

  // MARK: Words of strangers

  private static let hostile =
    PageScan.hostile + [
      "\u{1B}]0;owned\u{7}", "\u{9B}31mred", "a\u{61C}b\u{200E}c\u{200F}", "\u{2028}lines\u{2029}",
      "pay\u{200D}pal", "a" + String(repeating: "\u{301}", count: 10_000), "\u{0}",
      String(repeating: "wide 東京 ", count: 1_000), String(repeating: "x", count: 10_000),
    ]

  private func card(_ word: String) -> ResultCard {
    var item = AttributeSet()
    (item.title, item.contentDescription, item.ratingDescription) = (word, word, word)
    (item.namedLocation, item.city, item.artist, item.album) = (word, word, word, word)
    item.authorNames = [word]
    item.phoneNumbers = [word]
    item.emailAddresses = [word]
    (item.supportsPhoneCall, item.supportsNavigation, item.rating) = (true, true, 3)
    return item.card(ofItem: word, inApp: word)
  }

  /// The word wherever it may stand.
  private func details(_ word: String) -> PublicDetails {
    var details = PublicDetails()
    for attribute in PublicAttribute.allCases { details.set(attribute, [word]) }
    return details
  }

  private func publicCard(_ word: String) -> ResultCard {
    let item = PublicItem(
      app: word, activityType: word, identity: .url("https://example.com/" + word), title: word,
      contentDescription: word, keywords: [word], thumbnailURL: word, details: details(word))
    return ResultCard(item, engagements: .max, devices: .max)
  }

  @Test(arguments: hostile) func `shows hostile words as words on a page`(word: String) {
    for card in [card(word), publicCard(word)] {
      #expect(PageScan(page(card), expecting: Self.elements).findings.isEmpty)
    }
  }

  @Test(arguments: hostile) func `does nothing to a terminal, in lines of 80 cells`(word: String) {
    for card in [card(word), publicCard(word)] {
      for line in card.text.split(separator: "\n", omittingEmptySubsequences: false) {
        #expect(Cells.width(String(line)) <= 80 && String(line).printable == line)
      }
    }
  }

  @Test func `is of a bounded size, whatever an app gives`() {
    for word in Self.hostile {
      for card in [card(word), publicCard(word)] {
        #expect(card.title.unicodeScalars.count <= ResultCard.titleLength + 1)
        #expect(card.lines.allSatisfy { $0.unicodeScalars.count <= ResultCard.textLength + 1 })
        #expect(card.text.utf8.count < 30_000 && card.html.text.utf8.count < 60_000)
      }
    }
  }
}
