import DeviceIndex
import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import ResultCards

@Suite("A card of a result") struct ResultCardTests {
  /// A place with all that a card can show.
  private static func place() throws -> AttributeSet {
    var place = AttributeSet(contentType: "public.item")
    place.title = "Harbour Café"
    place.contentDescription = "Coffee and cake by the water.\nOpen\tuntil late."
    place.authorNames = ["Ann", "Ben", "Cy", "Di"]
    place.duration = 3_725
    place.pageCount = 12
    place.fileSize = 3.5
    place.rating = 4.5
    place.ratingDescription = "312 reviews"
    place[try #require(CustomAttributeKey(keyName: "com_example_price"))] = .number(12.5)
    place[try #require(CustomAttributeKey(keyName: "com_example_priceCurrency"))] = .string("EUR")
    place.startDate = Date(timeIntervalSince1970: 1_769_860_800)
    place.completionDate = Date(timeIntervalSince1970: 1_769_860_860)
    place.namedLocation = "Harbour Café"
    place.subThoroughfare = "1"
    place.thoroughfare = "Quay Street"
    place.city = "Cork"
    place.thumbnailURL = URL(string: "https://example.com/cafe.jpg")
    place.supportsPhoneCall = true
    place.phoneNumbers = ["*#06#", "+353 (21) 123-4567"]
    place.supportsNavigation = true
    place.latitude = 51.8985
    place.longitude = -8.4756
    place.emailAddresses = ["ann@example.com"]
    place.url = URL(string: "https://example.com/cafe")
    return place
  }

  @Test func `has what Apple's tables map attributes to`() throws {
    let card = try Self.place().card(ofItem: "cafe-1", inApp: "com.example.places")
    #expect(
      card.text == """
        Harbour Café
          Coffee and cake by the water. Open until late.
          Ann, Ben, Cy · 1:02:05 · 12 pages · 3.50 MB
          ★★★★½ 4.5, 312 reviews
          price       12.50 EUR
          starts      2026-01-31 12:00 UTC
          completed   2026-01-31 12:01 UTC
          place       Harbour Café, 1 Quay Street, Cork
          picture     https://example.com/cafe.jpg
          call        +353211234567
          directions  51.8985, -8.4756
          message     ann@example.com
          page        https://example.com/cafe
          in the app  cafe-1
          app         com.example.places
        """)
    #expect(!card.isPublic && card.popularity == nil)
    #expect(card.rating == ResultCard.Rating(stars: 4.5, text: "312 reviews"))
    #expect(
      card.actions == [
        .call(number: "+353211234567"), .directions(latitude: 51.8985, longitude: -8.4756),
        .message(address: "ann@example.com", isMail: true),
        .openPage(address: "https://example.com/cafe"), .openInApp(identifier: "cafe-1"),
      ])
  }

  @Test func `of an item with a name alone has that and its app`() {
    var item = AttributeSet()
    item.displayName = "Shown"
    item.title = "Found"
    #expect(
      item.card(ofItem: "1", inApp: "a").text
        == "Shown\n  in the app  1\n  app         a")
    #expect(
      AttributeSet().card(ofItem: "1", inApp: "a").text
        == "(no title)\n  in the app  1\n  app         a")
  }

  @Test func `of a whole day has no time of it`() {
    var item = AttributeSet()
    item.startDate = Date(timeIntervalSince1970: 1_769_860_800)
    item.dueDate = Date(timeIntervalSince1970: 1_769_947_200)
    item.allDay = true
    let card = item.card(ofItem: "1", inApp: "a")
    #expect(card.dates.map(\.text) == ["2026-01-31", "2026-02-01"])
    #expect(card.dates.map(\.machineText) == ["2026-01-31", "2026-02-01"])
    #expect(card.dates.map(\.role) == [.starts, .due])
  }

  @Test(
    arguments: [
      (0, "☆☆☆☆☆", "0"), (0.24, "☆☆☆☆☆", "0.2"), (0.25, "½☆☆☆☆", "0.3"), (2.5, "★★½☆☆", "2.5"),
      (4.75, "★★★★★", "4.8"), (5, "★★★★★", "5"),
    ] as [(Double, String, String)])
  func `has stars to the nearest half`(stars: Double, signs: String, text: String) {
    #expect(ResultCard.Rating(stars: stars, text: "").signs == signs)
    #expect(CardNumber.stars(stars) == text)
  }

  @Test(arguments: [-0.1, 5.1, .infinity, .nan, 1e300])
  func `has no stars for a number that is none of theirs`(number: Double) {
    var item = AttributeSet()
    item.rating = number
    #expect(item.card(ofItem: "1", inApp: "a").rating == nil)
    item.ratingDescription = "new"
    #expect(item.card(ofItem: "1", inApp: "a").rating?.text == "new")
    #expect(item.card(ofItem: "1", inApp: "a").rating?.stars == nil)
  }

  @Test(
    arguments: [
      (0, "0"), (12, "12"), (12.5, "12.50"), (12.05, "12.05"), (-1_234.567, "-1,234.57"),
      (-0.001, "0"), (1e13, nil), (.infinity, nil),
    ] as [(Double, String?)])
  func `has amounts as people write them`(number: Double, text: String?) {
    #expect(CardNumber.amount(number) == text)
  }

  @Test(
    arguments: [
      (0, "0"), (51.8985, "51.8985"), (-8.4756, "-8.4756"), (0.000_01, "0.00001"),
      (-0.000_000_1, "0"), (180, "180"),
    ] as [(Double, String)])
  func `has coordinates without powers of ten`(number: Double, text: String) {
    #expect(CardNumber.degrees(number) == text)
  }

  @Test func `of a price in words has them`() throws {
    var item = AttributeSet()
    item[try #require(CustomAttributeKey(keyName: "priceRange"))] = .string("€€")
    #expect(item.card(ofItem: "1", inApp: "a").price == "€€")
    item[try #require(CustomAttributeKey(keyName: "price"))] = .string("from 3 EUR")
    #expect(item.card(ofItem: "1", inApp: "a").price == "from 3 EUR")
  }
}

/// What a card leads to.
@Suite("An action of a card") struct CardActionTests {
  private func actions(_ change: (inout AttributeSet) -> Void) -> [ResultCard.Action] {
    var item = AttributeSet()
    change(&item)
    return item.card(ofItem: "1", inApp: "a").actions.filter { $0 != .openInApp(identifier: "1") }
  }

  @Test(
    arguments: [
      ("+1 555 0100", "+15550100"), ("(021) 123.45/67", "0211234567"), ("112", "112"),
      ("12", nil), ("*#06#", nil), ("**21*112#", nil), ("+", nil), ("123,456", nil),
      ("tel:123", nil), ("1+23", nil), ("", nil), ("123456789012345678901", nil), ("١٢٣٤", nil),
    ] as [(String, String?)])
  func `calls a number, and no code`(text: String, number: String?) {
    let found = actions {
      $0.supportsPhoneCall = true
      $0.phoneNumbers = [text]
    }
    #expect(found == number.map { [.call(number: $0)] } ?? [])
    #expect(actions { $0.phoneNumbers = [text] }.isEmpty, "only where the app says so")
  }

  @Test(
    arguments: [
      (0, 0, true), (90, -180, true), (90.1, 0, false), (0, 180.1, false), (.nan, 0, false),
    ] as [(Double, Double, Bool)])
  func `leads to a place on Earth`(latitude: Double, longitude: Double, isThere: Bool) {
    let found = actions {
      $0.supportsNavigation = true
      $0.latitude = latitude
      $0.longitude = longitude
    }
    #expect(
      found == (isThere ? [.directions(latitude: latitude, longitude: longitude)] : []))
    #expect(actions { ($0.latitude, $0.longitude) = (latitude, longitude) }.isEmpty)
  }

  @Test(
    arguments: [
      ("ann@example.com", true), ("a.b+c@x-1.example", true), ("ann", false), ("@", false),
      ("ann@", false), ("ann@b@c", false), ("ann@example.com?body=x", false),
      ("ann @example.com", false), ("javascript:a@b", false), ("änn@example.com", false),
    ])
  func `writes to an address that needs no escape`(address: String, isOne: Bool) {
    #expect(
      actions { $0.emailAddresses = [address] }
        == (isOne ? [.message(address: address, isMail: true)] : []))
    #expect(
      actions { $0.instantMessageAddresses = [address] }
        == (isOne ? [.message(address: address, isMail: false)] : []))
  }

  @Test(
    arguments: [
      ("public.mp3", "file:///music/a.mp3", true), ("public.movie", "https://a.example/b", true),
      ("public.item", "https://a.example/b", false), ("public.audio", "ftp://a.example/b", false),
      ("public.audio", "https://ann:pw@a.example/b", false),
    ])
  func `plays what is audio or video`(type: String, address: String, isPlayed: Bool) {
    let found = actions {
      $0.contentType = type
      $0.contentURL = URL(string: address)
    }
    #expect(found == (isPlayed ? [.play(address: address)] : []))
  }

  @Test(
    arguments: [
      ("https://example.com/a?b=1", "https://example.com/a?b=1"),
      ("HTTP://Example.COM", "http://example.com/"), ("javascript:alert(1)", nil),
      ("https://bank.example@evil.example/", nil), ("https://a.example/\u{202E}gpj", nil),
      ("https://a.example/ b", nil), ("data:text/html,x", nil), ("https://", nil), ("", nil),
      ("https://a.example/" + String(repeating: "a", count: 2_048), nil),
    ] as [(String, String?)])
  func `opens a page of the web`(address: String, opened: String?) {
    var item = Sample.item
    item.identity = .url(address)
    item.thumbnailURL = address
    let card = ResultCard(item, engagements: 1, devices: 1)
    #expect(card.pageAddress == opened)
    #expect(card.actions == opened.map { [.openPage(address: $0)] } ?? [])
    #expect(card.pictureAddress == opened ?? "")
  }
}
