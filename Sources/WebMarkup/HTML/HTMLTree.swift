/// What a document and its elements share: nodes in document order, so that what is inside one
/// follows it up to `end`, and its text is one stretch of all text.
final class HTMLTree: Sendable {
  struct Node: Sendable {
    var name: UInt32
    var parent: Int32
    /// Behind its last descendant.
    var end: Int32
    /// Where its start tag begins in what was read.
    var start: UInt32
    var textStart: UInt32
    var textEnd: UInt32
    var firstAttribute: UInt32
    var attributeCount: UInt16
    var namespace: HTMLNamespace

    var attributes: Range<Int> {
      Int(firstAttribute)..<Int(firstAttribute) + Int(attributeCount)
    }
  }

  struct Attribute: Sendable {
    var name: UInt32
    /// Of its value among `values`.
    var start: UInt32
    var count: UInt32
  }

  let encoding: CharacterEncoding
  let refusedEncoding: CharacterEncoding?
  let replacements: Int
  let steps: Int
  let cuts: [HTMLBound]
  let names: HTMLNames
  let nodes: [Node]
  let attributes: [Attribute]
  let values: [UInt8]
  let text: [UInt8]
  /// Where the line feeds are in what was read.
  let lineFeeds: [UInt32]

  init(
    decoding: TextDecoding, cuts: [HTMLBound], names: HTMLNames, nodes: [Node],
    attributes: [Attribute], values: [UInt8], text: [UInt8], lineFeeds: [UInt32], steps: Int
  ) {
    (encoding, refusedEncoding) = (decoding.encoding, decoding.refused)
    replacements = decoding.replacements
    (self.cuts, self.names, self.steps) = (cuts, names, steps)
    (self.nodes, self.attributes, self.values, self.text) = (nodes, attributes, values, text)
    self.lineFeeds = lineFeeds
  }

  /// The line of a place in what was read, from 1.
  func line(of place: UInt32) -> Int {
    var (low, high) = (0, lineFeeds.count)
    while low < high {
      let middle = low + (high - low) / 2
      (low, high) = lineFeeds[middle] < place ? (middle + 1, high) : (low, middle)
    }
    return low + 1
  }

  func value(_ attribute: Attribute) -> String {
    let start = Int(attribute.start)
    return String(decoding: values[start..<start + Int(attribute.count)], as: UTF8.self)
  }
}
