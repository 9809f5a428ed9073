import DeviceIndex
import JournalFormat
import TestSupport
import Testing

@testable import Simulation

/// The ledger reads what an activity shares by a rule of its own: both agree.
@Suite("Details as the ledger reads them") struct AppDetailsTests {
  private static let texts = [
    "", "4.5", "Cafe\u{301}", "tel:*21#", "+353 (21) 123-4567", "123", "12", "٣٣٣٣", "a@b.example",
    "https://example.com/a%c3", "HTTP://Example.com:80", "http://localhost/", "javascript:x", "+",
    String(repeating: "long ", count: 60),
  ]
  private static let numbers = [
    0, -0.0, 4.5, 5.000001, -90, 180, 0.1 + 0.2, 1e-7, 999_999_999, 1e9, 123_456.7890123,
    -0.0000004,
    .infinity, .nan, 1_234_567.000001,
  ]

  private static func value(_ dice: inout SplitMix64, isNested: Bool = false) -> JournalValue {
    var value = JournalValue()
    switch dice.below(isNested ? 5 : 7) {
    case 0, 1: value.string = texts[Int(dice.below(UInt64(texts.count)))]
    case 2: value.number = numbers[Int(dice.below(UInt64(numbers.count)))]
    case 3: value.integer = Int64(dice.below(200)) - 100
    case 4: value.boolean = dice.below(2) == 0
    case 5: value.dateMilliseconds = Int64(bitPattern: dice.next()) >> Int64(dice.below(40))
    default:
      value.list.values = (0..<dice.below(6)).map { _ in Self.value(&dice, isNested: true) }
    }
    return value
  }

  private static func activity(_ dice: inout SplitMix64) -> JournalActivityRecorded {
    var activity = JournalActivityRecorded()
    (activity.app, activity.id, activity.type, activity.title) = ("app", "1", "view", "Title")
    activity.webpageURL = "https://example.com/1"
    (activity.eligibleForSearch, activity.eligibleForPublicIndexing) = (true, true)
    for attribute in PublicAttribute.allCases where attribute != .userInfo && dice.below(3) > 0 {
      var given = JournalAttribute()
      given.name = attribute.rawValue
      if attribute.isCustom {
        given.name = (dice.below(2) == 0 ? "com_example_" : "") + given.name
        given.custom = .init()
      }
      given.value = value(&dice)
      activity.attributes.values.append(given)
    }
    activity.publicAttributeNames = PublicAttribute.allCases.map(\.rawValue).filter { _ in
      dice.below(4) > 0
    }
    for key in ["a", "b", "c"] where dice.below(2) == 0 { activity.userInfo[key] = value(&dice) }
    activity.requiredUserInfoKeys = activity.userInfo.keys.sorted().filter { _ in
      dice.below(2) == 0
    }
    return activity
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `are those that the device shares`(seed: UInt64) throws {
    var dice = SplitMix64(seed)
    for _ in 0..<100 {
      let given = Self.activity(&dice)
      var event = JournalEvent()
      event.activityRecorded = given
      guard case .recorded(let activity)? = AppEvent.acts(of: event).first else {
        Issue.record("no activity")
        return
      }
      let shared = try #require(PublicItem(given))
      let read = try #require(activity.words)
      #expect(read.details == shared.details, "\(given)")
      #expect(read.encoded.bytes == shared.bytes)
    }
  }
}
