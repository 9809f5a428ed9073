internal import JournalFormat
internal import Sync

/// What the log says of one epoch.
struct EpochState {
  /// The last one: another of the same epoch brought another key.
  var grant: Grant
  /// Of the request that the first grant answered.
  let firstNonce: Nonce
  /// Place of the lineage.
  let lineage: UInt32
  let parent: UInt32?
  /// The last entry in the log; number 0 and the chain's beginning before the first.
  var head: Locator.Place
  var child: EpochName?
  /// When the log's last batch of it came.
  var receivedTime: Timestamp?
  /// Numbers of entries that have no effect.
  var retracted: RangeSet<UInt64>
  /// Places of the items whose withdrawal its grant told, so that it is told the same again.
  var told: [UInt32] = []
  /// Of a lineage's first epoch, the token that let the lineage in.
  var token: TokenIdentifier?
  /// None of the cloud's keys signed the grant: the lineage's own word for it is all there is.
  var isUnproven = false
  /// Entries that nobody can send any more: at most as many as an epoch can have.
  var lostCount: UInt64 = 0
  /// Incidents that the log has of this epoch; more than a few say nothing new.
  var incidentCount: UInt32 = 0
  /// The first of them.
  var incidents: [KeptIncident] = []
  var isChanged = true

  static let incidentsMax: UInt32 = 16

  init(
    grant: Grant, firstNonce: Nonce? = nil, lineage: UInt32, parent: UInt32?,
    retracted: RangeSet<UInt64>
  ) {
    self.grant = grant
    self.firstNonce = firstNonce ?? grant.nonce
    self.retracted = retracted
    self.lineage = lineage
    self.parent = parent
    head = Locator.Place(number: 0, digest: Self.start(of: grant))
  }

  /// What stands before the epoch's first entry.
  var start: Digest { Self.start(of: grant) }

  private static func start(of grant: Grant) -> Digest {
    JournalIdentity.shared(epoch: grant.epoch, lineage: grant.lineage, parent: grant.parent).genesis
  }

  /// Whether nothing of it has an effect, whatever comes.
  var isRetractedWhole: Bool { retracted.holds(RangeSet.everything) }

  mutating func lose(_ count: UInt64) {
    lostCount = SequenceNumber.bounded(lostCount.addingUpTo(count))
  }

  mutating func add(_ incident: KeptIncident) {
    incidentCount = incidentCount.addingUpTo(1)
    if incidents.count < Self.incidentsMax { incidents.append(incident) }
  }

  var standing: GrantStanding { GrantStanding(of: grant, isProven: !isUnproven) }

  var position: EpochPosition { EpochPosition(epoch: grant.epoch, head: head, child: child) }
}

/// What a grant counts for beside others of the same epoch that were brought back: the cloud's own
/// word before the lineage's, whatever order that one names, and then the later one.
struct GrantStanding: Comparable {
  /// Whether one of the cloud's keys signed it.
  let isProven: Bool
  private let order: UInt64

  init(of grant: Grant, isProven: Bool) {
    self.isProven = isProven
    order = grant.isPossible ? grant.order : 0
  }

  static func < (one: Self, other: Self) -> Bool {
    one.isProven == other.isProven ? one.order < other.order : other.isProven
  }
}

/// An incident of an epoch, and where the log has it.
struct KeptIncident: Hashable {
  var log: LogPlace
  var first: UInt64
  var last: UInt64
  var known: Digest
  var sent: Digest
}

extension KeptIncident {
  init(_ incident: ControlEntry.Incident, at log: LogPlace) {
    self.log = log
    first = incident.first
    last = incident.last
    known = incident.known
    sent = incident.sent
  }

  func write(to writer: inout ByteWriter) {
    writer.integer(log.number)
    writer.integer(log.time.milliseconds)
    writer.integer(first)
    writer.integer(last)
    writer.digest(known)
    writer.digest(sent)
  }

  init(from reader: inout ByteReader) throws(FormatError) {
    let number = try reader.integer(UInt64.self)
    log = LogPlace(
      number: number, time: Timestamp(milliseconds: try reader.integer(Int64.self)))
    first = try reader.integer(UInt64.self)
    last = try reader.integer(UInt64.self)
    known = try reader.digest()
    sent = try reader.digest()
  }
}

/// An entry of the log, by number and time.
struct LogPlace: Hashable {
  var number: UInt64
  var time: Timestamp
}

/// A batch in the log, by its range.
struct BatchPlace: Hashable {
  var first: UInt64
  var last: UInt64
  var digest: Digest
  /// The number of the log's entry.
  var logNumber: UInt64
  var receivedTime: Timestamp
}

extension BatchPlace {
  func write(to writer: inout ByteWriter) {
    writer.integer(first)
    writer.integer(last)
    writer.digest(digest)
    writer.integer(logNumber)
    writer.integer(receivedTime.milliseconds)
  }

  init(from reader: inout ByteReader) throws(FormatError) {
    first = try reader.integer(UInt64.self)
    last = try reader.integer(UInt64.self)
    digest = try reader.digest()
    logNumber = try reader.integer(UInt64.self)
    receivedTime = Timestamp(milliseconds: try reader.integer(Int64.self))
    guard first > 0, first <= last, last <= Int64.max else { throw reader.malformed("no range") }
  }
}
