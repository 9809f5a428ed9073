internal import DeviceIndex
public import Foundation

/// A person, as in a message's authors and recipients. Two that say the same are equal.
open class CSPerson: NSObject {
  public let displayName: String?
  /// E-mail addresses, telephone numbers and the like.
  public let handles: [String]
  /// What kind of handles they are: a contact property key.
  public let handleIdentifier: String
  public var contactIdentifier: String?

  public init(displayName: String?, handles: [String], handleIdentifier: String) {
    self.displayName = displayName
    self.handles = handles
    self.handleIdentifier = handleIdentifier
  }

  convenience init(_ person: Person) {
    self.init(
      displayName: person.displayName.isEmpty ? nil : person.displayName, handles: person.handles,
      handleIdentifier: person.handleIdentifier)
    contactIdentifier = person.contactIdentifier.isEmpty ? nil : person.contactIdentifier
  }

  /// As an attribute holds it: what is not known is empty there.
  var value: Person {
    Person(
      displayName: displayName ?? "", handles: handles, handleIdentifier: handleIdentifier,
      contactIdentifier: contactIdentifier ?? "")
  }

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CSPerson).map { $0.value == value } ?? false
  }

  // Without the one part that can change: a set would lose the person.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(displayName)
    hasher.combine(handles)
    hasher.combine(handleIdentifier)
    return hasher.finalize()
  }
}

/// Well-known values of `mailboxIdentifiers`. Apple publishes the constants and not their texts, so
/// the texts are ours; an index asks for nothing but that they are the same.
public let CSMailboxInbox = "inbox"
public let CSMailboxDrafts = "drafts"
public let CSMailboxSent = "sent"
public let CSMailboxJunk = "junk"
public let CSMailboxTrash = "trash"
public let CSMailboxArchive = "archive"
