internal import JournalFormat
package import SwiftProtobuf

extension SwiftProtobuf.Message {
  /// The same bytes for the same values in every process.
  package var canonicalBytes: [UInt8] {
    var options = BinaryEncodingOptions()
    options.useDeterministicOrdering = true
    // Encoding values that were decoded or built in memory cannot fail.
    return (try? serializedBytes(options: options)) ?? []
  }
}

extension [String: JournalValue] {
  var canonicalBytes: [UInt8] {
    guard !isEmpty else { return [] }
    var map = JournalValueMap()
    map.values = self
    return map.canonicalBytes
  }
}
