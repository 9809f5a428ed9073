internal import Foundation
package import JournalFormat

/// Attributes between the API and the journal.
extension AttributeSet {
  var journaled: JournalAttributes {
    var attributes = JournalAttributes()
    attributes.values = values.sorted { $0.key < $1.key }.map { name, value in
      var attribute = JournalAttribute()
      attribute.name = name
      attribute.value = value.journaled
      if let key = customKeys[name] {
        attribute.custom.searchable = key.searchable
        attribute.custom.searchableByDefault = key.searchableByDefault
        attribute.custom.unique = key.unique
        attribute.custom.multiValued = key.multiValued
      }
      return attribute
    }
    return attributes
  }

  package init(_ journaled: JournalAttributes) {
    self.init()
    for attribute in journaled.values {
      let value = AttributeValue(attribute.value)
      let custom = attribute.custom
      let key =
        attribute.hasCustom
        ? CustomAttributeKey(
          keyName: attribute.name, searchable: custom.searchable,
          searchableByDefault: custom.searchableByDefault, unique: custom.unique,
          multiValued: custom.multiValued)
        : nil
      if let key { self[key] = value } else { self[attribute.name] = value }
    }
  }
}

extension Date {
  var journalMilliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded()) }

  /// As a journal says when something expires: there 0 is for what never does, so the first
  /// moment of 1970 becomes the one after it.
  var journalExpiry: Int64 { journalMilliseconds == 0 ? 1 : journalMilliseconds }

  init(journalMilliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(journalMilliseconds) / 1_000)
  }
}

extension AttributeValue {
  var journaled: JournalValue {
    var journaled = JournalValue()
    switch self {
    case .string(let text): journaled.string = text
    case .number(let number): journaled.number = number
    case .integer(let number): journaled.integer = number
    case .boolean(let value): journaled.boolean = value
    case .date(let date): journaled.dateMilliseconds = date.journalMilliseconds
    case .data(let data): journaled.data = data
    case .url(let url): journaled.url = url.absoluteString
    case .person(let person):
      journaled.person.displayName = person.displayName
      journaled.person.handles = person.handles
      journaled.person.handleIdentifier = person.handleIdentifier
      journaled.person.contactIdentifier = person.contactIdentifier
    case .localized(let text):
      journaled.localized.texts = text.texts
      journaled.localized.fallback = text.fallback
    case .list(let values):
      var list = JournalValueList()
      list.values = values.map(\.journaled)
      journaled.list = list
    case .map(let values):
      var map = JournalValueMap()
      map.values = values.mapValues(\.journaled)
      journaled.map = map
    case .null: journaled.null = true
    }
    return journaled
  }

  init(_ journaled: JournalValue) {
    switch journaled.kind {
    case .string(let text): self = .string(text)
    case .number(let number): self = .number(number)
    case .integer(let number): self = .integer(number)
    case .boolean(let value): self = .boolean(value)
    case .dateMilliseconds(let time): self = .date(Date(journalMilliseconds: time))
    case .data(let data): self = .data(data)
    case .url(let text): self = URL(string: text).map { .url($0) } ?? .string(text)
    case .person(let person):
      self = .person(
        Person(
          displayName: person.displayName, handles: person.handles,
          handleIdentifier: person.handleIdentifier,
          contactIdentifier: person.contactIdentifier))
    case .localized(let text):
      self = .localized(LocalizedText(text.texts, fallback: text.fallback))
    case .list(let list): self = .list(list.values.map { AttributeValue($0) })
    case .map(let map): self = .map(map.values.mapValues { AttributeValue($0) })
    case .null, nil: self = .null
    }
  }
}
