internal import JournalFormat
package import QueryLanguage

/// A document of the index as a query sees it.
package struct DocumentItem: QueryableItem {
  private let document: SearchDocument

  package init(_ document: SearchDocument) { self.document = document }

  /// What a query calls what is not an attribute.
  package static let ownNames: Set = ["uniqueIdentifier", "bundleIdentifier", "activityType"]

  package func values(of attribute: String) -> [QueryItemValue] {
    switch attribute {
    case "uniqueIdentifier": return [.text(document.id)]
    case "bundleIdentifier": return [.text(document.app)]
    case "activityType" where document.kind == .activity: return [.text(document.activityType)]
    // What the item itself says goes before what its attributes repeat.
    case "domainIdentifier" where !document.domain.isEmpty: return [.text(document.domain)]
    case "title" where document.kind == .activity: return [.text(document.title)]
    case "url": return given(attribute) + document.ownURL.map { .text($0) }
    default: return given(attribute)
    }
  }

  private func given(_ attribute: String) -> [QueryItemValue] {
    let found = document.attributes.values.first { $0.name == attribute }
    guard let found, !found.hasCustom || found.custom.searchable else { return [] }
    return found.value.queried
  }

  package var searchedAttributes: [String] {
    var names = document.attributes.values.filter(\.isSearched).map(\.name)
      .filter { !QueryAttributeName.content.contains($0) }
    if document.kind == .activity, !names.contains("title") { names.append("title") }
    return names
  }
}

extension JournalValue {
  /// What of the value can be compared; of a list, what of each element.
  var queried: [QueryItemValue] {
    switch kind {
    case .string(let text), .url(let text): [.text(text)]
    case .number(let number): [.number(number)]
    case .integer(let number): [.number(Double(number))]
    case .boolean(let isTrue): [.number(isTrue ? 1 : 0)]
    case .dateMilliseconds(let milliseconds): [.date(milliseconds)]
    case .list(let list): list.values.flatMap(\.queried)
    case .person, .localized: texts.map { .text($0) }
    case .data, .map: [.other]
    case .null, nil: []
    }
  }
}

extension QuerySchema {
  /// Apple's attributes, and what names an item.
  package static let documented = QuerySchema(
    Dictionary(
      DocumentedAttribute.all.map { ($0.name, $0.kind.compared) }
        + ["uniqueIdentifier", "bundleIdentifier", "domainIdentifier", "activityType"].map {
          ($0, .text)
        }
    ) { first, _ in first })
}

extension DocumentedAttribute.Kind {
  fileprivate var compared: QuerySchema.Kind {
    switch self {
    case .string, .strings, .people, .url: .text
    case .number, .boolean: .number
    case .date, .dates: .date
    case .data, .map: .other
    }
  }
}
