import Foundation
import TestSupport
import Testing

@testable import WebMarkup

/// A case of html5lib's tests of tokenizers.
private struct TokenizerCase {
  let name: String
  let input: String
  let state: HTMLTokenizer.Content
  let lastStartTag: String?
  let expected: [String]

  static let states: [String: HTMLTokenizer.Content] = [
    "Data state": .data, "RCDATA state": .rcdata, "RAWTEXT state": .rawtext,
    "Script data state": .script, "PLAINTEXT state": .plaintext, "CDATA section state": .cdata,
  ]

  /// The cases of a file, one for each state in which the input is read.
  static func cases(of file: String, _ bytes: [UInt8]) throws -> [TokenizerCase] {
    let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let tests = object?["tests"] as? [[String: Any]] ?? []
    return try tests.flatMap { test in
      let isEscaped = test["doubleEscaped"] as? Bool ?? false
      func plain(_ text: String) -> String { isEscaped ? unescaped(text) : text }
      let output = try #require(test["output"] as? [[Any]])
      let states = test["initialStates"] as? [String] ?? ["Data state"]
      return try states.map { state in
        TokenizerCase(
          name: file + ": " + (test["description"] as? String ?? ""),
          input: plain(try #require(test["input"] as? String)),
          state: try #require(Self.states[state]), lastStartTag: test["lastStartTag"] as? String,
          expected: joined(output.map { described($0, plain) }))
      }
    }
  }

  /// `\uXXXX` in the text itself; half of a pair becomes U+FFFD.
  private static func unescaped(_ text: String) -> String {
    var units: [UInt16] = []
    var rest = Array(text.utf16)[...]
    while let unit = rest.popFirst() {
      if unit == 0x5C, rest.first == 0x75,
        let value = UInt16(String(decoding: rest.dropFirst().prefix(4), as: UTF16.self), radix: 16)
      {
        units.append(value)
        rest = rest.dropFirst(5)
      } else {
        units.append(unit)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static func described(_ token: [Any], _ plain: (String) -> String) -> String {
    let fields = token.map { ($0 as? String).map(plain) }
    switch fields[0] {
    case "StartTag":
      let attributes = (token[2] as? [String: String] ?? [:])
        .map { "\(plain($0.key))=\(plain($0.value))" }.sorted()
      let isClosing = token.count > 3 && (token[3] as? Bool ?? false)
      return "<\(fields[1] ?? "")|\(attributes.joined(separator: "|"))\(isClosing ? "/" : "")"
    case "EndTag": return "</" + (fields[1] ?? "")
    case "Comment": return "!" + (fields[1] ?? "")
    case "DOCTYPE":
      let isCorrect = token[4] as? Bool ?? false
      return "D" + fields[1...3].map { $0 ?? "nil" }.joined(separator: "|") + " \(isCorrect)"
    default: return "T" + (fields[1] ?? "")
    }
  }

  /// Texts that follow one another are one.
  private static func joined(_ tokens: [String]) -> [String] {
    tokens.reduce(into: []) { joined, token in
      if token.hasPrefix("T"), let last = joined.last, last.hasPrefix("T") {
        joined[joined.count - 1] += token.dropFirst()
      } else {
        joined.append(token)
      }
    }
  }

  func tokens() -> [String] {
    LineFeeds.normalized(Array(input.utf8)).withUnsafeBufferPointer { bytes in
      var tokenizer = HTMLTokenizer(bytes)
      tokenizer.content = state
      if let lastStartTag {
        tokenizer.lastStartTag = Array(lastStartTag.utf8).withUnsafeBufferPointer {
          tokenizer.names.intern($0)
        }
      }
      var tokens: [String] = []
      while true {
        let token = tokenizer.next()
        guard token != .end else { return Self.joined(tokens) }
        tokens.append(Self.described(token, tokenizer))
      }
    }
  }

  private static func described(
    _ token: HTMLTokenizer.Token, _ tokenizer: HTMLTokenizer
  ) -> String {
    func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    switch token {
    case .text: return "T" + text(tokenizer.text[tokenizer.textStart...])
    case .startTag:
      let attributes = tokenizer.attributes[tokenizer.firstAttribute...].map {
        let start = Int($0.start)
        let value = tokenizer.values[start..<start + Int($0.count)]
        return "\(tokenizer.names[$0.name])=\(text(value))"
      }
      return "<\(tokenizer.names[tokenizer.tagName])|"
        + attributes.sorted().joined(separator: "|") + (tokenizer.isSelfClosing ? "/" : "")
    case .endTag: return "</" + tokenizer.names[tokenizer.tagName]
    case .comment: return "!" + text(tokenizer.comment)
    case .doctype:
      let doctype = tokenizer.doctype
      let fields = [doctype.name, doctype.publicID, doctype.systemID]
      return "D" + fields.map { $0.map(text) ?? "nil" }.joined(separator: "|")
        + " \(!doctype.forcesQuirks)"
    case .end: return ""
    }
  }
}

@Suite("The tokenizer of HTML") struct HTMLTokenizerTests {
  private static let archive = RealData.webPath("html5lib-tokenizer.tar.gz")

  @Test(.enabled(if: archive != nil, "needs html5lib-tokenizer.tar.gz beside the real data"))
  func `gives the tokens that html5lib expects`() throws {
    let archive = try Archive(path: try #require(Self.archive))
    var count = 0
    var wrong: [String] = []
    for file in archive.files where file.name.hasSuffix(".test") {
      for test in try TokenizerCase.cases(of: file.name, file.bytes) {
        count += 1
        let tokens = test.tokens()
        if tokens != test.expected { wrong.append(test.name) }
      }
    }
    // Cases that are read in several states count once for each.
    #expect(count == 7_032)
    #expect(wrong == [])
  }
}
