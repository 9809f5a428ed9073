import Foundation

/// How much of a large set a run of the tests tries: a part of it in a pull request, and all of it
/// where `SPOTLOG_LONG=1`, as in `tools/soak tests`.
package enum LongRun {
  /// Whether all of it is tried.
  package static let isOn = ProcessInfo.processInfo.environment["SPOTLOG_LONG"] == "1"

  /// Seeds from 1 on.
  package static func seeds(_ few: UInt64, of all: UInt64) -> ClosedRange<UInt64> {
    1...(isOn ? all : few)
  }

  /// Some values, as far apart as they can be.
  package static func some<Value>(_ few: Int, of all: [Value]) -> [Value] {
    guard !isOn, few < all.count else { return all }
    return (0..<few).map { all[$0 * all.count / few] }
  }
}
