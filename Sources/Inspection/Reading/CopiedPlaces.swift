internal import Synchronization

/// Of what the files in temporary folders are copies, for as long as this process runs: a message
/// about a copy is often read when that is gone, and names the original, which people gave.
package enum CopiedPlaces {
  private struct Place: Sendable {
    let copy: String
    let original: String
  }

  private static let places = Mutex<[Place]>([])

  /// Has a file or folder be named as what it is a copy of.
  static func add(_ copy: String, of original: String) {
    places.withLock { $0.append(Place(copy: copy, original: original)) }
  }

  /// The text with the originals in place of their copies.
  package static func named(_ text: String) -> String {
    let known = places.withLock { $0 }
    return known.reduce(text) { text, place in
      text.contains(place.copy) ? text.replacing(place.copy, with: place.original) : text
    }
  }
}
