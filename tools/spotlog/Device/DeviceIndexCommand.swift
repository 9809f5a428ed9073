import ArgumentParser
import DeviceIndex
import JournalFormat
import StrictJSON
import TraceLines

struct DeviceIndexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "index",
    abstract: "Index an item, or items from standard input.",
    discussion: """
      Examples:
        spotlog device index phone --app com.example.notes --id 1 \\
          --attribute title="Buy milk"
        spotlog device index phone --resume < trace.jsonl
        spotlog device index phone --app com.example.notes --id 2 \\
          --attribute title=Diary --protection complete --unlock phone.key

      The contents of a protected item are encrypted in the journal, and found only with --unlock. \
      Keep the key apart from backups of the device; `head -c 32 /dev/urandom` makes one.
      """)

  enum Protection: String, ExpressibleByArgument, CaseIterable {
    case none, untilFirstUnlock, complete

    fileprivate var protectionClass: ProtectionClass {
      switch self {
      case .none: .none
      case .untilFirstUnlock: .untilFirstUnlock
      case .complete: .complete
      }
    }
  }

  @OptionGroup var folder: DeviceFolder
  @OptionGroup var recording: RecordingOptions
  @Option(
    help: "The item's identifier; without it, standard input is read.", transform: GivenName.named)
  var id: String?
  @Option(help: "The item's domain.") var domain: String?
  @Option(
    help: ArgumentHelp(
      """
      An attribute of the item. Repeat for a list. Numbers, true, false and dates such as \
      2026-01-31 have these types where the attribute takes them.
      """, valueName: "name=value"))
  var attribute: [String] = []
  @Flag(help: "Merge into an existing item instead of replacing it.") var merge = false
  @Option(
    help: """
      When the item can be read: none (always), untilFirstUnlock or complete; default that of the \
      existing item, or none.
      """)
  var protection: Protection?
  @OptionGroup(title: "Standard input") var input: StandardInputOptions

  func validate() throws {
    try input.refuseStray(
      [
        ("--domain", domain != nil), ("--attribute", !attribute.isEmpty), ("--merge", merge),
        ("--protection", protection != nil),
      ], without: id)
  }

  func run() throws {
    try reporting {
      guard let id else { return try folder.recordLines(recording, input) }
      let app = try recording.appName()
      let item = try item(id)
      var event = JournalEvent()
      event.itemIndexed = try item.journaled(app: app, indexName: "")
      try folder.record(recording, input, making: event) { host in
        let isEmptied = try await Self.isEmptied(by: item, app, host)
        let index = host.searchableIndex(forApp: app)
        var recorded = RecordedEvent(place: try await index.indexSearchableItems([item]))
        recorded.warnings = item.attributeSet.all.compactMap { Self.misspelling($0.name) }
        if isEmptied {
          recorded.warnings.append(
            "The item is journaled without attributes, and those that "
              + "\(item.uniqueIdentifier.printable) had are gone. Give them with --attribute, or "
              + "add --merge to keep what is there.")
        }
        return recorded
      }
    }
  }

  private func item(_ id: String) throws -> SearchableItem {
    var item = SearchableItem(
      uniqueIdentifier: id, domainIdentifier: domain,
      attributeSet: try attributeSet())
    item.isUpdate = merge
    item.protectionClass = protection?.protectionClass
    return item
  }

  /// Whether the item replaces one and has nothing of it, as far as an index knows that need not be
  /// waited for.
  private static func isEmptied(
    by item: SearchableItem, _ app: String, _ host: DeviceHost
  ) async throws -> Bool {
    guard !item.isUpdate, item.attributeSet.all.isEmpty, try await host.readIndex().isComplete
    else { return false }
    return try await host.holdsItem(withIdentifier: item.uniqueIdentifier, inApp: app)
  }

  /// What is said of an attribute of the app's own whose name is nearly a documented one's; nil for
  /// any other.
  static func misspelling(_ name: String) -> String? {
    AttributeSet.documentedName(near: name).map {
      "\(name.printable) is not a documented attribute; it is stored as a custom attribute. Did "
        + "you mean \($0)?"
    }
  }

  // MARK: Attributes

  private func attributeSet() throws -> AttributeSet {
    var set = AttributeSet()
    for member in try attributes() {
      do throws(TraceLineError) { try set.add(member) } catch {
        throw Failure(.usage, "The item \(error.reason).")
      }
    }
    return set
  }

  /// Attributes as they are typed, each spelled as JSON spells it.
  private func attributes() throws -> [JSONMember] {
    var names: [String] = []
    var values: [String: [JSONValue]] = [:]
    for pair in attribute {
      guard let equals = pair.firstIndex(of: "=") else {
        throw Failure(.usage, "--attribute \(pair) has no \"=\". Write name=value.")
      }
      let name = String(pair[..<equals])
      if values[name] == nil { names.append(name) }
      let text = String(pair[pair.index(after: equals)...])
      values[name, default: []].append(Self.value(text, of: name))
    }
    return names.map { name in
      let given = values[name] ?? []
      let isList =
        given.count > 1
        || AttributeKind(documentedAttribute: name).map { [.strings, .dates].contains($0) } == true
      return JSONMember(name, isList ? JSONValue(.array(given)) : given[0])
    }
  }

  /// A text that is not what the attribute takes is refused as a line of a trace would be.
  private static func value(_ text: String, of attribute: String) -> JSONValue {
    switch AttributeKind(documentedAttribute: attribute) {
    case .number:
      // As JSON writes numbers; anything else is a text, and refused like any other.
      if let value = try? JSONReader.read(Array(text.utf8), depthMax: 0), value.isNumber {
        return value
      }
    case .boolean:
      if let flag = ["true": true, "false": false][text] { return JSONValue(.boolean(flag)) }
    case .string, .strings, .date, .dates, .people, .url, .data, .map, nil: break
    }
    return JSONValue(.string(text))
  }
}
