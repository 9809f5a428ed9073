internal import DeviceIndex
public import Foundation

/// `activityType` of what an app is handed when an item of it was opened.
public let CSSearchableItemActionType = UserActivity.searchableItemActionType
/// Under it `userInfo` has the item's identifier then.
public let CSSearchableItemActivityIdentifier = UserActivity.searchableItemActivityIdentifier
/// `activityType` of what an app is handed when a search continues inside of it.
public let CSQueryContinuationActionType = UserActivity.queryContinuationActionType
/// Under it `userInfo` has what was typed then.
public let CSSearchQueryString = UserActivity.searchQueryString
#if !canImport(Darwin)
  /// `activityType` of what an app is handed when a web page was opened that it may know.
  public let NSUserActivityTypeBrowsingWeb = UserActivity.browsingWebType
#endif

/// Under it `userInfo` has which of an item's quick actions was chosen, in Apple's; here nobody
/// shows them, so nothing is ever found under it.
public let CSActionIdentifier = "CSActionIdentifier"

/// Something that a person can find on this device. Two objects are two items, whatever they say.
///
/// An index takes what the item is at the time of the call: changing it later changes nothing.
open class CSSearchableItem: NSObject, NSCopying {
  /// What a system may find out of an item by itself, and tell its app.
  public struct UpdateListenerOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A summary of the text.
    public static let summarization = Self(rawValue: 1 << 1)
    /// Whether the item is urgent.
    public static let priority = Self(rawValue: 1 << 2)
  }

  /// Unique within the app. One that is given as nil is made up.
  public var uniqueIdentifier: String
  /// Groups items that are deleted together. Parts are separated by periods.
  public var domainIdentifier: String?
  /// When the item stops being found. Where none was set, or nil, it does not by itself, and the
  /// date is far off: Apple's items end after a month, and always have a date to compare.
  public var expirationDate: Date! {
    get { expires ?? .distantFuture }
    set { expires = newValue }
  }
  private var expires: Date?
  /// What the item is found by, and what a result shows.
  public var attributeSet: CSSearchableItemAttributeSet
  /// Merge the attributes into the item that is there, instead of replacing it.
  public var isUpdate = false
  /// Makes no difference: nothing sums items up here, or ranks them by what they say.
  public var updateListenerOptions: UpdateListenerOptions = []
  /// Its place among what a ranked query found.
  private(set) var rank: Int?

  /// - Parameters:
  ///   - uniqueIdentifier: unique within the app; nil: one is made up.
  ///   - domainIdentifier: groups items that are deleted together.
  ///   - attributeSet: what is indexed and shown of it.
  public init(
    uniqueIdentifier: String?, domainIdentifier: String?, attributeSet: CSSearchableItemAttributeSet
  ) {
    self.uniqueIdentifier = uniqueIdentifier ?? UUID().uuidString
    self.domainIdentifier = domainIdentifier
    self.attributeSet = attributeSet
  }

  init(_ result: SearchResult, rank: Int?) {
    uniqueIdentifier = result.uniqueIdentifier
    domainIdentifier = result.domainIdentifier.isEmpty ? nil : result.domainIdentifier
    attributeSet = CSSearchableItemAttributeSet(result.attributeSet)
    expires = result.expirationDate
    self.rank = rank
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CSSearchableItem(
      uniqueIdentifier: uniqueIdentifier, domainIdentifier: domainIdentifier,
      attributeSet: attributeSet.copied())
    (copy.expires, copy.isUpdate, copy.rank) = (expires, isUpdate, rank)
    copy.updateListenerOptions = updateListenerOptions
    return copy
  }

  /// Whether a ranked query found this one before another.
  public func compare(byRank other: CSSearchableItem) -> ComparisonResult {
    let (own, others) = (rank ?? .max, other.rank ?? .max)
    return own == others ? .orderedSame : own < others ? .orderedAscending : .orderedDescending
  }

  /// The item as it is now.
  func snapshot() throws(CSIndexError) -> SearchableItem {
    if let key = attributeSet.unheldKeys.min() {
      throw CSIndexError(
        .invalidItemError,
        "Item \"\(uniqueIdentifier)\" cannot be indexed: the value for \"\(key)\" is not a text, "
          + "number, date, data or URL, or an array, set or dictionary of these.")
    }
    var item = SearchableItem(
      uniqueIdentifier: uniqueIdentifier, domainIdentifier: domainIdentifier,
      attributeSet: isUpdate ? attributeSet.updated : attributeSet.value, expirationDate: expires)
    item.isUpdate = isUpdate
    return item
  }
}
