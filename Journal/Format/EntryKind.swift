/// What an entry's payload is. Numbers keep their meaning for ever.
public struct EntryKind: Hashable, Sendable, RawRepresentable {
  /// The number in the header; 0 to 255.
  public let rawValue: UInt8

  /// - Parameter rawValue: the number in the header; 0 to 255.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  // Computed, so that a comparison is one with a number.
  /// Of private journals.
  @inlinable package static var event: EntryKind { EntryKind(rawValue: 1) }
  /// Of the cloud's log: reports of one epoch, packed together.
  @inlinable package static var batch: EntryKind { EntryKind(rawValue: 32) }

  @inlinable
  package static func report(_ kind: ReportKind) -> EntryKind { EntryKind(rawValue: kind.rawValue) }

  @inlinable
  package static func control(_ kind: ControlKind) -> EntryKind {
    EntryKind(rawValue: kind.rawValue)
  }

  /// What a program of this version takes it for.
  package enum Meaning: Hashable, Sendable {
    case event
    case report(ReportKind)
    case batch
    case control(ControlKind)
    /// A later version made it.
    case unknown
  }

  package var meaning: Meaning {
    if self == .event { return .event }
    if self == .batch { return .batch }
    if let report = ReportKind(self) { return .report(report) }
    return ControlKind(self).map { .control($0) } ?? .unknown
  }

  /// The kinds that have a name, in the order of their numbers.
  package static let named: [(kind: EntryKind, name: String)] =
    [(.event, "event")] + ReportKind.allCases.map { (.report($0), "\($0)") } + [(.batch, "batch")]
    + ControlKind.allCases.map { (.control($0), $0.name) }

  private static let names = Dictionary(
    uniqueKeysWithValues: named.map { ($0.kind, $0.name) })
}

extension EntryKind: CustomStringConvertible {
  public var description: String { Self.names[self] ?? "kind \(rawValue)" }
}

/// The entries of shared journals, which batches carry.
@usableFromInline
package enum ReportKind: UInt8, CaseIterable, Hashable, Sendable {
  case engaged = 16
  case content
  case withdrawn
  case feedback

  /// Nil if the entry is not a report.
  @inlinable
  package init?(_ kind: EntryKind) {
    switch kind.rawValue {
    case 16: self = .engaged
    case 17: self = .content
    case 18: self = .withdrawn
    case 19: self = .feedback
    default: return nil
    }
  }

  /// Whether it is about a tag; the others are words, whose tag follows from them.
  @inlinable package var hasTag: Bool {
    switch self {
    case .engaged, .withdrawn, .feedback: true
    case .content: false
    }
  }
}

/// The entries of the cloud's log that are not batches.
@usableFromInline
package enum ControlKind: UInt8, CaseIterable, Hashable, Sendable {
  case enrol = 33
  case grant, fence, cloudLife, threshold, retract
  case takeDown = 41
  case mark, incident, revoke, erase, withdrawal, recovered, hole, recovering, redacted, admitted

  /// Nil for an entry of any other kind.
  package init?(_ kind: EntryKind) { self.init(rawValue: kind.rawValue) }

  fileprivate var name: String {
    switch self {
    case .cloudLife: "cloud life"
    case .takeDown: "take-down"
    case .enrol, .grant, .fence, .threshold, .retract, .mark, .incident, .revoke, .erase,
      .withdrawal, .recovered, .hole, .recovering, .redacted, .admitted:
      "\(self)"
    }
  }
}
