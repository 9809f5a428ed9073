import ArgumentParser
import CloudAggregator
import DeviceIndex
import Foundation
import JournalFormat
import JournalStore

struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Back up and restore a device or a cloud, also while it is in use.",
    discussion: """
      A snapshot is one file, an SQLite archive (`sqlite3 FILE -At` lists it), with the journals; \
      it has no derived files, witness or keys.

      Examples:
        spotlog snapshot create phone --to backups --incremental --keep-daily 7
        spotlog snapshot verify backups
        spotlog snapshot restore backups/*.sqlar --to phone
      """,
    subcommands: [Create.self, List.self, Show.self, Verify.self, Restore.self])

  struct Key: ParsableArguments {
    @Option(
      name: .customLong("key"),
      help: ArgumentHelp("The file with the 32 bytes of the operator's key.", valueName: "file"),
      completion: .file(), transform: GivenPath.named)
    var path: String?

    func read() throws -> SnapshotKey? {
      guard let path else { return nil }
      return try SnapshotKey(bytes: try SecretFile.key(path), path: path)
    }
  }

  struct Keep: ParsableArguments {
    @Option(name: .customLong("keep-last"), help: "Newest snapshots to keep.") var last = 0
    @Option(name: .customLong("keep-hourly"), help: "Hourly snapshots to keep.")
    var hourly = 0
    @Option(name: .customLong("keep-daily"), help: "Daily snapshots to keep.")
    var daily = 0
    @Option(name: .customLong("keep-weekly"), help: "Weekly snapshots to keep.")
    var weekly = 0
    @Option(name: .customLong("keep-monthly"), help: "Monthly snapshots to keep.")
    var monthly = 0

    func validate() throws {
      guard [last, hourly, daily, weekly, monthly].allSatisfy({ $0 >= 0 }) else {
        throw ValidationError("--keep-... takes 0 or more.")
      }
    }

    var retention: SnapshotRetention {
      SnapshotRetention(
        last: last, hourly: hourly, daily: daily, weekly: weekly, monthly: monthly)
    }
  }

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Create a snapshot of a device's or a cloud's folder.",
      discussion: """
        The snapshot is verified before it is renamed into place. With one of --keep-..., \
        snapshots of the same device or cloud that none of them keeps are removed afterwards; a \
        kept increment keeps its base snapshots. Snapshots of a copy or an abandoned history are \
        named and kept, as are those older than one that cannot be read with this key. Deleted \
        data can be restored as long as an earlier snapshot is kept.

        Examples:
          spotlog snapshot create phone --to backups
          spotlog snapshot create data --to backups --incremental --keep-hourly 24 \\
            --keep-daily 7

        Exit status: 0 there is a snapshot, verified; 65 a journal, the key or the base snapshot \
        is damaged or does not match; 66 there is no device and no cloud; 73 the folder \
        cannot be made or written, or is a device's or cloud's; or a restore of the other is not \
        complete; 74 the snapshot cannot be written whole.
        """)

    @Argument(
      help: ArgumentHelp("A device's folder or a cloud's data folder.", valueName: "dir"),
      completion: .directory, transform: GivenPath.named)
    var directory: String
    @Option(
      name: .customLong("to"), help: "The folder to put the snapshot into.",
      completion: .directory, transform: GivenPath.named)
    var folder: String
    @Flag(help: "Copy only what is new since the newest snapshot there.")
    var incremental = false
    @OptionGroup var key: Key
    @OptionGroup var keep: Keep
    @OptionGroup var form: JSONOption

    func run() throws {
      try reporting {
        try GivenPath.refuseFile(
          directory, .noSuchFile,
          "Give the folder of a device or the data folder of a cloud.")
        try GivenPath.refuseFile(folder, .cannotCreate, "Give --to a folder for snapshots.")
        try OutputFile(path: folder, option: "--to").refuseOwnedFolder()
        let profile = try SnapshotProfile.find(in: directory)
        var snapshot = try Snapshot(
          ofFolder: directory, profile, to: folder, notice: Terminal.complain)
        snapshot.key = try key.read()
        snapshot.tool = Spotlog.configuration.version
        snapshot.progress = { Terminal.progress($0) }
        var dice = Dice.system
        let (made, pruned) = try SnapshotFolder(folder, key: snapshot.key).add(
          snapshot, isIncrement: incremental, retention: keep.retention, created: .current,
          dice: &dice)
        Terminal.endProgress()
        try CreatedSnapshot(
          made, pruned, isIncrement: incremental, isEncrypted: snapshot.key != nil
        ).print(form.json)
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the snapshots of a folder, the oldest first.",
      discussion: """
        Examples:
          spotlog snapshot list backups

        Exit status: 0; 65 the key is not theirs; 66 there is no such folder.
        """)

    @Argument(help: "A folder of snapshots.", completion: .directory, transform: GivenPath.named)
    var folder: String
    @OptionGroup var key: Key
    @OptionGroup var form: JSONOption

    func run() throws {
      try reporting {
        let lines = try SnapshotFolder(existing: folder, key: try key.read()).items().map {
          SnapshotLine($0, in: folder)
        }
        if form.json { return try Output.json(lines) }
        if lines.isEmpty { Terminal.complain("no snapshots in \(folder.printable)") }
        for line in lines { print(line.text) }
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show a snapshot's manifest.",
      discussion: """
        Examples:
          spotlog snapshot show backups/*.sqlar --json
        """)

    @Argument(help: "A snapshot.", completion: .file(), transform: GivenPath.named) var file: String
    @OptionGroup var key: Key
    @OptionGroup var form: JSONOption

    func run() throws {
      try reporting {
        let archive = try SnapshotArchive(path: file, key: try key.read())
        if form.json { return try Output.json(archive.manifest) }
        archive.manifest.print(isEncrypted: archive.isEncrypted)
      }
    }
  }
}

extension SnapshotFolder {
  /// A folder that is there.
  init(existing path: String, key: SnapshotKey?) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else {
      if let hidden = JournalError.hidden(path) { throw hidden }
      throw Failure(.noSuchFile, "There is no folder at \(path). Check the path.")
    }
    self.init(path, key: key)
  }
}

extension SnapshotProfile {
  static func of(_ kind: SnapshotKind) -> SnapshotProfile { kind == .cloud ? .cloud : .device }

  /// What the folder is.
  static func find(in directory: String) throws -> SnapshotProfile {
    // Its journals may be away.
    try RestorePlan.refuseUnfinished(in: directory)
    if LostJournal(in: directory) != nil { throw DeviceFolder.missing(directory) }
    let found = [SnapshotProfile.cloud, .device].filter {
      FileManager.default.fileExists(atPath: directory + "/" + $0.leader.file)
    }
    if let profile = found.first, found.count == 1 { return profile }
    guard found.isEmpty else {
      throw Failure(
        .badInput,
        "\(directory) holds a device and a cloud. Move one of them to another folder.")
    }
    throw Failure(
      .noSuchFile,
      "There is neither a private.journal nor a cloud.journal in \(directory). Give the folder of "
        + "a device or the data folder of a cloud.")
  }
}
