extension DrillReport {
  /// What is gone for somebody: so many events of one kind with one page, made on one device.
  package struct Gone: Hashable, Sendable, Codable {
    package enum Event: String, Hashable, Sendable, Codable {
      case engaged, deleted
      /// On the device alone: nothing of it is ever counted.
      case kept
    }

    package var device: Int
    package var app: String
    package var event: Event
    package var page: String
    package var count: Int
    /// Whether the cloud once gave a receipt for it.
    package var isAcknowledged: Bool

    /// For people.
    var text: String {
      let what =
        switch event {
        case .engaged: "opened page"
        case .deleted: "deleted page"
        case .kept: "kept item"
        }
      return "device \(device), \(app): \(what) \(page)" + (count == 1 ? "" : ", \(count) times")
        + (isAcknowledged ? ", acknowledged" : "")
    }
  }
}

extension DrillReport.Loss {
  private static let lineCountMax = 20

  /// For people: for whom what is gone, of a long list its beginning.
  var lines: [String] {
    let lines = gone.prefix(Self.lineCountMax).map(\.text)
    let rest = gone.count - lines.count
    return rest == 0 ? lines : lines + ["and \(rest) more, which drills.json lists"]
  }
}
