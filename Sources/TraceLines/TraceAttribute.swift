internal import CivilTime
package import DeviceIndex
internal import Foundation
package import StrictJSON

extension AttributeSet {
  /// Sets an attribute as JSON spells it: a documented one by its type, else one of the app's own.
  package mutating func add(_ member: JSONMember) throws(TraceLineError) {
    let name = member.key
    let value = try TraceAttribute.value(member.value, of: name)
    if let kind = AttributeKind(documentedAttribute: name) {
      self[name] = try TraceAttribute.convert(member.value, value, to: kind, of: name)
      return try refuse(name, at: member.value.offset)
    }
    var isList = false
    if case .list = value { isList = true }
    guard let key = CustomAttributeKey(keyName: name, multiValued: isList) else {
      let problem = CustomAttributeKey.problem(with: name) ?? "is none"
      throw TraceLineError(
        "has an attribute \"\(name)\", whose name \(problem)", at: member.offset)
    }
    self[key] = value
    try refuse(name, at: member.value.offset)
  }

  /// The device would refuse the value as well, and does not know where it stands.
  private func refuse(_ name: String, at offset: Int) throws(TraceLineError) {
    guard let problem = problem(with: name) else { return }
    throw TraceLineError("has an attribute \"\(name)\" that \(problem)", at: offset)
  }
}

/// What a value of JSON says as an attribute's.
private enum TraceAttribute {
  /// The value as it stands there.
  static func value(
    _ value: JSONValue, of name: String
  ) throws(TraceLineError) -> AttributeValue {
    if let number = value.beyondDouble {
      throw TraceLineError(
        "has an attribute \"\(name)\" with the number \(number), of which not all digits can be "
          + "kept; give it as a text", at: value.offset)
    }
    switch value.kind {
    case .null: return .null
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .number(Double(number))
    case .natural(let number): return .number(Double(number))
    // Zero has no sign here, as an integer has none: -0 and -0.0 are one number.
    case .number(let number): return .number(number == 0 ? 0 : number)
    case .string(let text): return .string(text)
    case .array(let values):
      var list: [AttributeValue] = []
      list.reserveCapacity(values.count)
      for value in values { list.append(try Self.value(value, of: name)) }
      return .list(list)
    case .object:
      throw TraceLineError("has a \"\(name)\" of the wrong type", at: value.offset)
    }
  }

  /// The value as a documented attribute wants it: JSON has neither dates nor addresses. What is no
  /// text where one is read stays as it is, and is refused as a value of another type.
  ///
  /// - Parameter plain: the value as it stands there.
  static func convert(
    _ value: JSONValue, _ plain: AttributeValue, to kind: AttributeKind, of name: String
  ) throws(TraceLineError) -> AttributeValue {
    switch (kind, value.kind) {
    case (.dates, .array(let values)), (.people, .array(let values)):
      var list: [AttributeValue] = []
      for value in values {
        guard case .string(let text) = value.kind else { return plain }
        guard let read = read(text, as: kind) else {
          throw mismatch(text, kind, name, value.offset)
        }
        list.append(read)
      }
      return .list(list)
    case (.date, .string(let text)), (.url, .string(let text)), (.data, .string(let text)):
      guard let read = read(text, as: kind) else { throw mismatch(text, kind, name, value.offset) }
      return read
    default: return plain
    }
  }

  private static func mismatch(
    _ text: String, _ kind: AttributeKind, _ name: String, _ offset: Int
  ) -> TraceLineError {
    let shown = text.unicodeScalars.count > 40 ? "\(text.prefix(40))..." : text
    return TraceLineError(
      "has an attribute \"\(name)\" that takes \(kind.text), which \"\(shown)\" is not"
        + (reason(text, kind).map { ": \($0)" } ?? ""), at: offset)
  }

  /// Why a text that looks like a time is not one, as a clause; nil where the kind says enough.
  private static func reason(_ text: String, _ kind: AttributeKind) -> String? {
    guard kind == .date || kind == .dates else { return nil }
    do throws(ISOTimeError) { _ = try ISOTime(parsing: text) } catch {
      guard error != .notATime else { return nil }
      let sentence = "\(error)".dropLast()
      return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
    return nil
  }

  /// One text as one value; nil when it is not of the kind.
  private static func read(_ text: String, as kind: AttributeKind) -> AttributeValue? {
    switch kind {
    case .date, .dates:
      ISOTime(text).map {
        .date(Date(timeIntervalSince1970: Double($0.milliseconds) / 1_000))
      }
    case .people: .person(Person(displayName: text))
    case .url: URL(string: text).map { .url($0) }
    case .data: Data(base64Encoded: text).map { .data($0) }
    case .string, .number, .boolean, .strings, .map: .string(text)
    }
  }
}
