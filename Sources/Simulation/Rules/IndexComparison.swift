internal import DeviceIndex
internal import JournalFormat

/// What a device's index has otherwise than the model of its apps.
struct IndexComparison {
  private struct Content: Equatable {
    /// The domain of an item, or the title of an activity.
    let text: ExactText
    let attributes: AttributeSet
  }

  private var differences: [String] = []

  /// Nil: it is as it has to be. Of several differences, the first in the order of their words:
  /// equal runs say the same.
  var difference: String? { differences.min() }

  init(_ model: DeviceModel, with device: Device) throws {
    var found: [AppName: Content] = [:]
    try device.queries.forEachItem { app, id, domain, attributes in
      found[AppName(app: app, id: id)] = Content(text: ExactText(domain), attributes: attributes)
    }
    for item in model.items {
      let attributes = AttributeSet(item.attributes.journaled)
      compare(
        "item \(item.name.id.text)", found.removeValue(forKey: item.name),
        Content(text: item.domain, attributes: attributes), "in domain")
    }
    for name in found.keys { add("has item \(name.id.text), which no app gave it") }
    found = [:]
    try device.queries.forEachActivity { app, id, title, attributes in
      found[AppName(app: app, id: id)] = Content(text: ExactText(title), attributes: attributes)
    }
    for activity in model.activities {
      let attributes = AttributeSet(activity.indexed.journaled)
      compare(
        "activity \(activity.name.id.text)", found.removeValue(forKey: activity.name),
        Content(text: activity.title, attributes: attributes), "as")
    }
    for name in found.keys { add("has activity \(name.id.text), which no app gave it") }
  }

  private mutating func compare(
    _ what: String, _ found: Content?, _ expected: Content, _ word: String
  ) {
    guard let found else { return add("lacks \(what)") }
    if found.text != expected.text {
      add("has \(what) \(word) \"\(found.text)\", and its app says \"\(expected.text)\"")
    } else if found.attributes != expected.attributes {
      add("has \(what) with other attributes than its app gave it")
    }
  }

  private mutating func add(_ difference: String) { differences.append(difference) }
}
