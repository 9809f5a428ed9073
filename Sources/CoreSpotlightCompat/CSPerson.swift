internal import DeviceIndex
public import Foundation

/// A person, as in a message's authors and recipients. Two that say the same are equal.
open class CSPerson: NSObject {
  /// The name that is shown; nil: not known.
  public let displayName: String?
  /// E-mail addresses, telephone numbers and the like.
  public let handles: [String]
  /// What kind of handles they are: a contact property key.
  public let handleIdentifier: String
  /// The identifier of the person's contact; nil: not known.
  public var contactIdentifier: String?

  /// - Parameters:
  ///   - displayName: the name that people see; nil: none.
  ///   - handles: e-mail addresses, telephone numbers and the like.
  ///   - handleIdentifier: what kind of handles they are: a contact property key.
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
/// Messages that are being written.
public let CSMailboxDrafts = "drafts"
/// Messages that were sent.
public let CSMailboxSent = "sent"
/// Unwanted messages.
public let CSMailboxJunk = "junk"
/// Messages that were deleted.
public let CSMailboxTrash = "trash"
/// Messages that were put away.
public let CSMailboxArchive = "archive"
