internal import SwiftProtobuf

extension JournalEvent {
  /// Random bytes before the event, so that its digest says nothing once the payload is gone.
  package static let saltByteCount = 16

  /// The payload of the entry: 16 random bytes, then the event as Protocol Buffers.
  package func payload(
    using random: inout some RandomNumberGenerator
  ) throws(FormatError) -> [UInt8] {
    let event: [UInt8]
    do {
      // A map's own order differs from process to process; the same event has the same bytes.
      var options = BinaryEncodingOptions()
      options.useDeterministicOrdering = true
      event = try serializedBytes(options: options)
    } catch {
      throw FormatError(.malformed, "The event cannot be encoded: \(error).")
    }
    guard event.count <= FormatLimits.eventByteCount else {
      throw FormatError(
        .tooLarge,
        "The event is \(event.count) bytes; at most \(FormatLimits.eventByteCount) are allowed. "
          + "Give the index less text, or split the item.")
    }
    var writer = ByteWriter(capacity: Self.saltByteCount + event.count)
    writer.integer(random.next() as UInt64)
    writer.integer(random.next() as UInt64)
    writer.raw(event)
    return writer.bytes
  }

  /// Reads the payload of an entry of kind `event`.
  package init(payload: [UInt8]) throws(FormatError) {
    guard payload.count >= Self.saltByteCount else {
      throw FormatError(
        .truncated, "An event's payload of \(payload.count) bytes ends within its 16 random bytes.")
    }
    do {
      try self.init(serializedBytes: Array(payload[Self.saltByteCount...]))
    } catch let error as BinaryDecodingError {
      throw FormatError(
        error == .invalidUTF8 ? .notUTF8 : .malformed,
        "An event's payload cannot be decoded as Protocol Buffers (\(error)). "
          + "Run `spotlog journal verify FILE` to see whether the journal is damaged.")
    } catch {
      throw FormatError(.malformed, "An event's payload cannot be decoded: \(error).")
    }
  }
}
