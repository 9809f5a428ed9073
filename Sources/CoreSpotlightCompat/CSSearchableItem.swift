internal import DeviceIndex
public import Foundation

/// `activityType` of what an app is handed when an item of it was opened.
public let CSSearchableItemActionType = UserActivity.searchableItemActionType
/// Under it `userInfo` has the item's identifier then.
public let CSSearchableItemActivityIdentifier = UserActivity.searchableItemActivityIdentifier
/// `activityType` of what an app is handed when a search goes on inside of it.
public let CSQueryContinuationActionType = UserActivity.queryContinuationActionType
/// Under it `userInfo` has what was typed then.
public let CSSearchQueryString = UserActivity.searchQueryString
#if !canImport(Darwin)
  /// `activityType` of what an app is handed when a web page was opened that it may know.
  public let NSUserActivityTypeBrowsingWeb = UserActivity.browsingWebType
#endif

/// Something that a person can find on this device.
///
/// An index takes what the item is at the time of the call: changing it later changes nothing.
public final class CSSearchableItem {
  /// Unique within the app. One that is given as nil is made up.
  public var uniqueIdentifier: String
  public var domainIdentifier: String?
  /// When the item stops being found; nil: it does not by itself. Apple's items do after a month.
  public var expirationDate: Date?
  public var attributeSet: CSSearchableItemAttributeSet
  /// Merge the attributes into the item that is there, instead of replacing it.
  public var isUpdate = false
  /// Its place among what a ranked query found.
  let rank: Int?

  public init(
    uniqueIdentifier: String?, domainIdentifier: String?, attributeSet: CSSearchableItemAttributeSet
  ) {
    self.uniqueIdentifier = uniqueIdentifier ?? UUID().uuidString
    self.domainIdentifier = domainIdentifier
    self.attributeSet = attributeSet
    rank = nil
  }

  init(_ result: SearchResult, rank: Int?) {
    uniqueIdentifier = result.uniqueIdentifier
    domainIdentifier = result.domainIdentifier.isEmpty ? nil : result.domainIdentifier
    attributeSet = CSSearchableItemAttributeSet(result.attributeSet)
    self.rank = rank
  }

  /// Whether a ranked query found this one before another.
  public func compare(byRank other: CSSearchableItem) -> ComparisonResult {
    let (own, others) = (rank ?? .max, other.rank ?? .max)
    return own == others ? .orderedSame : own < others ? .orderedAscending : .orderedDescending
  }

  /// The item as it is now.
  func taken() throws(CSIndexError) -> SearchableItem {
    if let key = attributeSet.unheldKeys.min() {
      throw CSIndexError(
        .invalidItemError,
        "Item \"\(uniqueIdentifier)\" cannot be indexed: the value for \"\(key)\" is no text, "
          + "number, date, data or URL, and no array or dictionary of these.")
    }
    var item = SearchableItem(
      uniqueIdentifier: uniqueIdentifier, domainIdentifier: domainIdentifier,
      attributeSet: attributeSet.value, expirationDate: expirationDate)
    item.isUpdate = isUpdate
    return item
  }
}
