import ArgumentParser
import Foundation
import JournalFormat

/// A length of time as people write it: a number and a unit, such as `90s`, `1.5h` or `7d`.
struct GivenDuration: Hashable {
  let milliseconds: Int64
  /// As it was written.
  let text: String

  private static let units: [(name: String, milliseconds: Double)] = [
    ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]
  /// A hundred years.
  private static let millisecondsMax = 3_155_760_000_000.0

  init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(digits.count)
    guard let number = Double(digits), let found = Self.units.first(where: { $0.name == unit })
    else { return nil }
    let milliseconds = (number * found.milliseconds).rounded()
    guard milliseconds <= Self.millisecondsMax else { return nil }
    self.milliseconds = Int64(milliseconds)
    self.text = text
  }

  /// What an option was given.
  static func argument(_ text: String) throws -> GivenDuration {
    guard let duration = GivenDuration(text) else {
      throw ValidationError(
        "\"\(text.printable)\" is not a duration. Write a number and ms, s, m, h or d, of at "
          + "most a hundred years: 500ms, 90s, 24h, 7d.")
    }
    return duration
  }
}
