internal import DeviceIndex
package import JournalFormat

/// What an entry says, for people: one line, and its fields in full.
package struct EntrySummary {
  /// "item indexed" and so on.
  package let title: String
  /// Names and values, in a fixed order.
  package let fields: [(name: String, value: String)]

  /// Whether it is an event of a private journal.
  package let isEvent: Bool

  package init(kind: EntryKind, payload: [UInt8]?) {
    isEvent = kind == .event
    guard let payload else {
      title = "\(kind), redacted"
      fields = []
      return
    }
    do {
      (title, fields) = try Self.read(kind: kind, payload: payload)
    } catch {
      title = "\(kind), unreadable"
      fields = [("error", "\(error)")]
    }
  }

  init(title: String, isEvent: Bool, fields: [(name: String, value: String)]) {
    (self.title, self.isEvent, self.fields) = (title, isEvent, fields)
  }

  package var line: String { line(valueMax: .max) }

  /// With so many characters of a field's value at most.
  func line(valueMax: Int) -> String {
    ([title]
      + fields.filter { !$0.value.isEmpty }.map {
        "\($0.name.printable)=\($0.value.cut(to: valueMax).printable.unmistakable)"
      })
      .joined(separator: "  ")
  }

  private typealias Read = (title: String, fields: [(name: String, value: String)])

  private static func read(kind: EntryKind, payload: [UInt8]) throws -> Read {
    switch kind.meaning {
    case .event: read(try JournalEvent(payload: payload))
    case .report: read(try Report(kind: kind, payload: payload))
    case .batch: try readBatch(payload)
    // What this version does not know is refused in the words of control entries.
    case .control, .unknown: read(try ControlEntry(kind: kind, payload: payload))
    }
  }

  private static func read(_ event: JournalEvent) -> Read {
    switch event.fact {
    case .itemIndexed(let item): read(item)
    case .itemsDeleted(let deletion): read(deletion)
    case .activityRecorded(let activity): read(activity)
    case .activitiesDeleted(let deletion):
      (
        "activities deleted",
        [
          ("app", deletion.app),
          ("ids", deletion.all ? "all" : deletion.persistentIdentifiers.joined(separator: ",")),
        ]
      )
    case .resultsShown(let shown): read(shown)
    case .resultEngaged(let engagement): read(engagement)
    case .itemsExpired(let expiry): read(expiry)
    case .reindexRequested(let request): read(request)
    case .reindexAcknowledged(let answer):
      (
        "reindex acknowledged",
        [
          ("app", answer.app), ("request", [UInt8](answer.requestID).hex),
          ("resumed", answer.cannotResume ? "no" : ""),
        ]
      )
    case .batchEnded(let batch):
      (
        "batch ended",
        [
          ("app", batch.app), ("index", batch.indexName),
          ("clientState", String(decoding: batch.clientState, as: UTF8.self)),
        ]
      )
    case .synonymsSet(let set):
      (
        "synonyms set",
        [("app", set.app), ("version", set.version)]
          + set.groups.map { ("synonyms", $0.terms.joined(separator: ", ")) }
      )
    case .epochAdopted(let adopted):
      ("epoch adopted", (try? Grant(bytes: [UInt8](adopted.grant))).map(Self.fields) ?? [])
    case .journalBegun(let begun): ("journal begun", [("by", begun.createdBy)])
    case nil: ("event of a later version", [])
    }
  }

  private static func read(_ item: JournalItemIndexed) -> Read {
    (
      item.merge ? "item updated" : "item indexed",
      [("app", item.app), ("id", item.id), ("domain", item.domain)]
        + (item.protection == .none
          ? [] : [("protection", ProtectionClass(item.protection).description)])
        + item.attributes.values.map { ($0.name, Self.text($0.value)) }
    )
  }

  private static func read(_ deletion: JournalItemsDeleted) -> Read {
    (
      "items deleted",
      [
        ("app", deletion.app), ("ids", deletion.ids.joined(separator: ",")),
        ("domains", deletion.domains.joined(separator: ",")), ("all", deletion.all ? "yes" : ""),
      ]
    )
  }

  private static func read(_ shown: JournalResultsShown) -> Read {
    if shown.isOfSums { return ("results shown, sums", [("count", "\(shown.sums.count)")]) }
    return (
      "results shown",
      [
        ("query", shown.query), ("count", "\(shown.results.count)"),
        ("ids", shown.results.map(\.id).joined(separator: ",")), ("opened", "none"),
      ]
    )
  }

  private static func read(_ engagement: JournalResultEngaged) -> Read {
    (
      "result engaged",
      [
        ("app", engagement.result.app), ("id", engagement.result.id),
        ("query", engagement.query), ("shown", "\(engagement.shown.count)"),
        ("place", engagement.place > 0 ? "\(engagement.place)" : ""),
        ("waited", engagement.waited.map { "\($0) ms" } ?? ""),
      ]
    )
  }

  private static func read(_ expiry: JournalItemsExpired) -> Read {
    (
      expiry.requestID.isEmpty ? "items expired" : "items swept",
      [
        ("app", expiry.app), ("kind", expiry.kind.text),
        ("ids", expiry.ids.joined(separator: ",")), ("expired", expiry.times),
        ("request", [UInt8](expiry.requestID).hex),
      ]
    )
  }

  private static func read(_ request: JournalReindexRequested) -> Read {
    (
      "reindex requested",
      [
        ("app", request.app), ("index", request.indexName),
        ("ids", request.ids.joined(separator: ",")), ("reason", request.reason.text),
        ("request", [UInt8](request.requestID).hex),
      ]
    )
  }

  private static func read(_ activity: JournalActivityRecorded) -> Read {
    (
      "activity recorded",
      [
        ("app", activity.app), ("id", activity.id), ("type", activity.type),
        ("title", activity.title), ("url", activity.webpageURL),
        ("keywords", activity.keywords.joined(separator: ",")),
        ("search", activity.eligibleForSearch ? "yes" : ""),
        ("public", activity.eligibleForPublicIndexing ? "yes" : ""),
        ("related", activity.relatedUniqueIdentifier),
      ]
    )
  }

  private static func read(_ report: Report) -> Read {
    switch report {
    case .engaged(let engaged):
      (
        "engaged",
        [
          ("tag", "\(engaged.tag)"), ("content", "\(engaged.content)"),
          ("origin", "\(engaged.origin)"), ("carried", engaged.isCarried ? "yes" : ""),
        ]
      )
    case .withdrawn(let withdrawn):
      (
        "withdrawn",
        [
          ("tag", "\(withdrawn.tag)"), ("origin", "\(withdrawn.origin)"),
          ("carried", withdrawn.isCarried ? "yes" : ""), ("told", withdrawn.isTold ? "yes" : ""),
        ]
      )
    case .feedback(let feedback):
      (
        "feedback",
        [
          ("tag", "\(feedback.tag)"), ("shown", "\(feedback.shown)"),
          ("engaged", "\(feedback.engaged)"), ("origin", "\(feedback.origin)"),
        ]
      )
    case .content(let item, _):
      ("content", [("title", item.title), ("key", item.key), ("digest", "\(item.digest)")])
    }
  }

  private static func readBatch(_ payload: [UInt8]) throws -> Read {
    let entries = try BatchReader().entries(of: payload)
    let header = try payload.withUnsafeBytes { try BatchHeader(startOf: $0) }
    return (
      "batch",
      [
        ("lineage", "\(header.lineage)"), ("epoch", "\(header.epoch)"),
        ("entries", "\(header.first)-\(header.last)"), ("bytes", "\(payload.count)"),
        (
          "kinds",
          entries.map { "\($0.header.kind)" }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            .sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        ),
      ]
    )
  }

  private static func read(_ entry: ControlEntry) -> Read {
    switch entry {
    case .enrol(let grant): ("enrol", fields(grant))
    case .grant(let grant): ("grant", fields(grant))
    case .fence(let head, let child):
      ("fence", [("epoch", "\(head.epoch)"), ("at", "\(head.number)"), ("child", "\(child)")])
    case .cloudLife(let life, let previous, _):
      ("cloud life", [("life", "\(life)"), ("previous", previous == .zero ? "" : "\(previous)")])
    case .threshold(let count): ("threshold", [("k", "\(count)")])
    case .retract(let epoch, let first, let last, let isUndone):
      (
        isUndone ? "retraction undone" : "retract",
        [("epoch", "\(epoch)"), ("entries", "\(first)-\(last)")]
      )
    case .takeDown(let tag, let isUndone):
      (isUndone ? "take-down undone" : "take-down", [("tag", "\(tag)")])
    case .mark(let number, _): ("mark", [("log", "\(number)")])
    case .incident(let incident): read(incident)
    case .revoke(let lineage, let isUndone):
      (isUndone ? "revocation undone" : "revoke", [("lineage", "\(lineage)")])
    case .erase(let lineage): ("erase", [("lineage", "\(lineage)")])
    case .admitted(let epoch, let token):
      ("admitted", [("epoch", "\(epoch)"), ("token", "\(token)")])
    case .withdrawal(let withdrawal): read(withdrawal)
    case .recovered(let grant, let isProven):
      ("recovered", fields(grant) + [("unproven", isProven ? "" : "yes")])
    case .recovering(let isOver): (isOver ? "recovering is over" : "recovering", [])
    case .redacted(let redacted):
      (
        "redacted",
        [
          ("log", "\(redacted.logNumber)"), ("epoch", "\(redacted.epoch)"),
          ("entries", "\(redacted.first)-\(redacted.last)"),
        ]
      )
    case .hole(let hole):
      ("hole", [("epoch", "\(hole.epoch)"), ("entries", "\(hole.first)-\(hole.last)")])
    }
  }

  private static func read(_ incident: ControlEntry.Incident) -> Read {
    (
      "incident",
      [
        ("lineage", "\(incident.lineage)"), ("epoch", "\(incident.epoch)"),
        ("entries", "\(incident.first)-\(incident.last)"), ("known", "\(incident.known)"),
        ("sent", "\(incident.sent)"),
      ]
    )
  }

  private static func read(_ withdrawal: CloudWitness.Withdrawal) -> Read {
    (
      "withdrawal",
      [
        ("lineage", "\(withdrawal.lineage)"), ("epoch", "\(withdrawal.epoch)"),
        ("entry", "\(withdrawal.number)"), ("tag", "\(withdrawal.tag)"),
      ]
    )
  }

  private static func fields(_ grant: Grant) -> [(name: String, value: String)] {
    [
      ("lineage", "\(grant.lineage)"), ("epoch", "\(grant.epoch)"), ("order", "\(grant.order)"),
      ("key", "\(grant.deviceKey)"),
    ] + (grant.parent.map { [("parent", "\($0.epoch)"), ("after", "\($0.number)")] } ?? [])
  }

  private static func text(_ value: JournalValue) -> String {
    switch value.kind {
    case .string(let text): text
    case .number(let number): "\(number)"
    case .integer(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .dateMilliseconds(let time): Timestamp(milliseconds: time).text
    case .data(let data): Figure.plainCount(data.count, "byte")
    case .list(let list): list.values.map { text($0) }.joined(separator: ";")
    case .null: "null"
    case .url(let text): text
    case .person(let person): person.displayName
    case .localized(let localized): localized.fallback
    case .map(let map): Figure.plainCount(map.values.count, "value")
    case nil: ""
    }
  }
}
