internal import DeviceIndex
internal import JournalFormat
internal import JournalStore

/// One device of a simulation: the shipped code on a simulated disk, with its witness beside it.
class SimulatedDevice {
  let place: Int
  /// Who uses it, and every restore and copy of it.
  let person: Int
  let disk: SimulatedDisk
  private(set) var storage: DeviceStorage
  private(set) var witness: MemoryWitnessStore
  let folder: String
  var isAlive = true
  /// The last epoch that it was seen in.
  var epoch: EpochName?
  /// How often the cloud had gone back when it last heard of it.
  var heardSetbacks = 0
  private let configuration: DeviceConfiguration
  private var dice: Dice
  private(set) var process: Device?

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

  /// - Parameters:
  ///   - folder: where its files are; empty for the root of the disk.
  ///   - writer: shared by the devices of a simulation.
  ///   - keyring: of its protected items; nil: nothing can be protected.
  init(
    place: Int, person: Int, on disk: SimulatedDisk, _ options: JournalOptions, folder: String,
    writer: BatchWriter, configuration: DeviceConfiguration, dice: Dice,
    keyring: MemoryWitnessStore? = nil
  ) {
    self.place = place
    self.person = person
    self.disk = disk
    self.folder = folder
    self.configuration = configuration
    self.dice = dice
    witness = MemoryWitnessStore(on: disk)
    storage = DeviceStorage(
      privatePath: JournalKind.private.path(in: folder),
      sharedPath: JournalKind.shared.path(in: folder),
      indexPath: folder + "/index.sqlite", witness: witness, journalOptions: options,
      batchWriter: writer, keyring: keyring)
  }

  var name: String { "device \(place)" }

  // MARK: Its process

  /// The device's process, begun if it is not running.
  func process(now: Timestamp) throws -> Device {
    if let process { return process }
    let opened = try Device.openOrCreate(storage, configuration, now: now, random: dice)
    process = opened
    return opened
  }

  /// Ends the process in good order; the files stay.
  func end() {
    if let process { dice = process.random }
    process = nil
  }

  /// The process ends; nothing that it had open writes anything more.
  func kill() {
    disk.fail(afterChanges: 0)
    end()
    disk.fail(afterChanges: nil)
    disk.heal()
  }

  // MARK: What it is made of

  /// Its journals between two processes, by their names: all that is not derived.
  typealias Files = [String: [UInt8]]

  var files: Files {
    var files: Files = [:]
    // Where the disk failed as a journal was closed, its log is there still.
    for path in paths where !path.hasPrefix(storage.indexPath) {
      files[String(path.dropFirst(folder.count))] = disk.bytes(of: path)
    }
    return files
  }

  private var paths: [String] { disk.paths.filter { $0.hasPrefix(folder + "/") } }

  /// Puts files in the place of those that are there. Nobody may have them open.
  func become(_ image: Files, witness bytes: [UInt8]?) throws {
    for path in paths { try SimulatedFiles(disk).remove(path) }
    for (name, bytes) in image.sorted(by: { $0.key < $1.key }) {
      _ = disk.put(bytes, at: folder + name)
    }
    replaceWitness(by: bytes)
  }

  /// Becomes a copy of another one of the same person; both go on.
  func becomeCopy(of other: SimulatedDevice, withWitness: Bool) throws {
    other.end()
    try become(other.files, witness: withWitness ? other.witness.bytes : nil)
    epoch = withWitness ? other.epoch : nil
  }

  func replaceWitness(by bytes: [UInt8]?) {
    witness = MemoryWitnessStore(bytes, on: disk)
    storage.witness = witness
  }

  /// Takes away what is derived.
  func loseIndex() throws {
    for path in paths where path.hasPrefix(storage.indexPath) {
      try SimulatedFiles(disk).remove(path)
    }
  }

  // MARK: Forks

  var image: Image {
    Image(
      place: place, person: person, isAlive: isAlive, epoch: epoch, heardSetbacks: heardSetbacks,
      witness: witness.bytes, dice: dice)
  }

  /// One that continues from an image, on a fork of its disk.
  convenience init(
    _ image: Image, on disk: SimulatedDisk, _ options: JournalOptions, folder: String,
    writer: BatchWriter, configuration: DeviceConfiguration
  ) throws {
    self.init(
      place: image.place, person: image.person, on: disk, options, folder: folder, writer: writer,
      configuration: configuration, dice: image.dice)
    isAlive = image.isAlive
    epoch = image.epoch
    heardSetbacks = image.heardSetbacks
    replaceWitness(by: image.witness)
  }
}
