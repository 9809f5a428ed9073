internal import DeviceIndex
internal import JournalFormat

/// What a device's index has otherwise than the model of its apps.
struct IndexComparison {
  private struct Content: Equatable {
    /// Of an activity.
    var title: ExactText = ""
    /// Of an item.
    var domain: ExactText = ""
    let attributes: AttributeSet
  }

  private var differences: [String] = []

  /// Nil: it is as it has to be. Of several differences, the first in the order of their words:
  /// equal runs say the same.
  var difference: String? { differences.min() }

  /// - Parameters:
  ///   - strictest: the strictest class whose items are unlocked on the device.
  ///   - keyring: that the device has.
  init(
    _ model: DeviceModel, with device: Device, upTo strictest: AppItem.Protection = .complete,
    keyring: Int = 0
  ) throws {
    var found: [AppName: Content] = [:]
    try device.queries.forEachItem { app, id, domain, attributes in
      found[AppName(app: app, id: id)] = Content(domain: ExactText(domain), attributes: attributes)
    }
    for item in model.items where item.isReadable(upTo: strictest, keyring: keyring) {
      let attributes = AttributeSet(item.attributes.journaled)
      compare(
        "item \(item.name.id.text)", found.removeValue(forKey: item.name),
        Content(domain: item.domain, attributes: attributes))
    }
    for name in found.keys { add("has item \(name.id.text), which no app gave it") }
    found = [:]
    try device.queries.forEachActivity { app, id, title, attributes in
      found[AppName(app: app, id: id)] = Content(title: ExactText(title), attributes: attributes)
    }
    for activity in model.activities {
      let bound = model.item(AppName(app: activity.name.app, id: activity.boundItem))
      guard bound.map({ $0.isReadable(upTo: strictest, keyring: keyring) }) ?? true
      else { continue }
      let attributes = AttributeSet(activity.indexed.journaled)
      compare(
        "activity \(activity.name.id.text)", found.removeValue(forKey: activity.name),
        Content(title: activity.title, attributes: attributes))
    }
    for name in found.keys { add("has activity \(name.id.text), which no app gave it") }
    try compareSeen(model, with: device)
    try compareSynonyms(model, with: device)
  }

  /// What people saw and left, whatever of its entries a compaction took.
  private mutating func compareSeen(_ model: DeviceModel, with device: Device) throws {
    var expected = model.abandoned
    try device.queries.forEachAbandoned { app, id, isActivity, lists, looks in
      let name = AppName(app: app, id: id)
      let seen = expected[name]?.removeValue(forKey: isActivity)
      if seen?.lists != lists || seen?.looks != looks {
        add(
          "counts \(lists) abandoned searches and \(looks) looks of \(id), and people made "
            + "\(seen?.lists ?? 0) and \(seen?.looks ?? 0)")
      }
    }
    for (name, left) in expected where !left.isEmpty {
      add("counts no abandoned search of \(name.id.text), and people made some")
    }
  }

  /// The last table of each app, whatever of its entries a compaction took.
  private mutating func compareSynonyms(_ model: DeviceModel, with device: Device) throws {
    for (app, known) in model.apps {
      let found = try device.queries.synonyms(app: app.text).map {
        AppModel.Synonyms(
          version: ExactText($0.version), groups: $0.groups.map { $0.map { ExactText($0) } })
      }
      guard found != known.synonyms else { continue }
      add(
        "has the synonyms \(found?.version.text ?? "none") of \(app), and that app set "
          + "\(known.synonyms?.version.text ?? "none")")
    }
  }

  private mutating func compare(_ what: String, _ found: Content?, _ expected: Content) {
    guard let found else { return add("lacks \(what)") }
    if found.title != expected.title {
      add("has \(what) as \(found.title.text), and its app calls it \(expected.title.text)")
    } else if found != expected {
      add("has \(what) with other attributes than its app gave it")
    }
  }

  private mutating func add(_ difference: String) { differences.append(difference) }
}
