/// What is lost on purpose in a run, and when.
package struct LossPlan: Hashable, Sendable, Codable {
  /// Some of the devices that a trace names: so many of a hundred, or so many.
  package enum Share: RawRepresentable, Hashable, Sendable, Codable {
    case percent(Int)
    case count(Int)

    /// Reads "10%" and "300".
    package init?(rawValue text: String) {
      let isPercent = text.hasSuffix("%")
      guard let number = Int(isPercent ? String(text.dropLast()) : text), number >= 0 else {
        return nil
      }
      guard isPercent else {
        self = .count(number)
        return
      }
      guard number <= 100 else { return nil }
      self = .percent(number)
    }

    /// How many of `total` they are, rounded to the nearest.
    package func count(of total: Int) -> Int {
      switch self {
      case .percent(let percent): (total * percent + 50) / 100
      case .count(let count): count
      }
    }

    package var rawValue: String {
      switch self {
      case .percent(let percent): "\(percent)%"
      case .count(let count): "\(count)"
      }
    }
  }

  /// The moments at which a device is lost.
  package enum Moment: String, Hashable, Sendable, Codable, CaseIterable {
    /// When the cloud has acknowledged everything that the device holds.
    case receipt
    /// Whatever it was about to do, also while a request is on its way.
    case any
  }

  /// Devices that are put back to an earlier moment of their own.
  package var restoredDevices = Share.count(0)
  /// Devices of which a copy is made that lives on beside them.
  package var clonedDevices = Share.count(0)
  /// How often the cloud is put back to an earlier moment of its own.
  package var cloudRestores = 0
  package var lostAt = Moment.receipt

  package init() {}

  package var isEmpty: Bool {
    restoredDevices.count(of: 100) + clonedDevices.count(of: 100) + cloudRestores == 0
  }
}
