/// What may leave a device: an event of the shared journal.
package enum Report: Hashable, Sendable {
  case engaged(Engaged)
  case content(PublicItem, salt: UInt128)
  case withdrawn(Withdrawn)
  case feedback(Feedback)

  /// Somebody engaged with a result of a public activity.
  package struct Engaged: Hashable, Sendable {
    package var tag: Tag
    package var content: ContentDigest
    package var origin: Origin
    /// The private entry is older than the epoch: made again after a restore, or taken over. Such a
    /// report counts once by its origin but cannot bring back what was withdrawn.
    package var isCarried: Bool

    package init(tag: Tag, content: ContentDigest, origin: Origin, isCarried: Bool) {
      self.tag = tag
      self.content = content
      self.origin = origin
      self.isCarried = isCarried
    }
  }

  /// The lineage no longer endorses any content under the tag.
  package struct Withdrawn: Hashable, Sendable {
    package var tag: Tag
    package var origin: Origin
    package var isCarried: Bool
    /// The device did not make it: the epoch's grant told of it, and the epoch repeats it before
    /// anything else. So nothing that is carried into the epoch brings back what was withdrawn.
    package var isTold: Bool

    package init(tag: Tag, origin: Origin, isCarried: Bool, isTold: Bool = false) {
      self.tag = tag
      self.origin = origin
      self.isCarried = isCarried
      self.isTold = isTold
    }
  }

  /// How a public item did among results.
  package struct Feedback: Hashable, Sendable {
    package var tag: Tag
    package var origin: Origin
    package var isCarried: Bool
    package var shown: UInt32
    package var engaged: UInt32

    package init(tag: Tag, origin: Origin, isCarried: Bool, shown: UInt32, engaged: UInt32) {
      self.tag = tag
      self.origin = origin
      self.isCarried = isCarried
      self.shown = shown
      self.engaged = engaged
    }
  }

  package var kind: ReportKind {
    switch self {
    case .engaged: .engaged
    case .content: .content
    case .withdrawn: .withdrawn
    case .feedback: .feedback
    }
  }
}

extension Report {
  /// The payload of the report's entry, byte by byte as in FORMAT.md.
  package var payload: [UInt8] {
    var writer = ByteWriter(capacity: 42)
    switch self {
    case .engaged(let report):
      writer.reportStart(tag: report.tag, isCarried: report.isCarried)
      writer.name(report.content)
      writer.bigEndian(report.origin.rawValue)
    case .withdrawn(let report):
      writer.reportStart(tag: report.tag, isCarried: report.isCarried, isTold: report.isTold)
      writer.bigEndian(report.origin.rawValue)
    case .feedback(let report):
      writer.reportStart(tag: report.tag, isCarried: report.isCarried)
      writer.bigEndian(report.origin.rawValue)
      writer.integer(report.shown)
      writer.integer(report.engaged)
    case .content(let item, let salt):
      writer.bigEndian(salt)
      writer.raw(item.bytes)
    }
    return writer.bytes
  }

  /// Reads the payload of an entry of a shared journal.
  package init(kind: EntryKind, payload: [UInt8]) throws(FormatError) {
    guard let known = ReportKind(kind) else {
      throw FormatError(
        .unknownKind(kind.rawValue),
        "A shared journal has an entry of \(kind), which is not a report. Use a newer spotlog.")
    }
    self = try payload.reading(subject: "A report (\(kind))") { reader throws(FormatError) in
      switch known {
      case .engaged:
        let (tag, flags) = try reader.reportStart(known)
        return .engaged(
          Engaged(
            tag: tag, content: try reader.name(ContentDigest.self), origin: try reader.origin(),
            isCarried: flags.isCarried))
      case .withdrawn:
        let (tag, flags) = try reader.reportStart(known)
        return .withdrawn(
          Withdrawn(
            tag: tag, origin: try reader.origin(), isCarried: flags.isCarried,
            isTold: flags.isTold))
      case .feedback:
        let (tag, flags) = try reader.reportStart(known)
        return .feedback(
          Feedback(
            tag: tag, origin: try reader.origin(), isCarried: flags.isCarried,
            shown: try reader.integer(UInt32.self), engaged: try reader.integer(UInt32.self)))
      case .content:
        let salt = try reader.bigEndian(UInt128.self)
        return .content(try PublicItem(bytes: try reader.raw(reader.remaining)), salt: salt)
      }
    }
  }
}

extension Report {
  /// The same report in a later epoch, which did not make it.
  package var carried: Report {
    switch self {
    case .engaged(var report):
      report.isCarried = true
      return .engaged(report)
    case .withdrawn(var report):
      report.isCarried = true
      return .withdrawn(report)
    case .feedback(var report):
      report.isCarried = true
      return .feedback(report)
    case .content: return self
    }
  }
}

/// The second byte of a report.
@usableFromInline
package struct ReportFlags: Hashable, Sendable {
  @usableFromInline let byte: UInt8

  @inlinable static var carriedBit: UInt8 { 0x01 }
  @inlinable static var toldBit: UInt8 { 0x02 }

  @inlinable
  init(byte: UInt8) { self.byte = byte }

  init(isCarried: Bool, isTold: Bool = false) {
    byte = (isCarried ? Self.carriedBit : 0) | (isTold ? Self.toldBit : 0)
  }

  @inlinable var isCarried: Bool { byte & Self.carriedBit != 0 }
  @inlinable var isTold: Bool { byte & Self.toldBit != 0 }

  /// Whether a report of that kind can have them: nothing but a withdrawal is told.
  func fit(_ kind: ReportKind) -> Bool {
    byte <= Self.carriedBit || kind == .withdrawn && byte <= Self.carriedBit | Self.toldBit
  }
}

extension ByteWriter {
  fileprivate mutating func reportStart(tag: Tag, isCarried: Bool, isTold: Bool = false) {
    integer(tag.suite)
    integer(ReportFlags(isCarried: isCarried, isTold: isTold).byte)
    bigEndian(tag.bits)
  }
}

extension ByteReader {
  fileprivate mutating func reportStart(
    _ kind: ReportKind
  ) throws(FormatError) -> (Tag, ReportFlags) {
    let suite = try integer(UInt8.self)
    let flags = ReportFlags(byte: try integer(UInt8.self))
    guard flags.fit(kind) else {
      throw malformed("flags \(flags.byte) that this version does not know")
    }
    let bits = try bigEndian(UInt128.self)
    return (Tag(suite: suite, bits: bits), flags)
  }

  fileprivate mutating func origin() throws(FormatError) -> Origin {
    Origin(rawValue: try bigEndian(UInt64.self))
  }
}
