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

  /// The lineage no longer vouches for any content under the tag.
  package struct Withdrawn: Hashable, Sendable {
    package var tag: Tag
    package var origin: Origin
    package var isCarried: Bool

    package init(tag: Tag, origin: Origin, isCarried: Bool) {
      self.tag = tag
      self.origin = origin
      self.isCarried = isCarried
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

  package var kind: EntryKind {
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
      writer.reportStart(tag: report.tag, isCarried: report.isCarried)
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
    self = try payload.reading(subject: "A report (\(kind))") { reader throws(FormatError) in
      switch kind {
      case .engaged:
        let (tag, isCarried) = try reader.reportStart()
        return .engaged(
          Engaged(
            tag: tag, content: try reader.name(ContentDigest.self), origin: try reader.origin(),
            isCarried: isCarried))
      case .withdrawn:
        let (tag, isCarried) = try reader.reportStart()
        return .withdrawn(
          Withdrawn(tag: tag, origin: try reader.origin(), isCarried: isCarried))
      case .feedback:
        let (tag, isCarried) = try reader.reportStart()
        return .feedback(
          Feedback(
            tag: tag, origin: try reader.origin(), isCarried: isCarried,
            shown: try reader.integer(UInt32.self), engaged: try reader.integer(UInt32.self)))
      case .content:
        let salt = try reader.bigEndian(UInt128.self)
        return .content(try PublicItem(bytes: try reader.raw(reader.remaining)), salt: salt)
      default:
        throw FormatError(
          .unknownKind(kind.rawValue),
          "A shared journal has an entry of \(kind), which is no report. Use a newer spotlog.")
      }
    }
  }
}

extension ByteWriter {
  fileprivate mutating func reportStart(tag: Tag, isCarried: Bool) {
    integer(tag.suite)
    integer(isCarried ? BatchColumns.carriedBit : 0)
    bigEndian(tag.bits)
  }
}

extension ByteReader {
  fileprivate mutating func reportStart() throws(FormatError) -> (Tag, isCarried: Bool) {
    let suite = try integer(UInt8.self)
    let flags = try integer(UInt8.self)
    guard flags & ~BatchColumns.carriedBit == 0 else {
      throw malformed("flags \(flags) that this version does not know")
    }
    let bits = try bigEndian(UInt128.self)
    return (Tag(suite: suite, bits: bits), flags & BatchColumns.carriedBit != 0)
  }

  fileprivate mutating func origin() throws(FormatError) -> Origin {
    Origin(rawValue: try bigEndian(UInt64.self))
  }
}
