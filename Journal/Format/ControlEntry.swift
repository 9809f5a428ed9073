/// An entry of the cloud's log that is not a batch. What a projection or a decision depends on is
/// here.
package enum ControlEntry: Hashable, Sendable {
  /// A first enrolment: the grant of the lineage's first epoch.
  case enrol(Grant)
  /// A later epoch of a known lineage.
  case grant(Grant)
  /// The epoch accepts nothing after `head`: `child` continues from there.
  case fence(head: Head, child: EpochName)
  /// The aggregator began a life (previous zero: its first), with the deployment's public salt.
  case cloudLife(CloudLife, previous: CloudLife, tagSalt: [UInt8])
  /// How many lineages have to endorse before content becomes wanted.
  case threshold(UInt32)
  /// A range of an epoch no longer counts, or counts again.
  case retract(EpochName, first: UInt64, last: UInt64, isUndone: Bool)
  /// The operator hides everything under a tag, or no longer does.
  case takeDown(Tag, isUndone: Bool)
  /// The oldest backup that is kept for a restore holds the log up to this entry.
  case mark(logNumber: UInt64, logDigest: Digest)
  /// A device sent other content under numbers that the log has.
  case incident(Incident)
  /// The operator removed a device: its lineage's keys are refused, or are accepted again.
  case revoke(LineageName, isUndone: Bool)
  /// Nothing that the lineage reported has an effect any more, and its batches lose their payloads:
  /// a person asked for it. There is no way back.
  case erase(LineageName)
  /// A token let the lineage in that begins with the epoch: one of its uses is gone.
  case admitted(EpochName, token: TokenIdentifier)
  /// A withdrawal that the log forgot in a restore and the cloud's witness remembers.
  case withdrawal(CloudWitness.Withdrawal)
  /// A device brought back a grant that the log forgot in a restore. Unproven: none of the cloud's
  /// keys signed it, so that the lineage's own word is all there is.
  case recovered(Grant, isProven: Bool)
  /// Entries of an epoch that the log does not have and nobody can send any more.
  case hole(Hole)
  /// The log was restored, and what was taken back since is not known: nothing is shown until it
  /// is, or until the operator accepts the loss.
  case recovering(isOver: Bool)
  /// The words in a batch are of no use to anybody any more: its payload is redacted after this.
  case redacted(Redacted)

  /// What is lost of an epoch: `first...last`, which end with the digest. Numbers that no entry can
  /// have are taken for the largest possible one.
  package struct Hole: Hashable, Sendable {
    package let epoch: EpochName
    package let first: UInt64
    package let last: UInt64
    package let digest: Digest

    package init(epoch: EpochName, first: UInt64, last: UInt64, digest: Digest) {
      self.epoch = epoch
      self.first = SequenceNumber.bounded(first)
      self.last = SequenceNumber.bounded(last)
      self.digest = digest
    }

    fileprivate init(from reader: inout ByteReader) throws(FormatError) {
      self.init(
        epoch: try reader.name(EpochName.self), first: try reader.integer(UInt64.self),
        last: try reader.integer(UInt64.self), digest: try reader.digest())
    }

    fileprivate func write(to writer: inout ByteWriter) {
      writer.name(epoch)
      writer.integer(first)
      writer.integer(last)
      writer.digest(digest)
    }

    /// Entries that are lost.
    package var entryCount: UInt64 { last < max(first, 1) ? 0 : last - max(first, 1) + 1 }
  }

  /// Both sides of a fork: what the log has, and what was sent. Numbers that no entry can have are
  /// taken for the largest possible one.
  package struct Incident: Hashable, Sendable {
    package let lineage: LineageName
    package let epoch: EpochName
    package let first: UInt64
    package let last: UInt64
    /// The digest that the log has at `last`, or at its head when that comes before.
    package let known: Digest
    package let sent: Digest

    package init(
      lineage: LineageName, epoch: EpochName, first: UInt64, last: UInt64, known: Digest,
      sent: Digest
    ) {
      self.lineage = lineage
      self.epoch = epoch
      self.first = SequenceNumber.bounded(first)
      self.last = SequenceNumber.bounded(last)
      self.known = known
      self.sent = sent
    }

    fileprivate init(from reader: inout ByteReader) throws(FormatError) {
      self.init(
        lineage: try reader.name(LineageName.self), epoch: try reader.name(EpochName.self),
        first: try reader.integer(UInt64.self), last: try reader.integer(UInt64.self),
        known: try reader.digest(), sent: try reader.digest())
    }

    fileprivate func write(to writer: inout ByteWriter) {
      writer.name(lineage)
      writer.name(epoch)
      writer.integer(first)
      writer.integer(last)
      writer.digest(known)
      writer.digest(sent)
    }
  }

  package var kind: ControlKind {
    switch self {
    case .enrol: .enrol
    case .grant: .grant
    case .fence: .fence
    case .cloudLife: .cloudLife
    case .threshold: .threshold
    case .retract: .retract
    case .takeDown: .takeDown
    case .mark: .mark
    case .incident: .incident
    case .revoke: .revoke
    case .erase: .erase
    case .withdrawal: .withdrawal
    case .recovered: .recovered
    case .hole: .hole
    case .recovering: .recovering
    case .redacted: .redacted
    case .admitted: .admitted
    }
  }

  static let version: UInt8 = 1

  package var payload: [UInt8] {
    var writer = ByteWriter(capacity: 320)
    writer.integer(Self.version)
    switch self {
    case .enrol(let grant), .grant(let grant): writer.raw(grant.bytes)
    case .fence(let head, let child):
      writer.head(head)
      writer.name(child)
    case .cloudLife(let life, let previous, let tagSalt):
      writer.name(life)
      writer.name(previous)
      writer.block(tagSalt)
    case .threshold(let count): writer.integer(count)
    case .retract(let epoch, let first, let last, let isUndone):
      writer.name(epoch)
      writer.integer(first)
      writer.integer(last)
      writer.integer(UInt8(isUndone ? 1 : 0))
    case .takeDown(let tag, let isUndone):
      writer.raw(tag.bytes)
      writer.integer(UInt8(isUndone ? 1 : 0))
    case .mark(let number, let digest):
      writer.integer(number)
      writer.digest(digest)
    case .incident(let incident): incident.write(to: &writer)
    case .revoke(let lineage, let isUndone):
      writer.name(lineage)
      writer.integer(UInt8(isUndone ? 1 : 0))
    case .erase(let lineage): writer.name(lineage)
    case .withdrawal(let withdrawal): withdrawal.write(to: &writer)
    case .recovered(let grant, let isProven):
      writer.integer(UInt8(isProven ? 1 : 0))
      writer.raw(grant.bytes)
    case .hole(let hole): hole.write(to: &writer)
    case .recovering(let isOver): writer.integer(UInt8(isOver ? 1 : 0))
    case .redacted(let redacted): redacted.write(to: &writer)
    case .admitted(let epoch, let token):
      writer.name(epoch)
      writer.bigEndian(token.rawValue)
    }
    return writer.bytes
  }

  package init(kind: EntryKind, payload: [UInt8]) throws(FormatError) {
    self = try payload.reading(subject: "A control entry (\(kind))") {
      reader throws(FormatError) in
      let version = try reader.integer(UInt8.self)
      guard version == Self.version else {
        throw FormatError(
          .unknownVersion(version),
          "A control entry (\(kind)) of version \(version); this program knows version "
            + "\(Self.version). Use a newer spotlog.")
      }
      guard let known = ControlKind(kind) else {
        throw FormatError(
          .unknownKind(kind.rawValue),
          "The cloud's log has an entry of \(kind), which this program does not know. "
            + "Use a newer spotlog.")
      }
      return try ControlEntry(known, after: &reader)
    }
  }

  private init(_ kind: ControlKind, after reader: inout ByteReader) throws(FormatError) {
    switch kind {
    case .enrol: self = .enrol(try Grant(bytes: try reader.raw(reader.remaining)))
    case .grant: self = .grant(try Grant(bytes: try reader.raw(reader.remaining)))
    case .fence: self = .fence(head: try reader.head(), child: try reader.name(EpochName.self))
    case .cloudLife:
      self = .cloudLife(
        try reader.name(CloudLife.self), previous: try reader.name(CloudLife.self),
        tagSalt: try reader.block(atMost: 64))
    case .threshold: self = .threshold(try reader.integer(UInt32.self))
    case .retract:
      self = .retract(
        try reader.name(EpochName.self), first: try reader.boundedNumber(),
        last: try reader.boundedNumber(), isUndone: try reader.flag())
    case .takeDown:
      self = .takeDown(try reader.tag(), isUndone: try reader.flag())
    case .mark:
      self = .mark(logNumber: try reader.boundedNumber(), logDigest: try reader.digest())
    case .incident: self = .incident(try Incident(from: &reader))
    case .revoke:
      self = .revoke(try reader.name(LineageName.self), isUndone: try reader.flag())
    case .erase: self = .erase(try reader.name(LineageName.self))
    case .admitted:
      self = .admitted(
        try reader.name(EpochName.self),
        token: TokenIdentifier(rawValue: try reader.bigEndian(UInt64.self)))
    case .withdrawal: self = .withdrawal(try CloudWitness.Withdrawal(from: &reader))
    case .recovered:
      let isProven = try reader.flag()
      self = .recovered(try Grant(bytes: try reader.raw(reader.remaining)), isProven: isProven)
    case .hole: self = .hole(try Hole(from: &reader))
    case .recovering: self = .recovering(isOver: try reader.flag())
    case .redacted: self = .redacted(try Redacted(from: &reader))
    }
  }
}

/// Which enrolment token it was, without the token: the first 8 bytes of its SHA-256.
package struct TokenIdentifier: Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package init(of token: Digest) { rawValue = token.firstQuarter }
}

extension TokenIdentifier: CustomStringConvertible {
  /// 16 hexadecimal digits.
  package var description: String {
    (0..<8).map { UInt8(truncatingIfNeeded: rawValue >> (8 * (7 - $0))) }.hex
  }
}

extension ByteReader {
  fileprivate mutating func flag() throws(FormatError) -> Bool {
    let value = try integer(UInt8.self)
    guard value <= 1 else { throw malformed("the flag \(value), which has to be 0 or 1") }
    return value == 1
  }
}
