internal import CivilTime

extension Query: CustomStringConvertible {
  /// The query as a text, which reads as the same query.
  public var description: String { condition.text }
}

extension QueryCondition {
  var text: String {
    switch self {
    case .all(let parts): parts.map { $0.part(isOfAll: true) }.joined(separator: " && ")
    case .any(let parts): parts.map { $0.part(isOfAll: false) }.joined(separator: " || ")
    case .not(let inner):
      switch inner {
      case .all, .any: "!(\(inner.text))"
      default: "!" + inner.text
      }
    case .comparison(let comparison): comparison.text
    case .range(let range):
      "InRange(\(range.attribute.text), \(range.lower.text), \(range.upper.text))"
    }
  }

  private func part(isOfAll: Bool) -> String {
    switch self {
    case .any: "(\(text))"
    case .all: isOfAll ? "(\(text))" : text
    default: text
    }
  }
}

extension QueryComparison {
  var text: String { "\(attribute.text) \(comparator.rawValue) \(value.text)" }
}

extension QueryAttribute {
  var text: String {
    switch self {
    case .anyField: "*"
    case .anything: "**"
    case .named(let name): name
    }
  }
}

extension QueryValue {
  var text: String {
    switch self {
    case .text(let pattern): pattern.text
    case .number(let moment): moment.text
    case .present: "*"
    }
  }
}

extension QueryPattern {
  var text: String { "\"\(inside)\"\(modifiers.text)" }

  /// What stands between the quotes.
  var inside: String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): Self.escaped(text)
      case .any: "*"
      case .one: "?"
      }
    }.joined()
  }
}

extension QueryMoment {
  var text: String {
    switch self {
    case .number(let number):
      number.magnitude < 1e15 && number == number.rounded() ? "\(Int64(number))" : "\(number)"
    case .time(.instant(let instant)): "$time.iso(\(ISOTime.text(instant)))"
    case .time(.period(let period, let offset)):
      "$time.\(period.rawValue)" + (offset == 0 ? "" : "(\(offset))")
    }
  }
}
