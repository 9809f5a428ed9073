internal import TextAnalysis

/// The words of texts as bytes, for indexes that are not SQL tables.
package struct MarkingTokenizer {
  /// The byte before each word: no word has it.
  package static let mark: UInt8 = 0
  private var tokenizer = Tokenizer()
  private var joined: [UInt8] = []

  package init() {}

  /// Appends each word of the text with the mark before it, and then, after one mark more, what is
  /// joined of several: so that words which follow each other stand side by side.
  package mutating func append(_ text: String, to bytes: inout [UInt8]) {
    var last = -1
    joined.removeAll(keepingCapacity: true)
    tokenizer.forEachToken(in: text) { token, position, _ in
      // No text has a zero that is a letter, so no word has one.
      if position == last {
        joined.append(Self.mark)
        joined.append(contentsOf: token)
      } else {
        bytes.append(Self.mark)
        bytes.append(contentsOf: token)
      }
      last = position
    }
    guard !joined.isEmpty else { return }
    bytes.append(Self.mark)
    bytes += joined
  }
}
