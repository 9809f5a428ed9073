public import Foundation
package import JournalFormat
internal import Search
internal import WebAddress

/// What a person is looking at in an app. Made current, it can become searchable: on this device,
/// and, where the app says that it is public and enough people engage with it, for everybody.
public struct UserActivity: Hashable, Sendable {
  /// What the app can handle, unique in it. Reverse DNS is recommended.
  public let activityType: String
  /// Shown as the result's title; an activity without one is not searchable.
  public var title: String?
  /// What the app needs to come back to this state.
  public var userInfo: [String: AttributeValue] = [:]
  /// The keys of `userInfo` that are kept with a searchable activity; where none are named, all.
  public var requiredUserInfoKeys: Set<String> = []
  /// Further words by which the activity is found.
  public var keywords: Set<String> = []
  /// More about the content; what the activity says itself counts before it.
  public var contentAttributeSet: AttributeSet?
  /// The same content on the web: http or https. It names a public activity, if others can open it:
  /// a page of this machine or of a network around it stays on the device.
  public var webpageURL: URL?
  /// When the activity stops being found; nil: it does not by itself.
  public var expirationDate: Date?
  /// Names the activity for a later deletion.
  public var persistentIdentifier: String?
  /// Whether the activity can be found on this device. False by default.
  public var isEligibleForSearch = false
  /// Whether everything searchable in it may become public, if it is eligible for search as well.
  /// False by default, and no promise that it will: first many people have to engage with it.
  public var isEligibleForPublicIndexing = false
  /// Journaled, and otherwise without effect: devices do not speak with each other.
  public var isEligibleForHandoff = true

  /// - Parameter activityType: a reverse-DNS name, such as "com.example.reading".
  public init(activityType: String) { self.activityType = activityType }

  /// The identifier of the search result that the activity becomes: what the app calls it, else its
  /// page, else the item without which it is not there, else what it needs to come back to its
  /// state. So two states of one type are two results, and the same state is the same one.
  var resultIdentifier: String {
    let names = [persistentIdentifier ?? "", webpageURL?.absoluteString ?? "", related]
    return names.first { !$0.isEmpty } ?? stateIdentifier
  }

  // An empty name counts as no name.
  private var related: String { contentAttributeSet?.relatedUniqueIdentifier ?? "" }
  private var weak: String { contentAttributeSet?.weakRelatedUniqueIdentifier ?? "" }

  private var stateIdentifier: String {
    var state = JournalValueMap()
    state.values = userInfo.mapValues(\.journaled)
    if !requiredUserInfoKeys.isEmpty {
      state.values = state.values.filter { requiredUserInfoKeys.contains($0.key) }
    }
    guard !state.values.isEmpty || !weak.isEmpty else { return activityType }
    let digest = Digest(of: Array(weak.utf8) + [0] + state.canonicalBytes)
    return "\(activityType)#\(Array(digest.bytes.prefix(8)).hex)"
  }

  /// Why the activity cannot become public though it is eligible for public indexing, for a
  /// developer: its page is on this machine or on a network around it ("http://localhost/"), it is
  /// not eligible for search, or its title, address and keywords take more than the 16,384 bytes of
  /// a public item. Nil: it can, or
  /// is not eligible. A description that is too long is no reason: of it only the beginning becomes
  /// public.
  ///
  /// - Parameter bundleIdentifier: the app that records it.
  /// - Throws: `DeviceError.Code.invalidActivity` for one that cannot be recorded at all.
  public func publicIndexingProblem(
    inApp bundleIdentifier: String
  ) throws(DeviceError) -> String? {
    PublicItem.Standing(try journaled(app: bundleIdentifier)).problem.map { "The activity \($0)." }
  }

  package func journaled(app: String) throws(DeviceError) -> JournalActivityRecorded {
    try check()
    var activity = JournalActivityRecorded()
    activity.app = app
    activity.id = resultIdentifier
    activity.type = activityType
    activity.title = title ?? ""
    activity.webpageURL = webpageURL?.absoluteString ?? ""
    activity.keywords = keywords.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    activity.attributes = (contentAttributeSet ?? AttributeSet()).journaled
    activity.eligibleForSearch = isEligibleForSearch
    activity.eligibleForPublicIndexing = isEligibleForPublicIndexing
    activity.eligibleForHandoff = isEligibleForHandoff
    activity.relatedUniqueIdentifier = related
    activity.weakRelatedUniqueIdentifier = weak
    activity.expiresMilliseconds = expirationDate?.journalExpiry ?? 0
    activity.userInfo = userInfo.mapValues(\.journaled)
    activity.requiredUserInfoKeys = requiredUserInfoKeys.sorted()
    activity.persistentIdentifier = persistentIdentifier ?? ""
    return activity
  }

  private var userInfoProblem: String? {
    if let missing = requiredUserInfoKeys.subtracting(userInfo.keys).min() {
      return "its userInfo lacks \"\(missing)\", which its requiredUserInfoKeys name"
    }
    for (key, value) in userInfo.sorted(by: { $0.key < $1.key }) {
      if let problem = value.problem { return "\"\(key)\" in its userInfo \(problem)" }
    }
    return nil
  }

  private func check() throws(DeviceError) {
    let problem: String? =
      if activityType.isEmpty {
        "its activityType is empty"
      } else if isEligibleForSearch, (title ?? "").isEmpty {
        "it is eligible for search and has no title"
      } else if let problem = webpageURL.flatMap({ CanonicalURL.problem($0.absoluteString) }) {
        "its webpageURL \(problem)"
      } else if isEligibleForPublicIndexing, webpageURL == nil, related.isEmpty, weak.isEmpty {
        "it is eligible for public indexing and has neither a webpageURL nor a related identifier "
          + "to name it"
      } else {
        contentAttributeSet?.problem ?? expirationDate?.problem.map { "expirationDate \($0)" }
          ?? userInfoProblem
      }
    guard let problem else { return }
    let name = [persistentIdentifier, webpageURL?.absoluteString, title].lazy.compactMap { $0 }
      .first { !$0.isEmpty }
    throw DeviceError(
      .invalidActivity,
      "Activity \"\(activityType)\"\(name.map { " of \"\($0)\"" } ?? "") cannot be recorded: "
        + "\(problem).")
  }
}
