internal import Foundation
internal import JournalFormat
internal import Search
internal import WebAddress

extension PublicDetails {
  /// What an activity shares of its attributes: those that it names, in their one spelling. A value
  /// that breaks a bound, or that everybody could not use, is left out.
  init(_ activity: JournalActivityRecorded) {
    self.init()
    let names = Set(activity.publicAttributeNames)
    for attribute in PublicAttribute.byNumber where names.contains(attribute.rawValue) {
      if attribute == .userInfo {
        shareUserInfo(of: activity)
      } else if let value = attribute.value(in: activity.attributes) {
        set(attribute, attribute.texts(of: value))
      }
    }
  }

  /// The values of the required keys: all of them, since the app needs all.
  private mutating func shareUserInfo(of activity: JournalActivityRecorded) {
    var shared: [String: PublicValue] = [:]
    for key in Set(activity.requiredUserInfoKeys) {
      guard let value = activity.userInfo[key].flatMap({ PublicValue($0) }) else { return }
      shared[key] = value
    }
    set(userInfo: shared)
  }
}

extension PublicAttribute {
  fileprivate func value(in attributes: JournalAttributes) -> JournalValue? {
    isCustom
      ? attributes.value(ofOwn: rawValue)
      : attributes.values.first { $0.name == rawValue && !$0.hasCustom }?.value
  }

  /// The values as a public item has them; empty: none.
  fileprivate func texts(of value: JournalValue) -> [String] {
    let number = value.finiteNumber.flatMap { DecimalText($0) }?.text
    let texts = value.shownTexts.map(\.normalized).filter { !$0.isEmpty }
    let found: [String?] =
      switch kind {
      case .text: [texts.first]
      case .texts: texts
      case .decimal: [number]
      case .amount: [number ?? texts.first]
      case .time: [value.dateText]
      case .flag: [value.kind == .boolean(true) || value.finiteNumber == 1 ? "true" : nil]
      case .phone: texts.map { DialledNumber($0)?.text }
      case .address:
        texts.filter { CanonicalURL.publicProblem($0) == nil }
          .prefix(1).map { CanonicalURL($0)?.text }
      case .userInfo: []
      }
    return Array(found.compactMap { $0 }.prefix(valuesMax))
  }
}

extension JournalValue {
  /// Of a text in several languages the one that is shown.
  fileprivate var shownTexts: [String] {
    if case .localized(let text) = kind, !text.fallback.isEmpty { [text.fallback] } else { texts }
  }

  fileprivate var dateText: String? {
    if case .dateMilliseconds(let milliseconds) = kind { String(milliseconds) } else { nil }
  }
}

extension AttributeValue {
  init(_ value: PublicValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(number)
    case .boolean(let isTrue): self = .boolean(isTrue)
    }
  }
}
