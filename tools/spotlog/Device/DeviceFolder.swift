import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore

/// The folder that every subcommand begins with.
struct DeviceFolder: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The device's folder.", valueName: "dir"), completion: .directory,
    transform: GivenPath.named)
  var path: String
  @OptionGroup var unlocking: UnlockOptions

  // Without a cloud there is nothing to make tags for and nobody to believe.
  private static func configuration(_ path: String) throws -> DeviceConfiguration {
    try PinnedCloud.read(from: path)?.configuration ?? .local
  }

  static func missing(_ path: String) -> Failure {
    let journal = JournalKind.private.path(in: path)
    if let hidden = JournalError.hidden(journal) {
      return Failure(status(of: hidden), hidden.message)
    }
    if let lost = LostJournal(in: path)?.error { return Failure(status(of: lost), lost.message) }
    guard !FileSystem.isThere(journal) else {
      return Failure(
        .noSuchFile,
        "\(journal.printable) is empty or unfinished, so there is no device in "
          + "\(path.printable). If there was one, restore it from a snapshot: spotlog snapshot "
          + "restore. Else begin a new one: spotlog device init \(path.asShellWord)")
    }
    if let file = fileAbove(path) {
      return Failure(
        .noSuchFile,
        file == path
          ? "\(path.printable) is a file; pass a device's folder."
          : "There is no device in \(path.printable): \(file.printable) is not a folder. Check the "
            + "path."
      )
    }
    return Failure(
      .noSuchFile,
      "There is no device in \(path.printable). "
        + (FolderHint(path).text ?? "Make one: spotlog device init \(path.asShellWord)"))
  }

  /// The path itself or what is above it, where that is a file and no folder; nil otherwise.
  private static func fileAbove(_ path: String) -> String? {
    var place = path
    while !place.isEmpty, place != "/", place != "." {
      while place.hasSuffix("/"), place.utf8.count > 1 { place.removeLast() }
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) {
        return isFolder.boolValue ? nil : place
      }
      // A link that leads nowhere.
      if FileSystem.isThere(place) { return place }
      // Foundation's way ends the process for a name of one letter.
      place = place.folder
    }
    return nil
  }

  /// Why no device can be made at a path.
  private static func occupied(_ path: String) -> Failure {
    let file = (fileAbove(path) ?? path).printable
    return Failure(
      .cannotCreate,
      "\(file) is not a folder, so no device can be made in \(path.printable). Choose a folder "
        + "that is empty or not there yet.")
  }

  var missing: Failure { Self.missing(path) }

  var holdsDevice: Bool { DeviceStorage.folder(path).holdsDevice }

  /// The device in the folder, for a command that was given it by another way.
  static func open(_ path: String) throws -> Device {
    try orMissing(path) { try open(path, makes: false) }
  }

  /// The device in the folder, which is only read.
  func reader() throws -> DeviceReader { try Self.reader(path, unlocking) }

  static func reader(_ path: String, _ unlocking: UnlockOptions) throws -> DeviceReader {
    let key = try unlocking.key()
    // Where the address may not be read, it is told together with the rest that may not.
    let isForbidden = FileSystem.isForbidden(PinnedCloud.path(in: path))
    let configuration = isForbidden ? .local : try configuration(path)
    return try orMissing(path) {
      try DeviceReader(
        path, configuration: configuration, unlockedBy: key, makingNewKeys: unlocking.newKeyring,
        notice: { Terminal.complain($0) })
    }
  }

  /// The index of the folder's device as it was. Says where it is partial.
  func index(until: Moment) throws -> InspectedIndex {
    guard FileManager.default.fileExists(atPath: path) else { throw missing }
    let journal = JournalInspector(
      path, member: JournalKind.private.description, key: nil,
      notice: { Terminal.complain($0) }, progress: { Terminal.progress("entry \($0)") })
    let index = try journal.index(until: until, unlockedBy: try unlocking.key())
    Terminal.endProgress()
    for sentence in index.omissions { Terminal.complain("partial: \(sentence)") }
    return index
  }

  private static func open(_ path: String, makes: Bool) throws -> Device {
    try Device.inFolder(
      path, configuration(path), createsDevice: makes, now: .current, random: .system,
      notice: Terminal.complain)
  }

  /// Says of a folder without a device what to do.
  private static func orMissing<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
    do { return try work() } catch {
      let reason = (error as? InspectionError)?.cause ?? error
      throw (reason as? DeviceError)?.code == .noDevice ? missing(path) : error
    }
  }

  /// A new device in the folder, where there must be none.
  ///
  /// - Returns: its name.
  func make() throws -> String {
    let found = try Device.openIfThere(
      .folder(path, notice: Terminal.complain), Self.configuration(path), random: .system)
    guard found == nil else {
      throw Failure(.cannotCreate, "\(path) holds a device already. Choose another folder.")
    }
    return try withHost(makes: true) { await $0.journalName }
  }

  /// The device in the folder, which becomes one, for what no app asks.
  func openOrMake() throws -> Device {
    try checkBeforeMaking()
    let device = try Self.open(path, makes: true)
    try Self.prepare(device, unlocking)
    return device
  }

  /// Refuses what would be refused once the device is made: a mistyped folder must not become one.
  func checkBeforeMaking() throws {
    guard Self.fileAbove(path) == nil else { throw Self.occupied(path) }
    // Snapshots, and most who look into a folder, take it for one of the two.
    guard holdsDevice || !FileSystem.holds(.cloud, in: path) else {
      throw Failure(
        .cannotCreate, "\(path.printable) holds a cloud. Choose another folder for the device.")
    }
    if !holdsDevice, LostJournal(in: path) != nil { throw missing }
    if let key = try unlocking.key() { try ItemProtection.check(key, ofFolder: path) }
  }

  /// The device in the folder, which must hold one, for what no app asks.
  func openMade() throws -> Device {
    let device = try Self.open(path)
    try Self.prepare(device, unlocking)
    return device
  }

  /// Unlocks a device that was opened. After a restore, its apps are asked for their items before
  /// anything else is journaled, unless that had to wait for a long journal.
  private static func prepare(_ device: Device, _ unlocking: UnlockOptions) throws {
    if let key = try unlocking.key() {
      try device.unlock(with: key, makingNewKeys: unlocking.newKeyring)
    }
    try device.reindex.askAfterRestore(at: .current, readingAtMost: ManagedIndex.entriesPerStep)
  }

  /// Has an app's calls do something with the device in the folder.
  ///
  /// - Parameter makes: whether a folder without a device becomes one.
  func withHost<Value: Sendable>(
    makes: Bool = false, _ work: @escaping @Sendable (DeviceHost) async throws -> Value
  ) throws -> Value {
    if makes { try checkBeforeMaking() }
    let (path, key, newKeys) = (path, try unlocking.key(), unlocking.newKeyring)
    let configuration = try Self.configuration(path)
    return try unlocking.advising {
      try Self.orMissing(path) {
        try waiting {
          // It ends with this work, and its files are closed when the command continues.
          let host = try DeviceHost(
            folder: path, configuration: configuration, createsDevice: makes, readsAhead: false,
            notice: Terminal.complain)
          if let key { try await host.unlock(with: key, makingNewKeys: newKeys) }
          return try await work(host)
        }
      }
    }
  }

  /// The same with everything in its index that is journaled.
  func withIndexedHost<Value: Sendable>(
    _ work: @escaping @Sendable (DeviceHost) async throws -> Value
  ) throws -> Value {
    try withHost { host in
      var progress = try await host.readIndex()
      while !progress.isComplete {
        Terminal.progress("the index has \(progress.text)")
        progress = try await host.readIndex()
      }
      Terminal.endProgress()
      return try await work(host)
    }
  }
}

/// A device is locked unless its key is given.
struct UnlockOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file with the 32-byte key that unlocks protected items.",
      valueName: "file"), completion: .file(), transform: GivenPath.named)
  var unlock: String?
  @Flag(
    help: """
      With --unlock: if the keyring that encrypts items is missing, create a new one and ask \
      apps for these items again.
      """)
  var newKeyring = false

  func validate() throws {
    guard unlock != nil || !newKeyring else {
      throw ValidationError("--new-keyring needs --unlock.")
    }
  }

  /// What people are told of an error. The library says to unlock the device, and knows no option.
  func sentence(of error: any Error) -> String {
    guard unlock == nil, (error as? DeviceError)?.code == .locked else { return "\(error)" }
    return "\(error) Add --unlock FILE with the device's key."
  }

  /// Has an error of a locked device name the option.
  func advising<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch let error as DeviceError where error.code == .locked {
      throw Failure(status(of: error), sentence(of: error))
    }
  }

  /// What the file says; nil where none was named.
  fileprivate func key() throws -> [UInt8]? { try unlock.map(SecretFile.key) }
}
