package import JournalFormat

extension JournalReindexRequested.Reason {
  /// One word for people and programs.
  package var text: String {
    switch self {
    case .restored: "restored"
    case .indexLost: "index lost"
    case .expiring: "expiring"
    case .unreadable: "unreadable"
    case .cloud: "cloud"
    case .operator: "operator"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }
}
