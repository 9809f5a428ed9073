/// What a journal file is for.
public enum JournalKind: UInt8, Hashable, Sendable, CustomStringConvertible {
  /// A device's whole history; never leaves the device.
  case `private` = 1
  /// A device's outbox: the reports.
  case shared = 2
  /// The log of an aggregator.
  case cloud = 3

  public var description: String {
    switch self {
    case .private: "private"
    case .shared: "shared"
    case .cloud: "cloud"
    }
  }

  /// Its file in the folder of a device or a cloud.
  package var fileName: String { description + ".journal" }
  package func path(in folder: String) -> String { folder + "/" + fileName }
}

/// The place that one side claims to be at: an entry of an epoch, by number and by content.
public struct Head: Hashable, Sendable {
  /// The epoch of the entry.
  public let epoch: EpochName
  /// 0 before the first entry: then `digest` is the chain's beginning.
  public let number: UInt64
  /// The digest of the entry.
  public let digest: Digest

  package init(epoch: EpochName, number: UInt64, digest: Digest) {
    self.epoch = epoch
    self.number = number
    self.digest = digest
  }

  package static let byteCount = 16 + 8 + 32
}

/// Who a journal is. Its chain begins with these, so entries cannot be moved between journals.
public struct JournalIdentity: Hashable, Sendable {
  /// What the journal is for.
  public var kind: JournalKind
  /// Private and cloud: the journal's own random name. Shared: the bits of the epoch's name.
  public var name: JournalName
  /// Shared: the lineage that the epoch belongs to. Private and cloud: zero.
  public var lineage: LineageName
  /// Shared: the head of the parent epoch that this one continues from, if it has one.
  public var parent: Head?

  package init(
    kind: JournalKind, name: JournalName, lineage: LineageName = .zero, parent: Head? = nil
  ) {
    self.kind = kind
    self.name = name
    self.lineage = lineage
    self.parent = parent
  }

  /// The identity of the shared journal of one epoch.
  package static func shared(
    epoch: EpochName, lineage: LineageName, parent: Head?
  ) -> JournalIdentity {
    JournalIdentity(
      kind: .shared, name: JournalName(bits: epoch.bits), lineage: lineage, parent: parent)
  }

  /// The epoch of a shared journal.
  public var epoch: EpochName { EpochName(bits: name.bits) }

  /// What stands in the place of the digest before the first entry.
  package var genesis: Digest {
    var writer = ByteWriter(capacity: 128)
    writer.raw(Array("spotlog journal".utf8))
    writer.integer(EntryHeader.version)
    writer.integer(kind.rawValue)
    writer.name(name)
    writer.name(lineage)
    writer.head(parent)
    return Digest(of: writer.bytes)
  }
}

extension ByteWriter {
  /// A head, or 56 zero bytes when there is none.
  package mutating func head(_ head: Head?) {
    name(head?.epoch ?? .zero)
    integer(head?.number ?? 0)
    digest(head?.digest ?? .zero)
  }
}

extension ByteReader {
  package mutating func head() throws(FormatError) -> Head {
    Head(
      epoch: try name(EpochName.self), number: try integer(UInt64.self), digest: try digest())
  }

  /// A head, or nil for 56 zero bytes.
  package mutating func optionalHead() throws(FormatError) -> Head? {
    let head = try head()
    return head == Head(epoch: .zero, number: 0, digest: .zero) ? nil : head
  }
}
