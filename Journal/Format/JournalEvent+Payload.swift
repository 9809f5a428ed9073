internal import SwiftProtobuf

extension JournalEvent {
  /// Random bytes before the event, so that its digest says nothing once the payload is gone.
  package static let saltByteCount = 16

  /// The payload of the entry: 16 random bytes, then the event as Protocol Buffers.
  ///
  /// It was decoded again: an entry stays in its journal, and each reader has to read it.
  ///
  /// - Throws: `FormatError.Code.tooLarge` for an event of more than 8 MiB, or a value of more
  ///   than 24 lists and maps within one another.
  package func payload(
    using random: inout some RandomNumberGenerator
  ) throws(FormatError) -> [UInt8] {
    try checkNesting()
    let event: [UInt8]
    do {
      // A map's own order differs from process to process; the same event has the same bytes.
      var options = BinaryEncodingOptions()
      options.useDeterministicOrdering = true
      event = try serializedBytes(options: options)
    } catch {
      throw FormatError(.malformed, "The event cannot be encoded: \(error).", cause: error)
    }
    guard event.count <= FormatLimits.eventByteCount else {
      throw FormatError(
        .tooLarge,
        "The event has \(Figure.bytes(event.count)); at most "
          + "\(Figure.bytes(FormatLimits.eventByteCount)) are allowed. Give the index less text, "
          + "or split the item.")
    }
    var writer = ByteWriter(capacity: Self.saltByteCount + event.count)
    writer.integer(random.next() as UInt64)
    writer.integer(random.next() as UInt64)
    writer.raw(event)
    _ = try JournalEvent(payload: writer.bytes)
    return writer.bytes
  }

  private func checkNesting() throws(FormatError) {
    switch fact {
    case .itemIndexed(let item): try item.attributes.checkNesting()
    case .activityRecorded(let activity):
      try activity.attributes.checkNesting()
      for (key, value) in activity.userInfo where !value.isNested(atMost: FormatLimits.valueDepth) {
        throw .nestedTooDeep(key)
      }
    case .itemsDeleted, .activitiesDeleted, .itemsExpired, .resultsShown, .resultEngaged,
      .reindexRequested, .reindexAcknowledged, .batchEnded, .epochAdopted, .journalBegun,
      .synonymsSet, nil:
      break
    }
  }

  /// Reads the payload of an entry of kind `event`.
  ///
  /// - Throws: `FormatError` for bytes that are not an event, or one nested deeper than the bound.
  package init(payload: [UInt8]) throws(FormatError) {
    guard payload.count >= Self.saltByteCount else {
      throw FormatError(
        .truncated,
        "An event's payload of \(Figure.plainCount(payload.count, "byte")) ends within its 16 "
          + "random bytes.")
    }
    do {
      try self.init(serializedBytes: Array(payload[Self.saltByteCount...]))
    } catch let error as BinaryDecodingError {
      throw FormatError(
        error == .invalidUTF8 ? .notUTF8 : .malformed,
        "An event's payload cannot be decoded as Protocol Buffers (\(error)). "
          + "Run `spotlog journal verify FILE` to see whether the journal is damaged.",
        cause: error)
    } catch {
      throw FormatError(
        .malformed, "An event's payload cannot be decoded: \(error).", cause: error)
    }
    try checkNesting()
  }
}

extension JournalAttributes {
  /// For attributes that are sealed as well: nobody who reads the event sees these.
  ///
  /// - Throws: `FormatError.Code.tooLarge`.
  package func checkNesting() throws(FormatError) {
    for attribute in values where !attribute.value.isNested(atMost: FormatLimits.valueDepth) {
      throw .nestedTooDeep(attribute.name)
    }
  }
}

extension JournalValue {
  fileprivate func isNested(atMost depth: Int) -> Bool {
    switch kind {
    case .list(let list):
      depth > 0 && list.values.allSatisfy { $0.isNested(atMost: depth - 1) }
    case .map(let map):
      depth > 0 && map.values.values.allSatisfy { $0.isNested(atMost: depth - 1) }
    case .string, .number, .boolean, .dateMilliseconds, .data, .null, .url, .person, .localized,
      .integer, nil:
      true
    }
  }
}

extension FormatError {
  fileprivate static func nestedTooDeep(_ name: String) -> FormatError {
    FormatError(
      .tooLarge,
      "The value of \"\(name)\" has more than \(FormatLimits.valueDepth) lists and maps within one "
        + "another. Give a flatter one.")
  }
}
