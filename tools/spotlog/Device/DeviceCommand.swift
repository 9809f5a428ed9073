import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore
import SQLite
import Search
import Simulation
import Sync

struct DeviceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Be one device, on a folder of real files.",
    discussion: """
      The folder holds private.journal, the truth; index.sqlite, which is made of it and may be \
      deleted; once something was protected, keyring, without which that is lost and which no \
      snapshot has; and, once the device is enrolled with a cloud, shared.journal, witness and \
      cloud.json.

      Examples:
        spotlog device init phone
        spotlog device index phone --app com.example.notes --id 1 \\
          --attribute title="Buy milk"
        spotlog device search phone milk
        spotlog device index phone < trace.jsonl
        spotlog device sync phone --url http://127.0.0.1:8080
      """,
    subcommands: [
      Init.self, Index.self, Delete.self, Activity.self, Engage.self, Search.self, Items.self,
      Status.self, Sync.self, RotateKey.self, Reindex.self,
    ])

  /// The folder that every subcommand begins with.
  struct Folder: ParsableArguments {
    @Argument(help: ArgumentHelp("The device's folder.", valueName: "dir"), completion: .directory)
    var path: String
    @OptionGroup var unlocking: Unlocking

    // Without a cloud there is nothing to make tags for and nobody to believe.
    private static func configuration(_ path: String) throws -> DeviceConfiguration {
      try PinnedCloud.read(from: path)?.configuration ?? .local
    }

    static func missing(_ path: String) -> Failure {
      let journal = path + "/private.journal"
      guard !FileSystem.isThere(journal) else {
        return Failure(
          .noSuchFile,
          "\(journal.printable) is empty or unfinished, so there is no device in "
            + "\(path.printable). If there was one, restore it from a snapshot: spotlog snapshot "
            + "restore. Else begin a new one: spotlog device init \(path.printable)")
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
          + (FolderHint(path).text ?? "Make one: spotlog device init \(path.printable)"))
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

    var holdsDevice: Bool {
      FileManager.default.fileExists(atPath: path + "/private.journal")
    }

    /// The device in the folder; nil when there is none.
    func find() throws -> Device? { try Self.find(path) }

    private static func find(_ path: String) throws -> Device? {
      try Device.openIfThere(
        .folder(path, notice: Terminal.complain), configuration(path), random: .system)
    }

    /// The device in the folder, for a command that was given it by another way.
    static func open(_ path: String) throws -> Device {
      guard let device = try find(path) else { throw missing(path) }
      return device
    }

    /// The device in the folder, made there if `makes`. After a restore, its apps are asked for
    /// their items before anything else is journaled, unless that had to wait for a long journal.
    func open(makes: Bool = false) throws -> Device {
      guard !makes || Self.fileAbove(path) == nil else { throw Self.occupied(path) }
      let device =
        makes
        ? try Device.inFolder(
          path, Self.configuration(path), now: .current, random: .system,
          notice: Terminal.complain)
        : try Self.open(path)
      device.whenIndexIsDamaged = { isAside in
        Terminal.complain(
          isAside
            ? "the index was damaged: it was put aside, and made anew from the journal"
            : "the index was damaged, and cannot be put aside: it was made anew from the journal")
      }
      try unlocking.unlock(device)
      try device.noteRestored(at: .current, readingAtMost: Device.entriesPerStep)
      return device
    }

    /// Says what a search lacks since entries cannot be decoded.
    func complainOfUnreadable(_ device: Device) throws {
      let found = try device.withIndexAsItIs { () throws(DeviceError) in
        try device.unreadableEntries()
      }
      guard let sentence = found.sentence else { return }
      Terminal.complain(
        "partial: \(sentence) See `spotlog journal verify \(path.printable)`.")
    }

    /// The folder, for a command that only looks; of one where nothing may be written, a copy.
    func reading() throws -> Reading {
      guard DeviceCopy.isNeeded(of: path) else { return Reading(folder: self, copy: nil) }
      let copy = try DeviceCopy(of: path)
      var folder = self
      folder.path = copy.path
      return Reading(folder: folder, copy: copy)
    }

    /// To be kept for as long as the folder is read.
    struct Reading {
      let folder: Folder
      fileprivate let copy: DeviceCopy?
    }

    /// The device in the folder with everything in its index that is journaled.
    func openIndexed() throws -> Device {
      let device = try open()
      try device.readIndexToEnd()
      return device
    }
  }

  /// A device is locked unless its key is given.
  struct Unlocking: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Unlocks protected items with the 32 bytes of a file; the first such key is the device's.",
        valueName: "file"), completion: .file())
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

    /// What the key opens in a folder that is read beside its device.
    func keys(in folder: String) throws -> ClassKeys {
      guard let key = try key() else { return [:] }
      return try Device.keys(inFolder: folder, unlockedBy: key)
    }

    private func key() throws -> [UInt8]? {
      guard let unlock else { return nil }
      guard let key = try FileSystem.read(unlock, atMost: 1_024) else {
        throw Failure(.noSuchFile, "There is no key at \(unlock). Check the path.")
      }
      return key
    }
  }

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a new device in a folder.",
      discussion: """
        Example:
          spotlog device init phone
        """)

    @OptionGroup var folder: Folder
    @Flag(help: "Prints the new journal's name as JSON.") var json = false

    func run() throws {
      try reporting {
        guard try folder.find() == nil else {
          throw Failure(
            .cannotCreate, "\(folder.path) holds a device already. Choose another folder.")
        }
        let device = try folder.open(makes: true)
        let name = device.privateJournal.identity.name.description
        if json { return try Output.json(["journal": name]) }
        print("\(folder.path): device \(name)")
        if let warning = FileSystem.warning(ofFolder: folder.path) { Terminal.complain(warning) }
      }
    }
  }

  struct Items: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Every item of the index, sorted.",
      discussion: """
        Example:
          spotlog device items phone --format tsv --columns id,title
          spotlog device items phone --until 2026-01-31

        With --until they are what the index held then: one is made for it, and nothing of the \
        device's is changed.
        """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case tsv, json }

    @OptionGroup var folder: Folder
    @Option(help: "tsv, with a header row, or json: one object a line.") var format: Format = .tsv
    @Flag(help: "The same as --format json.") var json = false
    @Option(help: "For tsv: app, id, domain, unconfirmed and names of attributes, with commas.")
    var columns = "app,id,title"
    @OptionGroup var end: UntilOption

    func run() throws {
      try reporting {
        let names = columns.split(separator: ",").map(String.init)
        guard !names.isEmpty else { throw Failure(.usage, "--columns names no column.") }
        var output = Output()
        let format = json ? .json : format
        if format == .tsv { output.line(names.joined(separator: "\t")) }
        var rows: [String] = []
        var unknown = format == .tsv ? ItemRow.ownAttributes(names) : []
        try forEachItem {
          rows.append(format == .tsv ? $0.tsv(names) : $0.json)
          for name in unknown where $0.attributes[name] != nil { unknown.remove(name) }
        }
        try Self.refuse(unknown)
        rows.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for row in rows { output.line(row) }
        output.flush()
      }
    }

    /// - Parameter columns: what is no attribute of any item.
    private static func refuse(_ columns: Set<String>) throws {
      for name in columns.sorted() {
        guard let meant = Device.documentedAttribute(near: name) else {
          Terminal.complain("no item has an attribute \(name.printable): its column is empty")
          continue
        }
        throw Failure(
          .usage, "--columns: no item has an attribute \(name.printable). Did you mean \(meant)?")
      }
    }

    private func forEachItem(_ body: (ItemRow) -> Void) throws {
      if let until = end.until {
        let index = try PastIndex.open(folder, until: until).index
        return try index.forEachItem { document in
          body(
            ItemRow(
              app: document.app, id: document.id, domain: document.domain,
              attributes: AttributeSet(document.attributes),
              isUnconfirmed: try index.isUnconfirmed(app: document.app, id: document.id)))
        }
      }
      let reading = try folder.reading()
      defer { withExtendedLifetime(reading) {} }
      let device = try reading.folder.openIndexed()
      var unconfirmed: Set<[String]> = []
      try device.forEachUnconfirmedItem { unconfirmed.insert([$0, $1]) }
      try device.forEachItem { app, id, domain, attributes in
        body(
          ItemRow(
            app: app, id: id, domain: domain, attributes: attributes,
            isUnconfirmed: unconfirmed.contains([app, id])))
      }
    }
  }
}
