internal import Foundation

/// Values as JSON, for everything that prints or writes it: keys in their order, and characters
/// that have an effect and no form as `\u` sequences. The values are the same, and nothing in the
/// text turns, hides or moves what stands around it.
package enum EscapedJSON {
  /// - Parameter isPretty: whether each value is on a separate line.
  /// - Throws: `EncodingError` for a number that is not finite.
  package static func text(_ value: some Encodable, isPretty: Bool = false) throws -> String {
    let encoder = isPretty ? prettyEncoder : encoder
    return String(decoding: try encoder.encode(value), as: UTF8.self).escapedJSON
  }

  /// The text in UTF-8.
  package static func bytes(_ value: some Encodable, isPretty: Bool = false) throws -> [UInt8] {
    Array(try text(value, isPretty: isPretty).utf8)
  }

  // An export encodes millions of lines.
  private static let encoder = makeEncoder([])
  private static let prettyEncoder = makeEncoder(.prettyPrinted)

  private static func makeEncoder(_ formatting: JSONEncoder.OutputFormatting) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return encoder
  }
}
