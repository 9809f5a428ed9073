internal import CivilTime
public import Foundation
public import JournalFormat
package import JournalStore

/// A place in a journal as people name it: an entry's number, or a time.
public enum Moment: Hashable, Sendable {
  case entry(UInt64)
  case time(Timestamp)
  /// As a beginning its first moment, as an end its last.
  case day(Day)

  /// - Parameter date: of the years 1 to 9999.
  public static func date(_ date: Date) -> Moment { .time(Timestamp(date)) }

  /// Reads what people write: "17", a day such as "2026-01-31" in UTC, or a time such as
  /// "2026-01-31T12:00:00Z".
  ///
  /// - Throws: `MomentError`, which says what is expected.
  public init(parsing text: String) throws(MomentError) {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    if !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard digits.count == text.utf8.count else {
        throw MomentError(description: "An entry's number has no sign.")
      }
      guard let number = UInt64(text) else {
        throw MomentError(description: "Entry numbers have at most 19 digits.")
      }
      self = .entry(number)
      return
    }
    do throws(ISOTimeError) {
      switch try ISOTime(parsing: text) {
      case .day(let day): self = .day(Day(Int32(day.number)))
      case .instant(let instant): self = .time(Timestamp(milliseconds: instant))
      }
    } catch {
      throw MomentError(
        description: error == .notATime
          ? "Give an entry's number, a day such as 2026-01-31, or a time such as "
            + "2026-01-31T12:00:00Z."
          : "\(error)")
    }
  }

  package static let forms = "an entry's number, or a time such as 2026-01-31T12:00:00Z"
  /// The range and the precision of a time, as a sentence for people.
  package static let limits =
    "Times are of the years 0001 to 9999, to the millisecond; further digits are cut off."

  /// Nil for what is not a moment.
  package init?(_ text: String) {
    do throws(MomentError) { try self.init(parsing: text) } catch { return nil }
  }

  /// The place in a journal where what ends here ends.
  package var point: RestorePoint {
    switch self {
    case .entry(let number): .entry(number)
    case .time(let time): .time(time)
    case .day(let day): .time(day.end)
    }
  }

  /// From when on something is meant that begins here: a day from its first moment; nil for an
  /// entry.
  package var beginning: Timestamp? {
    switch self {
    case .entry: nil
    case .time(let time): time
    case .day(let day): day.start
    }
  }

  /// Until when something is meant that ends here: a day to its last moment; nil for an entry.
  package var end: Timestamp? {
    switch self {
    case .entry: nil
    case .time(let time): time
    case .day(let day): day.end
    }
  }
}

extension Moment {
  /// Whether a range that begins here and ends with `other` is empty in every journal. An entry and
  /// a time cannot be compared.
  public func isLater(than other: Moment) -> Bool {
    if case .entry(let first) = self, case .entry(let last) = other { return first > last }
    guard let beginning, let end = other.end else { return false }
    return beginning > end
  }
}

/// A range of a journal's entries: none if `last` is below `first`.
package struct Span: Hashable, Sendable {
  package var first: UInt64
  package var last: UInt64

  package init(first: UInt64, last: UInt64) { (self.first, self.last) = (first, last) }

  package var isEmpty: Bool { last < first }
  package var count: UInt64 { isEmpty ? 0 : last - first + 1 }
}

/// Why a text is not a moment, as a sentence.
public struct MomentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence that names the text and says what a moment looks like.
  public let description: String
}
