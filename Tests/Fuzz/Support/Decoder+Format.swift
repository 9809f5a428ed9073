internal import JournalFormat
internal import SwiftProtobuf

extension Decoder {
  package static let entryHeader = Decoder("entry-header", samples: Samples.entryHeaders) {
    try survives($0, decode: EntryHeader.init(bytes:), encode: \.bytes)
  }

  /// The first byte is the entry's kind, the rest its payload.
  package static let report = Decoder("report", samples: Samples.reports) { bytes in
    guard let kind = bytes.first.map(EntryKind.init(rawValue:)) else { return false }
    return try survives(
      Array(bytes.dropFirst()), decode: { try Report(kind: kind, payload: $0) },
      encode: \.payload)
  }

  package static let publicItem = Decoder("public-item", samples: Samples.publicItems) {
    try survives($0, decode: PublicItem.init(bytes:), encode: \.bytes)
  }

  package static let grant = Decoder("grant", samples: Samples.grants) {
    try survives($0, decode: Grant.init(bytes:), encode: \.bytes)
  }

  package static let receipt = Decoder("receipt", samples: Samples.receipts) {
    try survives($0, decode: Receipt.init(bytes:), encode: \.bytes)
  }

  /// A device's witness and a cloud's: their first bytes tell them apart.
  package static let witness = Decoder(
    "witness", samples: Samples.witnesses, repaired: repairedEnd
  ) { bytes in
    let isDevice = try survives(bytes, decode: Witness.init(bytes:), encode: \.bytes)
    let isCloud = try survives(bytes, decode: CloudWitness.init(bytes:), encode: \.bytes)
    if isDevice && isCloud { throw Violation(description: "bytes that are two kinds of witness") }
    return isDevice || isCloud
  }

  /// The first byte is the entry's kind, the rest its payload.
  package static let controlEntry = Decoder("control-entry", samples: Samples.controlEntries) {
    bytes in
    guard let kind = bytes.first.map(EntryKind.init(rawValue:)) else { return false }
    return try survives(
      Array(bytes.dropFirst()), decode: { try ControlEntry(kind: kind, payload: $0) },
      encode: \.payload)
  }

  package static let event = Decoder("event", samples: Samples.events) { bytes in
    try survives(
      bytes, decode: { EventBytes(event: try JournalEvent(payload: $0)) },
      encode: { value in
        var dice = SplitMix64(1)
        return try value.event.payload(using: &dice)
      })
  }

  /// With the checksum of everything before it as the last four bytes.
  static let repairedEnd: @Sendable ([UInt8]) -> [UInt8]? = { bytes in
    guard bytes.count >= 4 else { return nil }
    let body = Array(bytes.dropLast(4))
    return body + littleEndian(Checksum(of: body).value)
  }

  static func littleEndian(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { [UInt8]($0) }
  }
}

/// An event that is compared by its bytes: a number that is not a number equals itself there.
private struct EventBytes: Equatable {
  let event: JournalEvent

  private var bytes: [UInt8]? {
    var options = BinaryEncodingOptions()
    options.useDeterministicOrdering = true
    return try? event.serializedBytes(options: options)
  }

  static func == (left: EventBytes, right: EventBytes) -> Bool { left.bytes == right.bytes }
}
