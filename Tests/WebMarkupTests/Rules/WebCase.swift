import Foundation
import StrictJSON
import Testing

/// Cases with known answers, one a line, from Tests/WebCases.
struct WebCase: Sendable, CustomTestStringConvertible {
  let fields: [JSONMember]
  var testDescription: String { "\(text("test") ?? text("why") ?? "") \(text("url") ?? "")" }

  static func all(_ file: String) -> [WebCase] {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../WebCases/" + file).path
    let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.compactMap { line in
      guard case .object(let fields)? = try? JSONReader.read([UInt8](line.utf8)).kind else {
        return nil
      }
      return WebCase(fields: fields)
    }
  }

  private func value(_ name: String) -> JSONValue.Kind? {
    fields.first { $0.key == name }?.value.kind
  }

  func text(_ name: String) -> String? {
    if case .string(let text)? = value(name) { text } else { nil }
  }

  func flag(_ name: String) -> Bool? {
    if case .boolean(let flag)? = value(name) { flag } else { nil }
  }

  func texts(_ name: String) -> [String] {
    guard case .array(let values)? = value(name) else { return [] }
    return values.compactMap { if case .string(let text) = $0.kind { text } else { nil } }
  }
}
