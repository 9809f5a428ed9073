public import Foundation
package import JournalFormat

/// Something that a person can find on this device. It stays private: no item ever leaves it.
public struct SearchableItem: Hashable, Sendable {
  /// Unique within the app: handed back when a result is opened, used to update and to delete.
  public var uniqueIdentifier: String
  /// Groups items that are deleted together. Parts are separated by periods, and deleting
  /// "account" deletes "account.inbox" with it.
  public var domainIdentifier: String?
  /// What the item is found by, and what a result shows.
  public var attributeSet: AttributeSet
  /// When the item stops being found; nil: it does not by itself.
  public var expirationDate: Date?
  /// When what it says can be found and read; nil: as the index says, and where that says nothing,
  /// as long as the item was protected before, as then. With what is merged into it, an item is as
  /// protected as the strictest part of it.
  public var protectionClass: ProtectionClass?
  /// True merges the given attributes into the item that is there; false replaces it.
  public var isUpdate = false

  /// - Parameters:
  ///   - uniqueIdentifier: unique within the app.
  ///   - domainIdentifier: groups items that are deleted together; nil: none.
  ///   - attributeSet: what is indexed and shown of it.
  ///   - expirationDate: when the item stops being found; nil: it does not by itself.
  public init(
    uniqueIdentifier: String, domainIdentifier: String? = nil, attributeSet: AttributeSet,
    expirationDate: Date? = nil
  ) {
    self.uniqueIdentifier = uniqueIdentifier
    self.domainIdentifier = domainIdentifier
    self.attributeSet = attributeSet
    self.expirationDate = expirationDate
  }

  package func journaled(app: String, indexName: String) throws(DeviceError) -> JournalItemIndexed {
    guard !uniqueIdentifier.isEmpty else {
      throw DeviceError(
        .invalidItem, "An item has an empty uniqueIdentifier. Give each item a name of its own.")
    }
    let problem = attributeSet.problem ?? expirationDate?.problem.map { "expirationDate \($0)" }
    if let problem {
      throw DeviceError(.invalidItem, "Item \"\(uniqueIdentifier)\" cannot be indexed: \(problem).")
    }
    var item = JournalItemIndexed()
    item.app = app
    item.id = uniqueIdentifier
    item.domain = domainIdentifier ?? attributeSet.domainIdentifier ?? ""
    item.attributes = attributeSet.journaled
    item.expiresMilliseconds = expirationDate?.journalExpiry ?? 0
    item.merge = isUpdate
    item.indexName = indexName
    if let protectionClass { item.protection = protectionClass.journaled }
    return item
  }
}
