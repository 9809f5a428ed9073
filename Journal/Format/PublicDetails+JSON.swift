internal import CivilTime

/// As JSON has them: an object with a member for each attribute, and numbers, dates in ISO 8601 and
/// lists as they are.
extension PublicDetails: Codable {
  /// A value of a member.
  package enum JSONForm: Sendable {
    case text(String)
    /// In the digits of the text.
    case number(String)
    case boolean(Bool)
    case texts([String])
    case values([(key: String, value: PublicValue)])
  }

  /// The members, in the order of the attributes' numbers.
  package var members: [(name: String, form: JSONForm)] {
    var members = PublicAttribute.byNumber.compactMap { attribute -> (String, JSONForm)? in
      let texts = self[attribute]
      guard let first = texts.first else { return nil }
      return (attribute.rawValue, Self.form(first, texts, of: attribute.kind))
    }
    if !userInfo.isEmpty {
      members.append((PublicAttribute.userInfo.rawValue, .values(sortedUserInfo)))
    }
    return members
  }

  private static func form(
    _ first: String, _ texts: [String], of kind: PublicAttribute.Kind
  ) -> JSONForm {
    switch kind {
    case .text, .address, .userInfo: .text(first)
    case .texts, .phone: .texts(texts)
    case .decimal: .number(first)
    case .amount: DecimalText.number(first) == nil ? .text(first) : .number(first)
    case .time: .text(ISOTime.text(Int64(first) ?? 0))
    case .flag: .boolean(true)
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// An object with a member for each attribute.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (name, form) in members {
      let key = Key(stringValue: name)
      switch form {
      case .text(let text): try container.encode(text, forKey: key)
      case .number(let text): try container.encode(DecimalText.number(text), forKey: key)
      case .boolean(let isTrue): try container.encode(isTrue, forKey: key)
      case .texts(let texts): try container.encode(texts, forKey: key)
      case .values(let values):
        try container.encode(
          Dictionary(values.map { ($0.key, $0.value) }) { first, _ in first }, forKey: key)
      }
    }
  }

  /// Takes over what this version knows and what keeps to its bounds.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Key.self)
    for attribute in PublicAttribute.byNumber {
      let key = Key(stringValue: attribute.rawValue)
      guard container.contains(key) else { continue }
      if attribute == .userInfo {
        set(userInfo: try container.decode([String: PublicValue].self, forKey: key))
      } else {
        set(attribute, try Self.texts(of: attribute.kind, key, in: container))
      }
    }
  }

  private static func texts(
    of kind: PublicAttribute.Kind, _ key: Key, in container: KeyedDecodingContainer<Key>
  ) throws -> [String] {
    func number() throws -> [String] {
      DecimalText(try container.decode(Double.self, forKey: key)).map { [$0.text] } ?? []
    }
    switch kind {
    case .text, .address, .userInfo: return [try container.decode(String.self, forKey: key)]
    case .texts, .phone: return try container.decode([String].self, forKey: key)
    case .decimal: return try number()
    case .amount:
      return try (try? container.decode(String.self, forKey: key)).map { [$0] } ?? number()
    case .time:
      let text = try container.decode(String.self, forKey: key)
      return ISOTime(text).map { ["\($0.milliseconds)"] } ?? []
    case .flag: return try container.decode(Bool.self, forKey: key) ? ["true"] : []
    }
  }
}

extension PublicValue: Codable {
  /// The bare value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .boolean(let isTrue): try container.encode(isTrue)
    }
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let isTrue = try? container.decode(Bool.self) {
      self = .boolean(isTrue)
    } else {
      self = .integer(try container.decode(Int64.self))
    }
  }
}
