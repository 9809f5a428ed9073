package import JournalFormat
internal import JournalStore
package import Sync

/// A part of a list. The next one begins after its last row.
package struct CloudPage<Row: Hashable & Sendable & Encodable>: Hashable, Sendable, Encodable {
  package var rows: [Row]
  /// Whether the list continues.
  package var hasMore: Bool

  /// - Parameter sorted: all rows from the first of the page on.
  fileprivate init(_ sorted: some Collection<Row>, limit: Int) {
    let count = Swift.max(1, Swift.min(limit, CloudProjections.pageRowsMax))
    rows = Array(sorted.prefix(count))
    hasMore = sorted.count > count
  }
}

/// A device as the cloud knows it: a lineage with its epochs.
package struct ListedDevice: Hashable, Sendable, Encodable {
  package struct Epoch: Hashable, Sendable, Encodable {
    package var epoch: String
    /// Number of the last entry that the log has; 0 after an erasure.
    package var head: UInt64
    package var incidents: UInt32
  }

  package var lineage: String
  /// In the order of their grants.
  package var epochs: [Epoch]
  /// ISO 8601 in UTC.
  package var enrolled: String
  /// When its last batch came that was not there already; nil: none came, or all were erased.
  package var received: String?
  package var isRevoked: Bool
  package var countsRetracted: Bool
  package var isErased: Bool
}

/// Two contents that a device sent under the same numbers.
package struct ListedIncident: Hashable, Sendable, Encodable {
  /// Number of the log's entry.
  package var number: UInt64
  /// ISO 8601 in UTC.
  package var time: String
  package var lineage: String
  package var epoch: String
  package var first: UInt64
  package var last: UInt64
  /// The digest that the log has, and the one that was sent.
  package var known: String
  package var sent: String
}

/// A content that enough devices endorse to be public, and that none has sent yet.
package struct ListedCandidate: Hashable, Sendable, Encodable {
  package var tag: String
  package var content: String
  package var endorsers: UInt32
  /// Devices that are waited for.
  package var asked: Int
  package var isTakenDown: Bool
}

/// What operators look through. Nothing that fewer than k lineages endorse is in any list.
extension CloudProjections {
  /// Rows of a page, where nobody says how many, and however many are asked for.
  package static let pageRowsStandard = 100
  package static let pageRowsMax = 1_000

  /// Devices in the order of their lineages' names.
  package func devices(after: LineageName? = nil, limit: Int) -> CloudPage<ListedDevice> {
    // Names beside their places: to sort places by a look at the lineages takes five times as long.
    let places = state.lineages.all.enumerated()
      .map { (name: $1.name, place: $0) }
      .filter { found in after.map { $0 < found.name } ?? true }
      .sorted { $0.name < $1.name }
      .map(\.place)
    let shown = Set(places.prefix(max(1, min(limit, Self.pageRowsMax))).map(UInt32.init))
    var epochs: [UInt32: [EpochState]] = [:]
    for epoch in state.epochs.all where shown.contains(epoch.lineage) {
      epochs[epoch.lineage, default: []].append(epoch)
    }
    return CloudPage(
      places.lazy.map { self.device($0, epochs: epochs[UInt32($0)] ?? []) }, limit: limit)
  }

  private func device(_ place: Int, epochs: [EpochState]) -> ListedDevice {
    let lineage = state.lineages[place]
    return ListedDevice(
      lineage: lineage.name.description,
      epochs: epochs.map {
        ListedDevice.Epoch(
          epoch: $0.grant.epoch.description, head: $0.head.number, incidents: $0.incidentCount)
      },
      enrolled: state.epochs[Int(lineage.rootEpoch)].grant.time.text,
      received: epochs.compactMap(\.receivedTime).max()?.text,
      isRevoked: lineage.removal.isRevoked,
      countsRetracted: lineage.removal.isErased || epochs.allSatisfy(\.isRetractedWhole),
      isErased: lineage.removal.isErased)
  }

  /// Incidents in the order of the log, those that it keeps of each epoch.
  ///
  /// - Parameter after: a number of the log.
  package func incidents(after: UInt64 = 0, limit: Int) -> CloudPage<ListedIncident> {
    let found = state.epochs.all
      .flatMap { epoch in epoch.incidents.map { (grant: epoch.grant, incident: $0) } }
      .filter { $0.incident.log.number > after }
      .sorted { $0.incident.log.number < $1.incident.log.number }
    return CloudPage(
      found.lazy.map { grant, incident in
        ListedIncident(
          number: incident.log.number, time: incident.log.time.text,
          lineage: grant.lineage.description, epoch: grant.epoch.description,
          first: incident.first, last: incident.last, known: incident.known.description,
          sent: incident.sent.description)
      }, limit: limit)
  }

  /// Contents that may be public and have not arrived, by tag and digest.
  ///
  /// - Parameter asked: how many devices are waited for with one.
  package func candidates(
    after: WantedContent? = nil, limit: Int, asked: (WantedContent) -> Int = { _ in 0 }
  ) -> CloudPage<ListedCandidate> {
    let found = state.publication.wanted
      .compactMap { place in
        state.publication.wantedContent(place, in: state.items).map {
          (name: $0, place: Int(place))
        }
      }
      .filter { found in after.map { $0 < found.name } ?? true }
      .sorted { $0.name < $1.name }
    let shown = found.prefix(Self.pageRowsMax + 1).map { name, place in
      let content = state.items.contents[place]
      return ListedCandidate(
        tag: name.tag.description, content: name.content.description, endorsers: content.endorsers,
        asked: asked(name), isTakenDown: state.items.tags[Int(content.tag)].isTakenDown)
    }
    return CloudPage(shown, limit: limit)
  }

  // MARK: Status

  package func status() throws(CloudError) -> CloudStatus {
    status(stateDigest: try stateDigest())
  }

  func status(stateDigest: Digest) -> CloudStatus {
    CloudStatus(
      cloudLife: state.life.description, logEntries: position.number,
      logDigest: position.digest.description, lineages: state.lineages.count,
      epochs: state.epochs.count, reports: state.reportCount,
      items: state.items.tags.count { $0.events > 0 }, publicItems: state.publication.publicCount,
      wanted: state.publication.wanted.count, threshold: state.publication.threshold,
      incidents: state.epochs.all.reduce(0) { $0 + UInt64($1.incidentCount) },
      missingNumbers: SequenceNumber.bounded(
        state.epochs.all.reduce(0) { $0.addingUpTo($1.lostCount) }),
      unaskedContents: UInt64(state.publication.logged.unused.count),
      stateDigest: stateDigest.description,
      backedUpEntry: state.backedUpLogNumber,
      recovering: state.isRecovering ? Aggregator.isRecovering : nil)
  }
}
