internal import CloudAggregator
internal import Logging

extension Logger {
  /// A line that says why: nobody may have asked for the health while it was bad.
  func healthChanged(from before: CloudHealth, to after: CloudHealth) {
    var metadata: Metadata = [
      "status": "\(after.status.rawValue)", "before": "\(before.status.rawValue)",
    ]
    let ended = before.reasons.filter { !after.reasons.contains($0) }
    if !after.reasons.isEmpty { metadata["reasons"] = "\(after.reasons.joined(separator: " "))" }
    if !ended.isEmpty { metadata["ended"] = "\(ended.joined(separator: " "))" }
    log(
      level: after.status == .degraded ? .warning : .notice, "The health changed.",
      metadata: metadata)
  }
}
