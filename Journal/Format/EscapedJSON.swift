internal import Foundation

/// Values as JSON, for everything that prints or writes it: keys in their order, and characters
/// that have an effect and no form as `\u` sequences. The values are the same, and nothing in the
/// text turns, hides or moves what stands around it.
package enum EscapedJSON {
  /// - Parameter isPretty: whether each value is on a line of its own.
  /// - Throws: `EncodingError` for a number that is not finite.
  package static func text(_ value: some Encodable, isPretty: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(value), as: UTF8.self).escapedJSON
  }
}
