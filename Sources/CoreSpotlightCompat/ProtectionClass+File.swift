internal import DeviceIndex
internal import Foundation

extension ProtectionClass {
  /// `completeUnlessOpen` counts as `complete`, as does what is not known here.
  init(_ type: FileProtectionType) {
    guard type != .none else {
      self = .none
      return
    }
    self = type == .completeUntilFirstUserAuthentication ? .untilFirstUnlock : .complete
  }
  var fileProtection: FileProtectionType {
    switch self {
    case .none: .none
    case .untilFirstUnlock: .completeUntilFirstUserAuthentication
    case .complete: .complete
    }
  }
}
