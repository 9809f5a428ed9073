/// A pattern of an association file: "*" for any run of characters, "?" for one, "$(name)" for one
/// of a variable's values.
///
/// Without variables, the last "*" that was met is the only one that has to be tried again. With
/// them, all ways to match are followed at once. Either way no pattern takes more steps than its
/// states times the text's characters.
package struct LinkPattern: Sendable {
  private enum Test: Sendable {
    case accept
    case scalar(UInt32)
    case any
    case inClass(ScalarClass)
    /// Stays for any character, or continues without one.
    case run
    /// Continues at each of these without a character.
    case choice([Int])
  }

  private struct State: Sendable {
    let test: Test
    /// Where to continue behind the character.
    let next: Int
  }

  /// Characters that a predefined variable stands for.
  private enum ScalarClass: Sendable {
    case alpha, upper, lower, alnum, digit, xdigit

    func contains(_ scalar: UInt32, ignoringCase: Bool) -> Bool {
      let (isUpper, isLower) = (scalar &- 0x41 < 26, scalar &- 0x61 < 26)
      let isDigit = scalar &- 0x30 < 10
      return switch self {
      case .alpha: isUpper || isLower
      case .upper: isUpper || ignoringCase && isLower
      case .lower: isLower || ignoringCase && isUpper
      case .alnum: isUpper || isLower || isDigit
      case .digit: isDigit
      case .xdigit: isDigit || (scalar | 0x20) &- 0x61 < 6
      }
    }

    init?(_ name: Substring) {
      switch name {
      case "alpha": self = .alpha
      case "upper": self = .upper
      case "lower": self = .lower
      case "alnum": self = .alnum
      case "digit": self = .digit
      case "xdigit": self = .xdigit
      default: return nil
      }
    }
  }

  private var states = [State(test: .accept, next: 0)]
  private var start = 0
  private let isCaseSensitive: Bool

  /// States of a pattern at most, variables written out.
  package static let stateCountMax = 8_192
  /// Scalars of a text that is matched; a longer one matches no pattern but "*".
  package static let scalarCountMax = 2_048

  /// Whether values of a variable are tried side by side: its file has a budget of such states.
  private var hasChoices = false
  package var choiceStateCount: Int { hasChoices ? states.count : 0 }

  /// - Parameters:
  ///   - text: as a file has it.
  ///   - variables: the file's own, by name. Their values may have "*" and "?".
  package init(
    _ text: String, variables: [String: [String]] = [:], isCaseSensitive: Bool = true
  ) throws(LinkPatternProblem) {
    self.isCaseSensitive = isCaseSensitive
    // From the end on, since each state knows where it continues.
    for part in try Self.parts(of: text).reversed() {
      switch part {
      case .text(let text): start = try append(text, before: start)
      case .variable(let name): start = try append(variable: name, variables, before: start)
      }
    }
  }

  // MARK: Making

  private enum Part {
    case text(Substring)
    case variable(Substring)
  }

  private static func parts(of text: String) throws(LinkPatternProblem) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let dollar = rest.firstRange(of: "$(") {
      if dollar.lowerBound > rest.startIndex { parts.append(.text(rest[..<dollar.lowerBound])) }
      guard let end = rest[dollar.upperBound...].firstIndex(of: ")") else {
        throw .unknownVariable(String(rest[dollar.upperBound...]))
      }
      parts.append(.variable(rest[dollar.upperBound..<end]))
      rest = rest[end...].dropFirst()
    }
    if !rest.isEmpty { parts.append(.text(rest)) }
    return parts
  }

  private mutating func append(_ test: Test, before next: Int) throws(LinkPatternProblem) -> Int {
    guard states.count < Self.stateCountMax else { throw .tooLarge }
    states.append(State(test: test, next: next))
    return states.count - 1
  }

  private mutating func append(
    _ text: Substring, before next: Int
  ) throws(LinkPatternProblem) -> Int {
    var next = next
    for scalar in text.unicodeScalars.reversed() {
      switch scalar {
      case "*":
        // Of two runs one is enough.
        if case .run = states[next].test { continue }
        next = try append(.run, before: next)
      case "?": next = try append(.any, before: next)
      default:
        let folded = isCaseSensitive ? [scalar] : Self.folded(scalar)
        for scalar in folded.reversed() {
          next = try append(.scalar(scalar.value), before: next)
        }
      }
    }
    return next
  }

  private mutating func append(
    variable name: Substring, _ variables: [String: [String]], before next: Int
  ) throws(LinkPatternProblem) -> Int {
    if let scalars = ScalarClass(name) { return try append(.inClass(scalars), before: next) }
    let values: [Substring]
    switch name {
    case "lang": values = LinkCodes.languages
    case "region": values = LinkCodes.regions
    default:
      guard let own = variables[String(name)] else { throw .unknownVariable(String(name)) }
      values = own.map { $0[...] }
    }
    var starts: [Int] = []
    for value in values { starts.append(try append(value, before: next)) }
    hasChoices = true
    return try append(.choice(starts), before: next)
  }

  private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    Array(scalar.properties.lowercaseMapping.unicodeScalars)
  }

  // MARK: Matching

  /// Whether the whole text matches.
  package func matches(_ text: some StringProtocol) -> Bool {
    var scalars: [UInt32] = []
    for scalar in text.unicodeScalars {
      if isCaseSensitive || scalar.isASCII && !(0x41...0x5A).contains(scalar.value) {
        scalars.append(scalar.value)
      } else {
        scalars += Self.folded(scalar).map(\.value)
      }
    }
    if case .run = states[start].test, states[start].next == 0 { return true }
    guard scalars.count <= Self.scalarCountMax else { return false }
    return hasChoices ? matchesInParallel(scalars) : matchesInTurn(scalars)
  }

  /// Whether a state that takes one character takes this one.
  private func takes(_ state: Int, _ scalar: UInt32) -> Bool {
    switch states[state].test {
    case .scalar(let own): own == scalar
    case .any: true
    case .inClass(let own): own.contains(scalar, ignoringCase: !isCaseSensitive)
    case .accept, .run, .choice: false
    }
  }

  private func matchesInTurn(_ scalars: [UInt32]) -> Bool {
    var (state, place) = (start, 0)
    // Behind the last run that was met: where to continue, and at which character.
    var retry: (state: Int, place: Int)?
    while true {
      if case .run = states[state].test {
        state = states[state].next
        retry = (state, place)
      } else if state == 0 && place == scalars.count {
        return true
      } else if place < scalars.count, takes(state, scalars[place]) {
        state = states[state].next
        place += 1
      } else {
        guard let last = retry, last.place < scalars.count else { return false }
        (state, place) = (last.state, last.place + 1)
        retry = (state, place)
      }
    }
  }

  private func matchesInParallel(_ scalars: [UInt32]) -> Bool {
    var (active, following, pending) = ([Int](), [Int](), [start])
    // The step in which each state became active last.
    var steps = [Int](repeating: -1, count: states.count)
    activate(&pending, step: 0, &active, &steps)
    for (place, scalar) in scalars.enumerated() {
      following.removeAll(keepingCapacity: true)
      for state in active {
        if case .run = states[state].test {
          pending.append(state)
        } else if takes(state, scalar) {
          pending.append(states[state].next)
        } else {
          continue
        }
        activate(&pending, step: place + 1, &following, &steps)
      }
      if following.isEmpty { return false }
      swap(&active, &following)
    }
    return steps[0] == scalars.count
  }

  /// Makes the pending states active, and those where they continue without a character.
  private func activate(
    _ pending: inout [Int], step: Int, _ active: inout [Int], _ steps: inout [Int]
  ) {
    while let state = pending.popLast() {
      guard steps[state] != step else { continue }
      steps[state] = step
      switch states[state].test {
      case .choice(let starts): pending += starts
      case .run:
        active.append(state)
        pending.append(states[state].next)
      case .accept, .scalar, .any, .inClass: active.append(state)
      }
    }
  }
}

/// Why a pattern matches nothing.
package enum LinkPatternProblem: Error, Hashable, Sendable {
  case unknownVariable(String)
  case tooLarge

  /// After the pattern.
  package var reason: String {
    switch self {
    case .unknownVariable(let name): "has the variable $(\(name)), which the file does not define"
    case .tooLarge: "is too large with its variables written out"
    }
  }
}

/// The two-letter codes that "$(lang)" and "$(region)" stand for: ISO 639-1 and ISO 3166-1.
enum LinkCodes {
  static let languages = codes(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu \
    cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi \
    ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks \
    ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl \
    nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl \
    sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve \
    vi vo wa wo xh yi yo za zh zu
    """)
  static let regions = codes(
    """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO \
    BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ \
    DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP \
    GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG \
    KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML \
    MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE \
    PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL \
    SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM \
    US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
    """)

  private static func codes(_ text: String) -> [Substring] { text.split(separator: " ") }
}
