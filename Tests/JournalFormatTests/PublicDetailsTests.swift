import Foundation
import JournalFormat
import TestSupport
import Testing

/// What a public item shares besides words.
@Suite("Details of a public item") struct PublicDetailsTests {
  private static let long = String(repeating: "é", count: 128)

  @Test(
    arguments: [
      (.contentType, ["public.movie"]), (.contentType, [long]), (.rating, ["0"]), (.rating, ["5"]),
      (.rating, ["4.333333"]), (.price, ["12.5"]), (.price, ["from 3"]), (.latitude, ["-90"]),
      (.longitude, ["180"]), (.startDate, ["-62135596800000"]), (.allDay, ["true"]),
      (.phoneNumbers, ["+123", "12345678901234567890"]), (.duration, ["999999999"]),
      (.contentURL, ["https://example.com/a.mp3"]), (.authorNames, ["A", "B", "C", "D"]),
    ] as [(PublicAttribute, [String])])
  func `take a value in its spelling`(attribute: PublicAttribute, values: [String]) {
    var details = PublicDetails()
    let isSet = details.set(attribute, values)
    #expect(isSet && details[attribute] == values)
  }

  @Test(
    arguments: [
      (.contentType, []), (.contentType, [""]), (.contentType, [long + "x"]), (.rating, ["5.1"]),
      (.rating, ["-0"]), (.rating, ["4.50"]), (.rating, ["04"]), (.rating, ["4."]),
      (.rating, [".5"]),
      (.rating, ["1e0"]), (.rating, ["nan"]), (.rating, ["+4"]), (.rating, ["3", "4"]),
      (.latitude, ["90.000001"]), (.longitude, ["-180.5"]), (.startDate, ["-62135596800001"]),
      (.startDate, ["007"]), (.startDate, ["2026-01-31"]), (.allDay, ["false"]), (.allDay, ["1"]),
      (.phoneNumbers, ["tel:123"]), (.phoneNumbers, ["*21#"]), (.phoneNumbers, ["12"]),
      (.phoneNumbers, ["+1 555"]), (.phoneNumbers, ["123;phone-context=x"]),
      (.phoneNumbers, ["١٢٣٤"]), (.phoneNumbers, ["1234", "2345", "3456", "4567", "5678"]),
      (.contentURL, ["javascript:alert(1)"]), (.contentURL, ["https://a b"]),
      (.contentURL, ["data:text/html,x"]), (.contentURL, ["file:///etc/passwd"]),
      (.userInfo, ["x"]), (.duration, ["1000000000"]), (.duration, ["-1"]),
    ] as [(PublicAttribute, [String])])
  func `refuse a value that breaks a bound`(attribute: PublicAttribute, values: [String]) {
    var details = PublicDetails()
    let isSet = details.set(attribute, values)
    #expect(!isSet && details.isEmpty)
  }

  @Test func `take what an app needs whole, or nothing of it`() {
    var details = PublicDetails()
    let tooMany = (0..<17).map { ("\($0)", PublicValue.integer(1)) }
    for refused in [
      ["": .integer(1)], [String(repeating: "k", count: 129): .integer(1)],
      ["k": .string(String(repeating: "v", count: 1_025))],
      Dictionary(uniqueKeysWithValues: tooMany),
    ] as [[String: PublicValue]] {
      let isSet = details.set(userInfo: refused)
      #expect(!isSet && details.isEmpty)
    }
    let most = Dictionary(uniqueKeysWithValues: tooMany.prefix(16))
    let isSet = details.set(userInfo: most)
    #expect(isSet && details.userInfo == most)
  }

  @Test func `have room for 4,096 bytes`() {
    var details = PublicDetails()
    let text = String(repeating: "v", count: 1_000)
    let four = ["a": text, "b": text, "c": text, "d": text].mapValues { PublicValue.string($0) }
    let isSet = details.set(userInfo: four)
    #expect(isSet)
    let left = PublicDetails.byteCountMax - details.byteCount
    let fitsOneMore = details.set(.priceRange, [String(repeating: "x", count: left - 2)])
    #expect(!fitsOneMore)
    let fits = details.set(.priceRange, [String(repeating: "x", count: left - 3)])
    #expect(fits)
    #expect(details.byteCount == 4_096 && details.bytes.count == 4_096)
    let fitsMore = details.set(.allDay, ["true"])
    #expect(!fitsMore && details[.allDay] == [])
  }

  @Test func `have a size that is that of their bytes`() {
    var dice = SplitMix64(3)
    for _ in 0..<500 {
      let details = RandomValues.details(&dice)
      guard !details.isEmpty else { continue }
      #expect(details.byteCount == details.bytes.count)
    }
  }

  @Test func `are what their JSON says`() throws {
    var dice = SplitMix64(4)
    for _ in 0..<300 {
      let details = RandomValues.details(&dice)
      let json = try JSONEncoder().encode(details)
      #expect(try JSONDecoder().decode(PublicDetails.self, from: json) == details)
    }
    let json = try JSONEncoder().encode(Sample.itemWithDetails.details)
    let found = try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
    #expect(
      found
        == [
          "rating": 4.5, "price": 12.5, "priceCurrency": "EUR", "namedLocation": "Orangerie",
          "latitude": 48.863778, "longitude": -2.322611, "supportsNavigation": true,
          "phoneNumbers": ["+15550123", "5550124"], "startDate": "2026-01-01T10:00:00Z",
          "userInfo": ["room": 7, "wing": "east", "isOpen": true] as NSDictionary,
        ] as NSDictionary)
  }

  @Test func `of a server that knows more, or breaks bounds, are those that are known`() throws {
    let json = "{\"rating\":9,\"mood\":\"good\",\"city\":\"Cork\",\"startDate\":\"soon\"}"
    let found = try JSONDecoder().decode(PublicDetails.self, from: Data(json.utf8))
    #expect(found.members.map(\.name) == ["city"])
  }

  @Test func `give an item another digest and the same tag`() {
    let item = Sample.itemWithDetails
    #expect(item.version == 2 && Sample.itemWithoutPage.version == 1)
    #expect(item.digest != Sample.itemWithoutPage.digest)
    let salt = Sample.tagSalt
    #expect(item.tag(salt: salt) == Sample.itemWithoutPage.tag(salt: salt))
    var other = item
    other.details.set(.rating, ["4"])
    #expect(other.digest != item.digest)
  }

  @Test func `have a number each, from 1 on and without gaps`() {
    let numbers = PublicAttribute.byNumber.map { Int($0.number) }
    #expect(numbers == Array(1...PublicAttribute.allCases.count))
  }
}

@Suite("The apps that somebody has") struct InstalledAppsTests {
  @Test func `open items without a page, and everybody's page`() throws {
    #expect(Sample.item.opens(with: InstalledApps()))
    #expect(!Sample.itemWithoutPage.opens(with: InstalledApps()))
    #expect(Sample.itemWithoutPage.opens(with: try InstalledApps(["com.example.museum"])))
    #expect(!Sample.itemWithoutPage.opens(with: try InstalledApps(["com.example"])))
  }

  @Test func `are few, and have short names`() throws {
    let long = String(repeating: "a", count: 255)
    #expect(try InstalledApps((0..<100).map { "\($0)" }).names.count == 100)
    #expect(try InstalledApps([long]).names == [long])
    for (names, code) in [
      ((0..<101).map { "\($0)" }, .tooLarge), ([long + "a"], .tooLarge), ([""], .malformed),
    ] as [([String], FormatError.Code)] {
      let error = #expect(throws: FormatError.self) { try InstalledApps(names) }
      #expect(error?.code == code)
    }
  }
}
