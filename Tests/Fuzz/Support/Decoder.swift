/// Something that reads bytes from outside, with what must hold for every input.
///
/// A decoder refuses bytes or makes a value of them, and never crashes. What it makes, written
/// again, is read as the same value, and written once more as the same bytes.
package struct Decoder: Sendable {
  /// The folder of its corpus.
  package let name: String
  /// Valid inputs of every kind that it knows: where fuzzing starts.
  package let samples: @Sendable () throws -> [[UInt8]]
  /// Whether the bytes are read as a value. Throws `Violation` when the value does not come back.
  package let roundTrip: @Sendable ([UInt8]) throws -> Bool
  /// Changed bytes with checksums that fit again; otherwise no change would get behind them.
  let repaired: (@Sendable ([UInt8]) -> [UInt8]?)?

  init(
    _ name: String, samples: @escaping @Sendable () throws -> [[UInt8]],
    repaired: (@Sendable ([UInt8]) -> [UInt8]?)? = nil,
    roundTrip: @escaping @Sendable ([UInt8]) throws -> Bool
  ) {
    self.name = name
    self.samples = samples
    self.repaired = repaired
    self.roundTrip = roundTrip
  }

  /// All that are fuzzed.
  package static let all: [Decoder] = [
    .batch, .entryHeader, .report, .publicItem, .grant, .receipt, .witness, .controlEntry, .event,
    .syncRequest, .syncResponse, .traceLine, .projectionRow,
    .snapshotManifest, .restorePlan, .scenario, .query, .text, .aggregator,
    .json, .address, .robots, .association, .pageFacts,
    .html, .jsonLD, .microdata,
  ]

  /// Tries the bytes as they are, and with their checksums repaired.
  ///
  /// - Returns: whether they are read as a value in one of these ways.
  @discardableResult
  package func check(_ bytes: [UInt8]) throws -> Bool {
    let isRead = try roundTrip(bytes)
    guard let bytes = repaired?(bytes) else { return isRead }
    return try roundTrip(bytes) || isRead
  }
}

/// A value that did not come back as it was.
package struct Violation: Error, CustomStringConvertible {
  package let description: String
}

/// Reads `bytes`; if they are a value, writes and reads it again.
///
/// - Returns: whether the bytes are a value.
package func survives<Value: Equatable>(
  _ bytes: [UInt8], decode: ([UInt8]) throws -> Value, encode: (Value) throws -> [UInt8]
) throws -> Bool {
  let value: Value
  do {
    value = try decode(bytes)
  } catch let violation as Violation {
    throw violation
  } catch {
    return false
  }
  do {
    let written = try encode(value)
    let again = try decode(written)
    guard again == value else {
      throw Violation(description: "\(value) came back as \(again)")
    }
    guard try encode(again) == written else {
      throw Violation(description: "\(value) is written in two ways")
    }
    return true
  } catch let violation as Violation {
    throw violation
  } catch {
    throw Violation(description: "\(value) does not come back: \(error)")
  }
}
