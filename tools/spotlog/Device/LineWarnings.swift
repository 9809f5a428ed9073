import DeviceIndex
import JournalFormat

/// What many lines say that was probably not meant so: how many of a kind, and the first.
struct LineWarnings {
  private typealias Found = (count: Int, first: String)
  private var notPublic: Found = (0, "")
  private var unbound: Found = (0, "")
  private var unknownResults: Found = (0, "")
  private var vainDeletions: Found = (0, "")
  /// Names of attributes of the apps' own that are nearly documented ones; nil for the others, so
  /// that each is looked at once.
  private var attributes: [String: String?] = [:]
  /// Of this transaction, what was engaged with or shown beside it.
  private var engaged: [ItemName: JournalShownResult] = [:]
  /// Of this transaction, bound to items; by name, as the last line of each counts.
  private var bound: [ItemName: JournalActivityRecorded] = [:]
  /// Of this transaction, what was given of each app, and the deletions, each with how much of its
  /// app was given before it.
  private var given: [String: [DeletionScope.Subject]] = [:]
  private var deletions: [(deletion: JournalItemsDeleted, givenCount: Int)] = []

  mutating func note(_ event: JournalEvent) {
    switch event.fact {
    case .activityRecorded(let activity):
      given[activity.app, default: []].append(
        DeletionScope.Subject(
          id: activity.id, domain: activity.attributes.domainIdentifier, isActivity: true,
          related: activity.relatedUniqueIdentifier))
      let name = ItemName(app: activity.app, id: activity.id)
      let isBound = activity.eligibleForSearch && !activity.relatedUniqueIdentifier.isEmpty
      bound[name] = isBound ? activity : nil
      guard let problem = PublicItem.Standing(activity).problem else { return }
      if notPublic.count == 0 { notPublic.first = "\(activity.id.printable) \(problem)" }
      notPublic.count += 1
    case .itemIndexed(let item):
      given[item.app, default: []].append(DeletionScope.Subject(id: item.id, domain: item.domain))
      for attribute in item.attributes.values where attributes[attribute.name] == nil {
        let warning = DeviceIndexCommand.misspelling(attribute.name)
        attributes.updateValue(warning, forKey: attribute.name)
      }
    case .resultEngaged(let engagement):
      for result in [engagement.result] + engagement.shown {
        engaged[ItemName(app: result.app, id: result.id)] = result
      }
    case .resultsShown(let shown):
      for result in shown.results { engaged[ItemName(app: result.app, id: result.id)] = result }
    // What is deleted again was meant to go.
    case .itemsDeleted(let deletion):
      (bound, engaged) = ([:], [:])
      deletions.append((deletion, given[deletion.app]?.count ?? 0))
    case .activitiesDeleted: (bound, engaged) = ([:], [:])
    case .itemsExpired, .reindexRequested, .reindexAcknowledged, .batchEnded,
      .epochAdopted, .journalBegun, .synonymsSet, nil:
      break
    }
  }

  /// Before a transaction is journaled, the index says what its deletions reach.
  mutating func lookAhead(in device: Device) throws {
    for (deletion, givenCount) in deletions {
      let before = given[deletion.app]?.prefix(givenCount) ?? []
      let reach = DeletionReach(deletion)
      let unknown = try reach.named.filter { _, reach in
        let one = reach.deletion(in: deletion.app)
        guard try device.queries.reachesNothing(one) else { return false }
        let scope = DeletionScope(one)
        return !before.contains { scope.reaches($0) }
      }
      guard
        let sentence = reach.sentence(ofUnknown: unknown.map(\.name), in: deletion.app, .lines)
      else { continue }
      if vainDeletions.count == 0 { vainDeletions.first = sentence }
      vainDeletions.count += 1
    }
    (given, deletions) = ([:], [])
  }

  /// Once a transaction is journaled, the index says which of its activities it left out, and which
  /// results it does not know.
  mutating func look(in device: Device) throws {
    for (_, activity) in bound.sorted(by: { $0.key.id < $1.key.id })
    where try device.queries.lacks(activity) {
      if unbound.count == 0 {
        unbound.first =
          "\(activity.id.printable) is bound to \(activity.relatedUniqueIdentifier.printable)"
      }
      unbound.count += 1
    }
    let results = engaged.sorted { ($0.key.app, $0.key.id) < ($1.key.app, $1.key.id) }
    for (name, result) in results where try device.queries.lacks(result) {
      if unknownResults.count == 0 {
        unknownResults.first =
          "no item or activity \(name.id.printable) of app \(name.app.printable) is indexed"
      }
      unknownResults.count += 1
    }
    (bound, engaged) = ([:], [:])
  }

  var lines: [String] {
    var lines: [String] = []
    if unbound.count > 0 {
      lines.append(
        Figure.count(unbound.count, "activity is", "activities are")
          + " journaled and cannot be found, bound to an item that was not there: "
          + "\(unbound.first). Index the item first.")
    }
    if notPublic.count > 0 {
      lines.append(
        Figure.count(notPublic.count, "activity is", "activities are")
          + " journaled and cannot become public: \(notPublic.first).")
    }
    if unknownResults.count > 0 {
      lines.append(
        Figure.count(
          unknownResults.count, "unknown result was opened or shown, which has no effect yet",
          "unknown results were opened or shown, which has no effect yet")
          + ": \(unknownResults.first). Check \"app\", \"id\" and \"shown\", and \"search\" of an "
          + "activity.")
    }
    if vainDeletions.count > 0 {
      lines.append(
        Figure.count(
          vainDeletions.count, "deletion is journaled, and not all that it names is there",
          "deletions are journaled, and not all that they name is there")
          + ": \(vainDeletions.first)")
    }
    lines += attributes.sorted { $0.key < $1.key }.compactMap(\.value)
    return lines
  }
}
