/// Whether an aggregator can do its work, for people and for anyone who routes requests to it.
public struct CloudHealth: Hashable, Sendable, Encodable {
  /// How much of its work the aggregator can do.
  public enum Status: String, Hashable, Sendable, Encodable, CaseIterable {
    /// Takes everything.
    case ready
    /// Answers searches; takes no reports, or has lost something that it works without.
    case degraded
    /// Reads its log; answers nothing yet.
    case recovering
  }

  /// How much of its work it can do.
  public var status: Status
  /// Why it is not ready, each a sentence that names the next step; empty when it is.
  public var reasons: [String]

  /// - Parameters:
  ///   - status: what the cloud can do.
  ///   - reasons: sentences; empty where the status is `ready`.
  public init(_ status: Status, _ reasons: [String] = []) {
    self.status = status
    self.reasons = reasons
  }
}
