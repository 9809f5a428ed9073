internal import JournalFormat
internal import Sync

/// What a request carries, as anyone on the way can read it.
struct SentReports {
  private(set) var entries: [Entry] = []
  private(set) var reports: [(number: SequenceNumber, report: Report)] = []

  /// Nothing, where it is no batch or cannot be read.
  init(in request: [UInt8]) {
    guard let batch = (try? SyncRequest(bytes: request))?.batch,
      let entries = try? BatchReader().entries(of: batch)
    else { return }
    self.entries = entries
    reports = entries.compactMap { entry in
      entry.payload.flatMap { try? Report(kind: entry.header.kind, payload: $0) }
        .map { (entry.header.number, $0) }
    }
  }

  /// Engagements and withdrawals: all that the cloud can count.
  var counted: (engaged: Set<Tag>, withdrawn: Set<Tag>) {
    var found: (engaged: Set<Tag>, withdrawn: Set<Tag>) = ([], [])
    for (_, report) in reports {
      switch report {
      case .engaged(let report): found.engaged.insert(report.tag)
      case .withdrawn(let report): found.withdrawn.insert(report.tag)
      case .content, .feedback: break
      }
    }
    return found
  }
}
