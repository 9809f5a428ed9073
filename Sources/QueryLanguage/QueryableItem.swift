/// What a query looks at.
public protocol QueryableItem {
  /// The values of an attribute, by its property name or custom key; of a list its elements. Empty
  /// when the item does not have it.
  func values(of attribute: String) -> [QueryItemValue]

  /// The attributes of this item that `*` looks at.
  var searchedAttributes: [String] { get }
}

/// One value of an item.
public enum QueryItemValue: Hashable, Sendable {
  case text(String)
  /// Booleans are 0 and 1.
  case number(Double)
  /// Milliseconds since 1970 in UTC.
  case date(Int64)
  /// Something that is there and cannot be compared.
  case other

  /// What numbers are compared with: of a date the seconds since the start of 2001; nil for what is
  /// neither.
  package var compared: Double? {
    switch self {
    case .number(let number): number
    case .date(let milliseconds): NumberTest.seconds(milliseconds)
    case .text, .other: nil
    }
  }
}

/// Names of attributes, as people and systems write them.
public enum QueryAttributeName {
  /// The content, which `**` looks at and `*` does not. Words are looked for in it, not the whole.
  public static let content = ["textContent", "transcribedTextContent"]

  /// The property name for a name of the older metadata syntax; others are their own.
  public static func property(_ name: String) -> String {
    if let known = exceptions[name] { return known }
    guard name.hasPrefix("kMDItem") else { return name }
    let rest = name.dropFirst(7)
    // Of an acronym all letters, up to the first of the next word: "ISOSpeed" is "isoSpeed".
    let capitals = rest.prefix { $0.isASCII && $0.isUppercase }
    let isFollowed = rest.dropFirst(capitals.count).first?.isLowercase ?? false
    let count = isFollowed && capitals.count > 1 ? capitals.count - 1 : capitals.count
    return rest.prefix(count).lowercased() + rest.dropFirst(count)
  }

  /// Source: names that systems were seen to use, and Apple's documentation of MDItem where an
  /// attribute is described as a property is; Apple documents the rule by examples only.
  private static let exceptions = [
    "_kMDItemExternalID": "uniqueIdentifier", "_kMDItemDomainIdentifier": "domainIdentifier",
    "_kMDItemBundleID": "bundleIdentifier", "_kMDItemUserActivityType": "activityType",
    "kMDItemAuthors": "authorNames", "kMDItemAuthorPersons": "authors",
    "kMDItemPrimaryRecipientPersons": "primaryRecipients",
    "kMDItemHiddenAdditionalRecipientPersons": "hiddenAdditionalRecipients",
    "kMDItemAttributeChangeDate": "metadataModificationDate",
    "kMDItemWhereFroms": "contentSources", "kMDItemIsLocal": "local",
    "kMDItemFlashOnOff": "flashOn", "kMDItemRedEyeOnOff": "redEyeOn",
    "kMDItemDescription": "contentDescription", "kMDItemNumberOfPages": "pageCount",
    "kMDItemFSSize": "fileSize", "kMDItemDurationSeconds": "duration",
    "kMDItemExposureTimeSeconds": "exposureTime", "kMDItemRecipients": "recipientNames",
    "kMDItemStarRating": "rating", "kMDItemIsLikelyJunk": "likelyJunk",
    "kMDItemIsGeneralMIDISequence": "generalMIDISequence",
  ]
}
