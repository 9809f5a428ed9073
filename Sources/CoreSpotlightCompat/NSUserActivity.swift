public import DeviceIndex
public import Foundation

/// What a person is looking at in an app, under its name of Foundation, which on other systems than
/// Apple's has none.
#if !canImport(Darwin)
  /// Apple's name of the activity.
  public typealias NSUserActivity = CSUserActivity
  /// Apple's name of the delegate.
  public typealias NSUserActivityDelegate = CSUserActivityDelegate
  /// Apple's name of what names an activity for a later deletion.
  public typealias NSUserActivityPersistentIdentifier = String
#endif

/// What an app implements to fill in an activity at the last moment.
public protocol CSUserActivityDelegate: NSObjectProtocol {
  /// The activity is recorded next: bring it up to date. Called by `becomeCurrent()` of an activity
  /// that `needsSave`, before it returns.
  func userActivityWillSave(_ userActivity: CSUserActivity)

  /// Another device continued the activity. Never called: devices do not speak with each other.
  func userActivityWasContinued(_ userActivity: CSUserActivity)

  /// Another device continued the activity with streams. Never called: see above.
  func userActivity(
    _ userActivity: CSUserActivity, didReceive inputStream: InputStream,
    outputStream: OutputStream)
}

/// With Apple's these are optional.
extension CSUserActivityDelegate {
  /// Does nothing.
  public func userActivityWillSave(_ userActivity: CSUserActivity) {}
  /// Does nothing.
  public func userActivityWasContinued(_ userActivity: CSUserActivity) {}
  /// Does nothing: devices do not speak with each other.
  public func userActivity(
    _ userActivity: CSUserActivity, didReceive inputStream: InputStream,
    outputStream: OutputStream
  ) {}
}

/// What a person is looking at in an app. Made current, it is recorded as it is then; nobody has to
/// hold it.
open class CSUserActivity: NSObject {
  /// What the person does, in the app's own terms: "com.example.reading".
  public let activityType: String
  /// Shown as the result's title; an activity without one is not searchable.
  public var title: String?
  /// Texts, numbers, dates, data, URLs, `NSNull`, and arrays, sets and dictionaries of these, by
  /// names.
  public var userInfo: [AnyHashable: Any]? = [:]
  /// The keys of `userInfo` that are kept; nil: all.
  public var requiredUserInfoKeys: Set<String>?
  /// Further words by which the activity is found.
  public var keywords: Set<String> = []
  /// More about the content; what the activity says itself counts before it.
  public var contentAttributeSet: CSSearchableItemAttributeSet?
  /// The same content on the web: http or https. It names a public activity.
  public var webpageURL: URL?
  /// When the activity stops being found; nil: it does not by itself.
  public var expirationDate: Date?
  /// Names the activity for a later deletion.
  public var persistentIdentifier: String?
  /// Whether people find the activity on this device.
  public var isEligibleForSearch = false
  /// Whether the activity may become public; it does when enough devices endorse it.
  public var isEligibleForPublicIndexing = false
  /// Attributes that may become public with it: `UserActivity.publicAttributeNames`. Not Apple's.
  public var publicAttributeNames: Set<String> = []
  /// Journaled, and otherwise without effect: devices do not speak with each other.
  public var isEligibleForHandoff = true
  /// Makes no difference: nobody predicts what a person will do.
  public var isEligibleForPrediction = false
  /// Makes no difference: nobody offers to speak it.
  public var suggestedInvocationPhrase: String?
  /// Makes no difference: it says which of an app's windows continues the activity.
  public var targetContentIdentifier: String?
  /// Makes no difference: these say where a page or a medium was found.
  public var referrerURL: URL?
  /// Makes no difference: it names a medium outside the app.
  public var externalMediaContentIdentifier: String?
  /// Makes no difference: devices do not speak with each other.
  public var supportsContinuationStreams = false
  /// Whether the delegate is to fill the activity in before it is recorded.
  public var needsSave = false
  /// Fills the activity in before it is recorded.
  public weak var delegate: (any CSUserActivityDelegate)?
  private var isInvalid = false

  /// - Parameter activityType: a reverse-DNS name, such as "com.example.reading".
  public init(activityType: String) { self.activityType = activityType }

  /// What a device hands over when a result was opened.
  public init(_ activity: UserActivity) {
    activityType = activity.activityType
    title = activity.title
    userInfo = activity.userInfo.mapValues(\.any)
    requiredUserInfoKeys = activity.requiredUserInfoKeys
    keywords = activity.keywords
    contentAttributeSet = activity.contentAttributeSet.map { CSSearchableItemAttributeSet($0) }
    webpageURL = activity.webpageURL
    expirationDate = activity.expirationDate
    persistentIdentifier = activity.persistentIdentifier
  }

  /// Adds entries to `userInfo`; one of the same key is replaced.
  public func addUserInfoEntries(from other: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(other) { $1 }
  }

  /// Records that this is what the person looks at now.
  ///
  /// What cannot be recorded is told to `CoreSpotlightDevice.setErrorHandler(_:)`.
  open func becomeCurrent() {
    guard !isInvalid else { return }
    if needsSave {
      needsSave = false
      delegate?.userActivityWillSave(self)
    }
    let activity: UserActivity
    do throws(CSIndexError) { activity = try snapshot() } catch {
      return CoreSpotlightDevice.report(error)
    }
    CoreSpotlightDevice.run { home throws(DeviceError) in
      try await home.host.becomeCurrent(activity, inApp: home.bundleIdentifier)
    }
  }

  /// Changes nothing: what was recorded can be found, and devices do not speak with each other.
  open func resignCurrent() {}

  /// Has the activity never become current again. What was recorded can be found.
  open func invalidate() { isInvalid = true }

  /// Deletes activities by their persistent identifiers.
  @preconcurrency public static func deleteSavedUserActivities(
    withPersistentIdentifiers identifiers: [String],
    completionHandler: @escaping @Sendable () -> Void
  ) {
    delete(identifiers, completionHandler)
  }

  /// Deletes all activities of the app.
  @preconcurrency public static func deleteAllSavedUserActivities(
    completionHandler: @escaping @Sendable () -> Void
  ) {
    delete(nil, completionHandler)
  }

  /// Deletes these activities. `CoreSpotlightDevice.setErrorHandler` hears of errors.
  public static func deleteSavedUserActivities(
    withPersistentIdentifiers identifiers: [String]
  ) async {
    await withCheckedContinuation { done in delete(identifiers) { done.resume() } }
  }

  /// Deletes all activities of the app. `CoreSpotlightDevice.setErrorHandler` hears of errors.
  public static func deleteAllSavedUserActivities() async {
    await withCheckedContinuation { done in delete(nil) { done.resume() } }
  }

  private static func delete(
    _ identifiers: [String]?, _ completionHandler: @escaping @Sendable () -> Void
  ) {
    CoreSpotlightDevice.run { home throws(DeviceError) in
      try await home.host.deleteSavedUserActivities(
        withPersistentIdentifiers: identifiers, inApp: home.bundleIdentifier)
    } end: { error in
      if let error { CoreSpotlightDevice.report(error) }
      completionHandler()
    }
  }

  /// The activity as it is now.
  private func snapshot() throws(CSIndexError) -> UserActivity {
    var activity = UserActivity(activityType: activityType)
    activity.title = title
    for (key, value) in userInfo ?? [:] {
      guard let name = key.base as? String, let held = AttributeValue(any: value) else {
        throw CSIndexError(
          .invalidItemError,
          "Activity \"\(activityType)\" cannot be recorded: the value for \"\(key)\" in its "
            + "userInfo is not a text, number, date, data or URL, or an array, set or dictionary "
            + "of these; or the key is not a text.")
      }
      activity.userInfo[name] = held
    }
    activity.requiredUserInfoKeys = requiredUserInfoKeys ?? []
    activity.keywords = keywords
    activity.contentAttributeSet = contentAttributeSet?.value
    activity.webpageURL = webpageURL
    activity.expirationDate = expirationDate
    activity.persistentIdentifier = persistentIdentifier
    activity.isEligibleForSearch = isEligibleForSearch
    activity.isEligibleForPublicIndexing = isEligibleForPublicIndexing
    activity.publicAttributeNames = publicAttributeNames
    activity.isEligibleForHandoff = isEligibleForHandoff
    return activity
  }
}

/// A value of the app's own as `userInfo`.
extension CSUserActivity {
  /// Why a value cannot be set or read as a payload.
  public enum TypedPayloadError: Error, Sendable {
    /// The value is not one with properties or keys of its own, such as a text alone.
    case encodingError
    /// `userInfo` has no such value.
    case invalidContent
  }

  /// Puts each property of the value into `userInfo` under its coding key, beside what is there.
  ///
  /// - Throws: `TypedPayloadError.encodingError`; then nothing has changed.
  public func setTypedPayload<Payload: Encodable>(_ payload: Payload) throws {
    guard let encoded = try? PropertyListEncoder().encode(payload),
      let list = try? PropertyListSerialization.propertyList(from: encoded, format: nil),
      let entries = list as? [String: Any]
    else {
      throw TypedPayloadError.encodingError
    }
    addUserInfoEntries(from: entries)
  }

  /// The value that was put into `userInfo`.
  ///
  /// - Throws: `TypedPayloadError.invalidContent`.
  public func typedPayload<Payload: Decodable>(_ type: Payload.Type) throws -> Payload {
    guard let userInfo, !userInfo.isEmpty,
      let list = try? PropertyListSerialization.data(
        fromPropertyList: userInfo, format: .binary, options: 0),
      let payload = try? PropertyListDecoder().decode(type, from: list)
    else {
      throw TypedPayloadError.invalidContent
    }
    return payload
  }
}
