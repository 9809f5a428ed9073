internal import DeviceIndex
internal import Foundation
internal import JournalFormat
internal import JournalStore

/// One device of a drill.
final class DrillDevice {
  let place: Int
  /// Who uses it, and every restore and copy of it.
  let person: Int
  let folder: String
  var isAlive = true
  /// The last epoch that it was seen in.
  var epoch: EpochName?
  /// How often the cloud had gone back when it last spoke.
  var heardSetbacks = 0
  private(set) var witness = MemoryWitnessStore()
  private let options: JournalOptions
  private let configuration: DeviceConfiguration
  private var dice: Dice
  private var running: Device?

  /// What of it is not on the disk, between two runs of its process.
  struct Image {
    let place: Int
    let person: Int
    let isAlive: Bool
    let epoch: EpochName?
    let heardSetbacks: Int
    let witness: [UInt8]?
    let dice: Dice
  }

  init(
    place: Int, person: Int, options: JournalOptions, configuration: DeviceConfiguration, dice: Dice
  ) {
    self.place = place
    self.person = person
    self.options = options
    self.configuration = configuration
    self.dice = dice
    folder = "/devices/\(place)"
  }

  convenience init(
    _ image: Image, options: JournalOptions, configuration: DeviceConfiguration
  ) throws {
    self.init(
      place: image.place, person: image.person, options: options, configuration: configuration,
      dice: image.dice)
    isAlive = image.isAlive
    epoch = image.epoch
    heardSetbacks = image.heardSetbacks
    try replaceWitness(by: image.witness)
  }

  var image: Image {
    Image(
      place: place, person: person, isAlive: isAlive, epoch: epoch, heardSetbacks: heardSetbacks,
      witness: witness.bytes, dice: dice)
  }

  var name: String { "device \(place)" }

  /// Its files, in the order in which a snapshot reads the journals.
  var paths: (shared: String, private: String, index: String) {
    (folder + "/shared.journal", folder + "/private.journal", folder + "/index.sqlite")
  }

  private var storage: DeviceStorage {
    DeviceStorage(
      privatePath: paths.private, sharedPath: paths.shared, indexPath: paths.index,
      witness: witness, journalOptions: options)
  }

  /// The device's process, begun if it is not running.
  func process(now: Timestamp) throws -> Device {
    if let running { return running }
    let opened = try Device.openOrCreate(storage, configuration, now: now, random: dice)
    running = opened
    return opened
  }

  /// Ends the process; the files stay.
  func end() {
    if let running { dice = running.random }
    running = nil
  }

  func replaceWitness(by bytes: [UInt8]?) throws {
    witness = MemoryWitnessStore()
    if let bytes { try witness.write(bytes) }
  }
}

/// What apps and people do in a drill.
enum DrillEvent {
  static let app = "app"

  static func activity(
    _ page: String, title: String? = nil, isPublic: Bool = true
  ) throws -> JournalEvent {
    var activity = UserActivity(activityType: "view")
    activity.persistentIdentifier = page
    activity.title = title ?? self.title(of: page)
    activity.webpageURL = URL(string: address(of: page))
    activity.isEligibleForSearch = true
    activity.isEligibleForPublicIndexing = isPublic
    var event = JournalEvent()
    event.activityRecorded = try activity.journaled(app: app)
    return event
  }

  static func item(_ id: String, title: String, indexName: String) throws -> JournalEvent {
    var set = AttributeSet(contentType: "public.item")
    set.title = title
    var event = JournalEvent()
    event.itemIndexed = try SearchableItem(
      uniqueIdentifier: id, domainIdentifier: nil, attributeSet: set
    ).journaled(app: app, indexName: indexName)
    return event
  }

  static func clientState(_ state: String, indexName: String) -> JournalEvent {
    var event = JournalEvent()
    event.batchEnded.app = app
    event.batchEnded.indexName = indexName
    event.batchEnded.clientState = Data(state.utf8)
    return event
  }

  static func title(of page: String) -> String { "Page \(page)" }
  /// After its app gave it another one.
  static func laterTitle(of page: String) -> String { "Page \(page), as it is called now" }

  static func engagement(_ page: String) -> JournalEvent {
    var event = JournalEvent()
    event.resultEngaged.result.app = app
    event.resultEngaged.result.id = page
    return event
  }

  static func deletion(_ page: String) -> JournalEvent {
    var event = JournalEvent()
    event.itemsDeleted.app = app
    event.itemsDeleted.ids = [page]
    return event
  }

  /// The tag under which the cloud knows a page.
  static func tag(of page: String, salt: [UInt8]) -> Tag {
    words(of: page, title: title(of: page)).tag(salt: salt)
  }

  /// The digest of a page's words under a title.
  static func content(of page: String, title: String) -> ContentDigest {
    words(of: page, title: title).digest
  }

  /// What is public of a page, as docs/RULES.md says: the product is not asked what that is.
  private static func words(of page: String, title: String) -> PublicItem {
    PublicItem(
      app: app, activityType: "view", identity: .url(address(of: page)), title: title,
      contentDescription: "", keywords: [], thumbnailURL: "")
  }

  private static func address(of page: String) -> String {
    let address = "https://example.com/\(page)"
    return URL(string: address)?.absoluteString ?? address
  }
}
