internal import Foundation
internal import JournalFormat

/// RULES, "What a page shares": of an activity what its app named.
struct AppDetails {
  private(set) var shared = PublicDetails()
  private let activity: AppActivity

  init(_ activity: AppActivity) {
    self.activity = activity
    for attribute in PublicAttribute.byNumber where activity.shares.contains(attribute.rawValue) {
      if attribute == .userInfo { shareUserInfo() } else { share(attribute) }
    }
  }

  private mutating func shareUserInfo() {
    var values: [String: PublicValue] = [:]
    for key in activity.requiredKeys {
      switch activity.userInfo[key]?.kind {
      case .string(let text): values[key] = .string(text)
      case .integer(let number): values[key] = .integer(number)
      case .boolean(let isTrue): values[key] = .boolean(isTrue)
      default: return
      }
    }
    shared.set(userInfo: values)
  }

  private mutating func share(_ attribute: PublicAttribute) {
    let own = [.price, .priceCurrency, .priceRange].contains(attribute)
    let name = attribute.rawValue
    let given = activity.attributes.first { key, value in
      own ? value.hasCustom && (key == name || key.hasSuffix("_\(name)")) : key == name
    }
    guard let value = given?.value.value else { return }
    let texts = Self.texts(of: value).map(\.composed.text).filter { !$0.isEmpty }
    let number = Self.decimal(value)
    switch attribute.kind {
    case .text: shared.set(attribute, Array(texts.prefix(1)))
    case .texts: shared.set(attribute, Array(texts.prefix(4)))
    case .decimal: shared.set(attribute, number.map { [$0] } ?? [])
    case .amount: shared.set(attribute, number.map { [$0] } ?? Array(texts.prefix(1)))
    case .time:
      if case .dateMilliseconds(let time) = value.kind { shared.set(attribute, ["\(time)"]) }
    case .flag: if value.kind == .boolean(true) || number == "1" { shared.set(attribute, ["true"]) }
    case .phone: shared.set(attribute, Array(texts.compactMap(Self.phone).prefix(4)))
    case .address:
      shared.set(
        attribute, texts.compactMap { PublicAddress.spelling(of: $0)?.text }.prefix(1).map { $0 })
    case .userInfo: break
    }
  }

  private static func texts(of value: JournalValue) -> [ExactText] {
    switch value.kind {
    case .string(let text), .url(let text): [ExactText(text)]
    case .localized(let texts): [ExactText(texts.fallback)]
    case .list(let list): list.values.flatMap { Self.texts(of: $0) }
    default: []
    }
  }

  /// At most six digits behind the point, and none that says nothing.
  private static func decimal(_ value: JournalValue) -> String? {
    let number: Double
    switch value.kind {
    case .number(let given): number = given
    case .integer(let given): number = Double(given)
    default: return nil
    }
    guard number.magnitude <= 999_999_999 else { return nil }
    var text = String(format: "%.6f", number)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  private static func phone(_ text: String) -> String? {
    let signs = text.filter { !" -./()".contains($0) }
    let digits = signs.hasPrefix("+") ? String(signs.dropFirst()) : signs
    let isNumber = digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    return isNumber && 3...20 ~= digits.utf8.count ? signs : nil
  }
}
