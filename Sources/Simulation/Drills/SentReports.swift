internal import JournalFormat
internal import Sync

/// What a request carries of engagements and withdrawals: all that the cloud can count.
struct SentReports {
  private(set) var engaged: Set<Tag> = []
  private(set) var withdrawn: Set<Tag> = []

  var isEmpty: Bool { engaged.isEmpty && withdrawn.isEmpty }

  init(in request: [UInt8]) throws {
    guard let batch = try SyncRequest(bytes: request).batch else { return }
    for entry in try BatchReader().entries(of: batch) {
      guard let payload = entry.payload else { continue }
      switch try Report(kind: entry.header.kind, payload: payload) {
      case .engaged(let report): engaged.insert(report.tag)
      case .withdrawn(let report): withdrawn.insert(report.tag)
      case .content, .feedback: break
      }
    }
  }
}
