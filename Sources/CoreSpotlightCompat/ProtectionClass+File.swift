internal import DeviceIndex
internal import Foundation

extension ProtectionClass {
  /// Nil is none. `completeUnlessOpen` counts as `complete`, as does what is not known here.
  init(_ type: FileProtectionType?) {
    guard let type, type != FileProtectionType.none else {
      self = .none
      return
    }
    self = type == .completeUntilFirstUserAuthentication ? .untilFirstUnlock : .complete
  }
}
