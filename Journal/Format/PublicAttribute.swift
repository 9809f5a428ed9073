/// An attribute of an activity that its app may have shown of the public item to everybody.
///
/// The raw value is the attribute's name, as apps and docs/ATTRIBUTES.md have it.
public enum PublicAttribute: String, CaseIterable, Hashable, Sendable {
  case contentType, rating, ratingDescription
  /// Attributes of the app's own whose names end so: Apple has none for a price.
  case price, priceCurrency, priceRange
  case namedLocation, fullyFormattedAddress
  case subThoroughfare, thoroughfare, city, stateOrProvince, postalCode, country
  case latitude, longitude, supportsNavigation
  case phoneNumbers, supportsPhoneCall
  case startDate, endDate, dueDate, allDay
  case duration, pageCount, fileSize, contentURL
  case authorNames, artist, album
  /// The values of the activity's required keys, and no others.
  case userInfo

  /// What a value of it is.
  package enum Kind: Hashable, Sendable {
    /// Of so many bytes at most.
    case text(Int)
    case texts(Int)
    case decimal(ClosedRange<Double>)
    /// A decimal, or a text of so many bytes at most.
    case amount(Int)
    case time
    /// Written only where it is true.
    case flag
    case phone
    /// An http or https address.
    case address
    case userInfo
  }

  package var kind: Kind { row.kind }

  /// What names it in the bytes of a public item, for ever.
  package var number: UInt8 { row.number }

  /// The custom attribute's name; nil for an attribute of Apple's.
  package var isCustom: Bool { [.price, .priceCurrency, .priceRange].contains(self) }

  /// Values that it has at most.
  package var valuesMax: Int {
    switch kind {
    case .texts, .phone: 4
    case .userInfo: 16
    case .text, .decimal, .amount, .time, .flag, .address: 1
    }
  }

  private var row: (number: UInt8, kind: Kind) {
    switch self {
    case .contentType: (1, .text(256))
    case .rating: (2, .decimal(0...5))
    case .ratingDescription: (3, .text(256))
    case .price: (4, .amount(64))
    case .priceCurrency: (5, .text(32))
    case .priceRange: (6, .text(64))
    case .namedLocation: (7, .text(256))
    case .fullyFormattedAddress: (8, .text(512))
    case .subThoroughfare: (9, .text(64))
    case .thoroughfare: (10, .text(256))
    case .city: (11, .text(128))
    case .stateOrProvince: (12, .text(128))
    case .postalCode: (13, .text(32))
    case .country: (14, .text(128))
    case .latitude: (15, .decimal(-90...90))
    case .longitude: (16, .decimal(-180...180))
    case .supportsNavigation: (17, .flag)
    case .phoneNumbers: (18, .phone)
    case .supportsPhoneCall: (19, .flag)
    case .startDate: (20, .time)
    case .endDate: (21, .time)
    case .dueDate: (22, .time)
    case .allDay: (23, .flag)
    case .duration: (24, .decimal(0...DecimalText.max))
    case .pageCount: (25, .decimal(0...DecimalText.max))
    case .fileSize: (26, .decimal(0...DecimalText.max))
    case .contentURL: (27, .address)
    case .authorNames: (28, .texts(128))
    case .artist: (29, .text(128))
    case .album: (30, .text(128))
    case .userInfo: (31, .userInfo)
    }
  }

  /// All, in the order of their numbers.
  package static let byNumber = allCases.sorted { $0.number < $1.number }

  init?(number: UInt8) {
    guard let found = Self.byNumber.first(where: { $0.number == number }) else { return nil }
    self = found
  }
}

/// A value of `userInfo` that a public item can have.
public enum PublicValue: Hashable, Sendable {
  case string(String)
  case integer(Int64)
  case boolean(Bool)
}

/// A number as a public item writes it: digits, and at most six behind the point. Each number has
/// one spelling, so that two devices write the same bytes.
package struct DecimalText: Hashable, Sendable {
  /// Above this, a double does not have six digits behind its point.
  package static let max = 999_999_999.0

  package let text: String

  /// To the nearest millionth; nil for what is no number, or larger than `max`.
  package init?(_ number: Double) {
    guard number.magnitude <= Self.max else { return nil }
    let millionths = Int64((number.magnitude * 1e6).rounded())
    let digits = String(millionths % 1_000_000)
    var fraction = String(repeating: "0", count: 6 - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let sign = number < 0 && millionths > 0 ? "-" : ""
    text = sign + "\(millionths / 1_000_000)" + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The number of a text in that spelling; nil for any other.
  package static func number(_ text: String) -> Double? {
    guard let number = Double(text), DecimalText(number)?.text == text else { return nil }
    return number
  }
}

/// A telephone number of 3 to 20 digits, perhaps after "+", and nothing else: codes with "*" and
/// "#" change the settings of a telephone, and letters begin other addresses.
package struct DialledNumber: Hashable, Sendable {
  package let text: String

  /// The number without separators; nil if it is not a phone number.
  package init?(_ text: String) {
    let scalars = text.unicodeScalars.filter { !" -./()".unicodeScalars.contains($0) }
    let digits = scalars.first == "+" ? scalars.dropFirst() : scalars[...]
    guard (3...20).contains(digits.count), digits.allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    self.text = String(String.UnicodeScalarView(scalars))
  }
}
