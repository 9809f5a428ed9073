package import JournalFormat

/// When what an item says can be found and read. Its identifier, its domain and its dates always
/// can, so it can be deleted and expire at any time.
public enum ProtectionClass: Int, Hashable, Sendable, CaseIterable, Comparable,
  CustomStringConvertible
{
  /// Always.
  case none = 0
  /// From the first unlocking of the device after it was opened.
  case untilFirstUnlock = 1
  /// While the device is unlocked.
  case complete = 2

  public static func < (left: ProtectionClass, right: ProtectionClass) -> Bool {
    left.rawValue < right.rawValue
  }

  public var description: String {
    switch self {
    case .none: "none"
    case .untilFirstUnlock: "until first unlock"
    case .complete: "complete"
    }
  }

  /// What a later version knows as another class is as strict as can be.
  package init(_ journaled: JournalItemIndexed.Protection) {
    self = Self(rawValue: journaled.rawValue) ?? .complete
  }

  var journaled: JournalItemIndexed.Protection {
    switch self {
    case .none: .none
    case .untilFirstUnlock: .untilFirstUnlock
    case .complete: .complete
    }
  }
}
