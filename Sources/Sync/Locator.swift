package import JournalFormat

/// Where a device is, with enough of its past to find the last place that both sides share.
///
/// Digests at head, head - 1, head - 2, head - 4 and so on to the floor: a search in the cloud
/// needs one round trip however far apart the two are.
package struct Locator: Hashable, Sendable {
  package struct Place: Hashable, Sendable {
    package var number: UInt64
    package var digest: Digest

    package init(number: UInt64, digest: Digest) {
      self.number = number
      self.digest = digest
    }
  }

  package var epoch: EpochName
  /// From the head down to the floor.
  package var places: [Place]

  package init(epoch: EpochName, places: [Place]) {
    self.epoch = epoch
    self.places = places
  }

  /// 64 doublings reach any number, and head and floor come on top.
  static let placesMax = 68

  package var head: Place? { places.first }
  package var floor: Place? { places.last }

  /// The numbers whose digests a locator holds, from the head down.
  package static func numbers(head: UInt64, floor: UInt64) -> [UInt64] {
    guard head > floor else { return [floor] }
    var numbers = [head]
    var step: UInt64 = 1
    while head - floor > step {
      numbers.append(head - step)
      step *= 2
    }
    return numbers + [floor]
  }

  var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 20 + places.count * 40)
    writer.name(epoch)
    writer.integer(UInt16(places.count))
    for place in places {
      writer.integer(place.number)
      writer.digest(place.digest)
    }
    return writer.bytes
  }

  init(from reader: inout ByteReader) throws(FormatError) {
    epoch = try reader.name(EpochName.self)
    let count = Int(try reader.integer(UInt16.self))
    guard (1...Self.placesMax).contains(count) else {
      throw reader.malformed("a locator of \(count) places; 1 to \(Self.placesMax) are allowed")
    }
    places = []
    for _ in 0..<count {
      places.append(
        Place(number: try reader.numberOrZero(), digest: try reader.digest()))
    }
    guard zip(places, places.dropFirst()).allSatisfy({ $0.number > $1.number }) else {
      throw reader.malformed("a locator whose places do not go down")
    }
  }
}
