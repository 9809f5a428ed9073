internal import JournalFormat
internal import JournalStore

/// Which entries somebody wants to see. Everything that is asked for has to be so.
public struct EntryFilter: Hashable, Sendable {
  /// One of them, each one of `kindNames`; none: entries of all kinds.
  public var kinds: [String] = []
  /// The app's bundle identifier.
  public var app: String?
  /// The identifier of an item or activity.
  public var item: String?
  /// The domain, or one below it.
  public var domain: String?
  /// The tag in hexadecimal digits, or its beginning.
  public var tag: String?
  /// A lineage or an epoch in hexadecimal digits, or its beginning.
  public var device: String?
  /// Each has to be in one of the fields, in capitals or not.
  public var words: [String] = []

  /// Wants every entry.
  public init() {}

  var isEmpty: Bool { self == EntryFilter() }

  /// What entries are called.
  public static let kindNames =
    [
      "item indexed", "item updated", "items deleted", "activity recorded", "activities deleted",
      "results shown", "result engaged", "items expired", "items swept", "reindex requested",
      "reindex acknowledged", "batch ended", "epoch adopted", "journal begun", "synonyms set",
    ] + EntryKind.named.dropFirst().map(\.name) + ["unreadable"]

  /// The kind that somebody wrote, with hyphens or spaces; nil for an unknown one.
  public static func kind(_ text: String) -> String? {
    kindNames.first { plain($0) == plain(text) }
  }

  private static func plain(_ text: String) -> String {
    String(text.lowercased().map { $0 == "-" ? " " : $0 })
  }

  /// Whether the entry is wanted, from what is read in place: false without decoding it.
  func mayMatch(_ row: EntryRow) -> Bool {
    guard let payload = row.payload, row.kind == .event, let event = EventScan(payload) else {
      return true
    }
    if let app, event.fact != .resultsShown, !event.app.elementsEqual(app.utf8) { return false }
    let name = event.name.description
    return kinds.isEmpty || kinds.contains { name.hasPrefix($0) }
  }

  func matches(_ row: EntryRow) -> Bool {
    if isEmpty { return true }
    guard mayMatch(row) else { return false }
    let payload = row.payload.map { [UInt8]($0) }
    let summary = EntrySummary(kind: row.kind, payload: payload)
    guard matches(kind: summary.title), matches(words: summary) else { return false }
    guard app != nil || item != nil || domain != nil || tag != nil || device != nil else {
      return true
    }
    guard let payload, let subject = try? EntrySubject(kind: row.kind, payload: payload) else {
      return false
    }
    return matches(subject)
  }

  private func matches(kind title: String) -> Bool {
    kinds.isEmpty
      || kinds.contains { wanted in
        title == wanted || title.hasPrefix(wanted + ",") || title.hasPrefix(wanted + " undone")
          || (wanted == "redacted" || wanted == "unreadable") && title.hasSuffix(", " + wanted)
          || (wanted == "retract" && title == "retraction undone")
          || (wanted == "revoke" && title == "revocation undone")
          || (wanted == "recovering" && title == "recovering is over")
      }
  }

  private func matches(words summary: EntrySummary) -> Bool {
    words.allSatisfy { word in
      let wanted = word.lowercased()
      return summary.fields.contains { $0.value.lowercased().contains(wanted) }
    }
  }

  private func matches(_ subject: EntrySubject) -> Bool {
    if let app, subject.app != app, !subject.appsOfResults.contains(app) { return false }
    if let item, !subject.ids.contains(item) { return false }
    if let domain {
      let isBelow = subject.domains.contains { DomainName(domain).contains($0) }
      // A deletion of a domain above it is about it as well.
      guard isBelow || subject.holds(domain: domain) else { return false }
    }
    if let tag, !subject.tags.contains(where: { $0.description.hasPrefix(tag) }) { return false }
    if let device, !subject.devices.contains(where: { $0.hasPrefix(device) }) { return false }
    return true
  }
}

extension EntryFilter {
  /// What somebody typed into one line.
  package init(typed: String) {
    self.init()
    for word in typed.split(separator: " ").map(String.init) {
      let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        words.append(word)
        continue
      }
      switch parts[0] {
      case "kind": kinds += Self.kindNames.filter { $0.hasPrefix(parts[1].lowercased()) }
      case "app": app = parts[1]
      case "item": item = parts[1]
      case "domain": domain = parts[1]
      case "tag": tag = parts[1]
      case "device": device = parts[1].lowercased()
      default: words.append(word)
      }
    }
  }
}
