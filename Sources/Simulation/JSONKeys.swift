internal import Foundation

/// The keys of an object, without what is below them: a decoder that lists them takes half as long
/// again as one that does not.
enum JSONKeys {
  private static let quote = UInt8(ascii: "\"")

  /// - Parameter json: an object that a decoder has read.
  static func ofObject(_ json: [UInt8]) -> [String] {
    var keys: [String] = []
    var depth = 0
    var isKeyNext = false
    var place = 0
    while place < json.count {
      switch json[place] {
      case quote:
        let end = endOfString(json, from: place)
        if depth == 1, isKeyNext { keys.append(text(json[place..<end])) }
        place = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isKeyNext = depth == 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): isKeyNext = depth == 1
      case UInt8(ascii: ":"): isKeyNext = false
      default: break
      }
      place += 1
    }
    return keys
  }

  /// Behind its closing quote.
  private static func endOfString(_ json: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < json.count, json[place] != quote {
      place += json[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place + 1, json.count)
  }

  /// - Parameter string: with its quotes.
  private static func text(_ string: ArraySlice<UInt8>) -> String {
    let isPlain = !string.contains(UInt8(ascii: "\\"))
    let decoded = isPlain ? nil : try? JSONDecoder().decode(String.self, from: Data(string))
    return decoded ?? String(decoding: string.dropFirst().dropLast(), as: UTF8.self)
  }
}
