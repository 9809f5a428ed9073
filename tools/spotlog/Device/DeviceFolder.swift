import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore
import Search

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
    let journal = path + "/private.journal"
    if let hidden = JournalError.hidden(journal) {
      return Failure(status(of: hidden), hidden.message)
    }
    if let lost = LostJournal(in: path) { return Failure(.noSuchFile, lost.sentence) }
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
          ? "\(path.printable) is a file, and a device is a folder. Give the folder of one."
          : "There is no device in \(path.printable): \(file.printable) is no folder. Check the "
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
      "\(file) is no folder, so no device can be made in \(path.printable). Choose a folder "
        + "that is empty or not there yet.")
  }

  var missing: Failure { Self.missing(path) }

  var holdsDevice: Bool { DeviceStorage.folder(path).holdsDevice }

  /// The device in the folder, for a command that was given it by another way.
  static func open(_ path: String) throws -> Device {
    try orMissing(path) { try open(path, makes: false) }
  }

  /// The device in a folder that is only read.
  static func open(_ folder: ReadableFolder) throws -> Device {
    let device = try orMissing(folder.original) { try open(folder.path, makes: false) }
    guard folder.isCopy else { return device }
    // What is put aside or rebuilt in a copy stays in the folder as it is.
    device.index.whenDamaged = { _ in
      Terminal.complain(
        "the index is damaged: it was rebuilt from the journal for this command alone")
    }
    return device
  }

  private static func open(_ path: String, makes: Bool) throws -> Device {
    try Device.inFolder(
      path, configuration(path), createsDevice: makes, now: .current, random: .system,
      notice: Terminal.complain)
  }

  /// Says of a folder without a device what to do.
  private static func orMissing<Value>(_ path: String, _ work: () throws -> Value) throws -> Value {
    do { return try work() } catch let error as DeviceError where error.code == .noDevice {
      throw missing(path)
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
    guard holdsDevice || !FileSystem.isThere(path + "/cloud.journal") else {
      throw Failure(
        .cannotCreate, "\(path.printable) holds a cloud. Choose another folder for the device.")
    }
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
  ///
  /// - Parameter asksApps: whether apps are asked for their items after a restore.
  static func prepare(
    _ device: Device, _ unlocking: UnlockOptions, asksApps: Bool = true
  ) throws {
    try unlocking.unlock(device)
    guard asksApps else { return }
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

  /// Says what a search lacks since entries cannot be decoded.
  func complainOfUnreadable(_ device: Device) throws {
    let found = try device.index.withoutReading { () throws(DeviceError) in
      try device.index.unreadableEntries()
    }
    guard let sentence = found.sentence else { return }
    Terminal.complain(
      "partial: \(sentence) See `spotlog journal verify \(path.asShellWord)`.")
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
      With --unlock: makes new keys where the keyring is not there that items are sealed with, \
      and has apps asked for these again.
      """)
  var newKeyring = false

  func validate() throws {
    guard unlock != nil || !newKeyring else {
      throw ValidationError("--new-keyring goes with --unlock: it is made with that key.")
    }
  }

  func unlock(_ device: Device) throws {
    guard let key = try key() else { return }
    try device.unlock(with: key, makingNewKeys: newKeyring)
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

  /// Refuses to make a keyring that would be gone with the copy of a folder.
  ///
  /// - Parameter path: the copy.
  func refuseNewKeyring(inCopyOf folder: String, at path: String) throws {
    guard newKeyring, !FileSystem.isThere(path + "/keyring") else { return }
    throw Failure(
      .cannotCreate,
      "--new-keyring would write a keyring to \(folder), where this command only reads: you may "
        + "not write there, or another process has the device open. Leave it out, or run this "
        + "where the folder may be written to.")
  }

  /// What the key opens in a folder that is read beside its device.
  func keys(in folder: String) throws -> ClassKeys {
    guard let key = try key() else { return [:] }
    return try ItemProtection.keys(inFolder: folder, unlockedBy: key)
  }

  /// What the file says; nil where none was named.
  fileprivate func key() throws -> [UInt8]? {
    guard let unlock else { return nil }
    guard let key = try FileSystem.read(unlock, atMost: 1_024) else {
      throw Failure(.noSuchFile, "There is no key at \(unlock). Check the path.")
    }
    return key
  }
}
