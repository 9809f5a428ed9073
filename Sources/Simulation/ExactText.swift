/// A text that is the same as another only if its bytes are. Swift takes texts for equal that look
/// alike.
struct ExactText: Hashable, Comparable {
  let text: String

  init(_ text: String) { self.text = text }

  var isEmpty: Bool { text.isEmpty }

  static func == (one: ExactText, other: ExactText) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  static func < (one: ExactText, other: ExactText) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// "a.b" holds "a.b" and "a.b.c", not "a.bc"; the empty domain holds nothing.
  func lies(in domain: ExactText) -> Bool {
    !domain.isEmpty && (self == domain || text.utf8.starts(with: (domain.text + ".").utf8))
  }
}
