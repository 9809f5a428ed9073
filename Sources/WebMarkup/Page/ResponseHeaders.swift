/// The header fields that came with a page, as far as its reading depends on them.
package struct ResponseHeaders: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    /// In lower case.
    package let name: String
    package let value: String
  }

  package let fields: [Field]

  /// - Parameter fields: in the order in which they came. Those beyond 256 are not read.
  package init(_ fields: [(name: String, value: String)] = []) {
    self.fields = fields.prefix(Self.fieldCountMax).map {
      Field(name: $0.name.lowercased(), value: $0.value)
    }
  }

  private static let fieldCountMax = 256
  private static let linkCountMax = 256

  package func values(of name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// The value of `charset` in Content-Type; nil without one.
  package var charset: String? {
    guard let type = values(of: "content-type").first else { return nil }
    for part in HeaderParts.split(type, at: ";").dropFirst() {
      let pair = HeaderParts.pair(part)
      if pair.name == "charset" { return pair.value.isEmpty ? nil : pair.value }
    }
    return nil
  }

  /// The targets of links of this kind (RFC 8288), as they are written.
  func links(_ kind: String) -> [String] {
    var targets: [String] = []
    for value in values(of: "link") {
      for link in HeaderParts.split(value, at: ",").prefix(Self.linkCountMax) {
        let parts = HeaderParts.split(link, at: ";")
        guard let first = parts.first, first.hasPrefix("<"), first.hasSuffix(">") else { continue }
        // Only the first `rel` counts.
        let relation = parts.dropFirst().map(HeaderParts.pair).first { $0.name == "rel" }
        let kinds = (relation?.value ?? "").lowercased().split(separator: " ")
        if kinds.contains(Substring(kind)) {
          targets.append(String(first.dropFirst().dropLast()))
        }
      }
    }
    return targets
  }
}

/// How header fields are divided into parts.
enum HeaderParts {
  /// The parts between separators that stand neither in quotes nor in angle brackets, without
  /// spaces at their ends.
  static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var (isQuoted, isEscaped, isAddress) = (false, false, false)
    for scalar in text.unicodeScalars {
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        if scalar == "\\" { isEscaped = true } else if scalar == "\"" { isQuoted = false }
      } else if isAddress {
        if scalar == ">" { isAddress = false }
      } else if scalar == "\"" {
        isQuoted = true
      } else if scalar == "<" {
        isAddress = true
      } else if scalar == separator {
        parts.append(trimmed(part))
        part = String.UnicodeScalarView()
        continue
      }
      part.append(scalar)
    }
    return parts + [trimmed(part)]
  }

  /// A name in lower case and its value without quotes.
  static func pair(_ text: String) -> (name: String, value: String) {
    let scalars = text.unicodeScalars
    guard let place = scalars.firstIndex(of: "=") else { return (text.lowercased(), "") }
    let name = trimmed(scalars[..<place])
    var value = trimmed(scalars[scalars.index(after: place)...])
    if value.hasPrefix("\""), value.hasSuffix("\""), value.unicodeScalars.count > 1 {
      value = unescaped(value.unicodeScalars.dropFirst().dropLast())
    }
    return (name.lowercased(), value)
  }

  private static func unescaped(_ scalars: Substring.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in scalars {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        isEscaped = false
        result.append(scalar)
      }
    }
    return String(result)
  }

  static func trimmed(_ scalars: some BidirectionalCollection<Unicode.Scalar>) -> String {
    var rest = scalars.drop(while: \.isPageSpace)
    while let last = rest.last, last.isPageSpace { rest = rest.dropLast() }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: rest)
    return String(view)
  }
}
