package import CloudAggregator
package import JournalFormat

/// The other end of the devices' requests: the aggregator of this process, or a server elsewhere.
package protocol CloudEnd: AnyObject {
  /// Hands a request in. Its reply comes later, under the ticket.
  func take(_ request: [UInt8], of device: Int, now: Timestamp) -> CloudTicket
  /// Replies that have come. Waits really for one when there is none, requests are open and
  /// `waiting` says so.
  ///
  /// - Throws: when no reply can come any more.
  func replies(waiting: Bool) throws -> [CloudReply]
}

/// Names one request among all that a world makes.
package struct CloudTicket: Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }
}

/// What came of a request.
package struct CloudReply: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case answer([UInt8])
    /// Why there is no answer.
    case failed(String)
  }

  package let ticket: CloudTicket
  package let outcome: Outcome

  package init(ticket: CloudTicket, outcome: Outcome) {
    self.ticket = ticket
    self.outcome = outcome
  }
}

/// A server elsewhere. Its time is the real one, and what it holds can be seen from outside only.
package protocol RemoteCloud: CloudEnd {
  var deployment: CloudDeployment { get }
  /// What it shows to everybody. Counts may be shown a little late: so it is asked again, for a
  /// while, until `isRight`.
  func publicState(until isRight: (PublicState) throws -> Bool) throws -> PublicState
}

/// What devices have to know of the cloud that they belong to.
package struct CloudDeployment: Sendable {
  package var tagSalt: [UInt8]
  package var keys: [PublicKey]
  package var threshold: UInt32
  /// What the cloud wants of devices that enrol.
  package var attestation: [UInt8] = []

  package init(tagSalt: [UInt8], keys: [PublicKey], threshold: UInt32) {
    self.tagSalt = tagSalt
    self.keys = keys
    self.threshold = threshold
  }
}

/// What a cloud shows to everybody.
package struct PublicState: Sendable {
  /// Of every public item, sorted by key.
  package var counts: [CloudTables.Count]
  package var items: [CloudTables.Line]

  package init(counts: [CloudTables.Count], items: [CloudTables.Line]) {
    self.counts = counts
    self.items = items
  }
}
