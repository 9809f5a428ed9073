internal import CivilTime
internal import JournalFormat
package import ResultCards
internal import Search
internal import WebAddress
package import WebMarkup

extension ResultCard {
  /// The card of a page as a search would show it: its words and attributes take the way that
  /// those of an app's item take.
  package init(_ report: WebPageReport) {
    var journaled = JournalAttributes()
    if let description = report.shownDescription {
      journaled.values.append(Self.attribute("contentDescription", .string(description)))
    }
    if let image = report.shownImage {
      journaled.values.append(Self.attribute("thumbnailURL", .url(image)))
    }
    if !report.result.isSearchPage {
      let names = Dictionary(grouping: report.result.attributes, by: \.name)
      for name in names.keys.sorted() where name != "thumbnailURL" {
        let texts = names[name, default: []].map(\.value)
        if let value = Self.value(texts, of: name) {
          var attribute = Self.attribute(name, value)
          if DocumentedAttribute.byName[name] == nil { attribute.custom = JournalCustomKey() }
          journaled.values.append(attribute)
        }
      }
    }
    self.init(
      app: report.siteName, identifier: "", title: report.shownTitle,
      page: report.facts.ownAddress?.href ?? "", attributes: journaled, isPublic: true)
  }

  private static func attribute(_ name: String, _ kind: JournalValue.OneOf_Kind) -> JournalAttribute
  {
    var attribute = JournalAttribute()
    attribute.name = name
    attribute.value.kind = kind
    return attribute
  }

  /// Texts as a value of the kind that the attribute has; nil for what is none.
  private static func value(_ texts: [String], of name: String) -> JournalValue.OneOf_Kind? {
    guard let first = texts.first else { return nil }
    switch DocumentedAttribute.byName[name]?.kind {
    case .number: return Double(first).flatMap { $0.isFinite ? .number($0) : nil }
    case .boolean: return .boolean(first == "true" || first == "1")
    case .date: return ISOTime(first).map { .dateMilliseconds($0.milliseconds) }
    case .strings:
      var list = JournalValueList()
      list.values = texts.map { text in
        var value = JournalValue()
        value.kind = .string(text)
        return value
      }
      return .list(list)
    case .url: return .url(first)
    case .string, nil: return .string(first)
    case .dates, .people, .data, .map: return nil
    }
  }
}

extension WebPageReport {
  /// As long as a result has room for.
  var shownTitle: String { words.title?.text.cut(to: PageWords.titleLength) ?? "" }

  /// Nil where the page has none, or does not want it shown.
  var shownDescription: String? {
    guard !facts.directives.contains(.noSnippet), !result.isSearchPage else { return nil }
    return words.description?.text.cut(to: PageWords.descriptionLength)
  }

  /// Its address; nil without one.
  var shownImage: String? {
    guard !result.isSearchPage else { return nil }
    return facts.openGraph("og:image").map { facts.absolute($0.text) } ?? result.image?.address
  }

  /// The site's name for itself, else its host.
  var siteName: String {
    let name = facts.openGraph("og:site_name")?.text.shownOnOneLine ?? ""
    return name.isEmpty ? facts.ownAddress?.host.description ?? "" : name
  }
}
