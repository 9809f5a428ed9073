import JournalFormat

/// Bytes with one thing changed.
struct ByteEditor: Sendable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func setting(_ offset: Int, to value: UInt8) -> [UInt8] {
    precondition(bytes[offset] != value, "nothing would change")
    return setting(offset..<offset + 1, to: [value])
  }

  func setting(_ range: Range<Int>, to values: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(range, with: values)
    return bytes
  }

  func flipping(_ offset: Int, bit: Int = 0) -> [UInt8] {
    setting(offset, to: bytes[offset] ^ (1 << UInt8(bit)))
  }

  func cut(_ count: Int) -> [UInt8] { Array(bytes.dropLast(count)) }

  func adding(_ more: [UInt8]) -> [UInt8] { bytes + more }

  /// The first byte of the text becomes `value`.
  func replacing(_ text: String, with value: UInt8) -> [UInt8] {
    let found = bytes.indices.first { bytes[$0...].starts(with: text.utf8) }!
    return setting(found, to: value)
  }

  /// The sample without a page, of version 2 with these details.
  func detailed(_ details: [UInt8]) -> [UInt8] { setting(49, to: 0x11) + details }

  /// A public item with other keywords, written as they come.
  func keywords(_ keywords: [String]) -> [UInt8] {
    var writer = ByteWriter()
    for text in ["app", "type"] { writer.text(text) }
    writer.integer(0 as UInt8)
    for text in ["https://museum.example", "title", ""] { writer.text(text) }
    writer.integer(UInt16(keywords.count))
    for keyword in keywords { writer.text(keyword) }
    writer.text("")
    return writer.bytes
  }
}
