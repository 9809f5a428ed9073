import ArgumentParser
import CloudAggregator
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore

extension SnapshotCommand {
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Verify a snapshot and its base snapshots completely.",
      discussion: """
        With --key, unencrypted snapshots are rejected, since their origin cannot be proven.

        Exit status: 1 a snapshot is damaged, incomplete or not to be trusted, or one of a folder \
        cannot be read with this key; 65 the file is not a snapshot, or the key is not its own; 66 \
        there is no such file.

        Examples:
          spotlog snapshot verify backups
          spotlog snapshot verify backups/*.sqlar
        """)

    @Argument(
      help: "A snapshot, or a folder of them.", completion: .file(), transform: GivenPath.named)
    var path: String
    @OptionGroup var key: Key
    @OptionGroup var form: JSONOption

    func run() throws {
      try reporting {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let key = try key.read()
        var paths = [path]
        if isThere, isFolder.boolValue {
          paths = try SnapshotFolder(existing: path, key: key).items().map { path + "/" + $0.file }
          guard !paths.isEmpty else {
            throw Failure(
              .noSuchFile,
              "There is no snapshot in \(path): their names begin with snapshot- and end with "
                + ".sqlar. Check the path.")
          }
        }
        let results = try paths.map {
          try VerifiedSnapshot($0, key, isOfMany: isFolder.boolValue)
        }
        Terminal.endProgress()
        if form.json { try Output.json(results) } else { for result in results { result.print() } }
        if results.contains(where: { !$0.whole }) { throw Failure(.finding, "") }
      }
    }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Restore a snapshot's journals into a folder: all or none.",
      discussion: """
        The folder is empty or holds the same device or cloud, which no process may have open. \
        Everything is checked first, and existing files are replaced only after the new journals \
        are complete. A restore that was interrupted can be run again, or undone with \
        --undo; a completed one cannot be undone: take a snapshot before it.

        With --key, unencrypted snapshots are rejected, since their origin cannot be proven. A \
        warning names a snapshot that is not the newest of its device or cloud in its folder.

        The witness stays as it is: a device or a cloud learns from it that it went back. What \
        happened after the snapshot comes back from the cloud, from other devices and from apps as \
        far as they have it; `spotlog device sync` and `spotlog cloud status` say how far. What \
        all backups of a cloud should hold may exist nowhere else: a snapshot that lacks some of \
        it is refused, with the amount, unless --accept-loss is given; `spotlog serve` requires \
        the same.

        With --at, the private journal (of a cloud: its log) ends with that entry, or with the \
        last one that is not later than that time, as --until shows it elsewhere. A day includes \
        its last entry. The output names what the snapshot holds beyond that.

        Examples:
          spotlog snapshot restore backups/*.sqlar --to phone
          spotlog snapshot restore FILE --to phone --at 2026-01-01T11:30:00Z --dry-run
          spotlog snapshot restore --to phone --undo

        Exit status: 0; 65 the snapshot is damaged, incomplete, newer than this program, or of \
        another device or cloud, the key is not its own, or something would be given up; 66 there \
        is no such snapshot or key, or nothing to undo; 73 a process has the folder open, another \
        restore was interrupted there, or it cannot be written; 74 there is no room. Nothing is \
        lost by any of these: the folder is as it was, or the restore can be run again or undone.
        """)

    @Argument(
      help: "A snapshot; required without --undo.", completion: .file(), transform: GivenPath.named)
    var file: String?
    @Option(
      name: .customLong("to"), help: "The folder to restore.", completion: .directory,
      transform: GivenPath.named)
    var folder: String
    @Option(
      help: ArgumentHelp(
        "The last entry's number, or a time to end at; default everything. \(Moment.limits)",
        valueName: "entry|time"),
      transform: Moment.argument)
    var at: Moment?
    @Flag(help: "Check everything and change nothing.") var dryRun = false
    @Flag(help: "Accept that reports are lost which this backup should hold.")
    var acceptLoss = false
    @Flag(help: "Undo an interrupted restore.") var undo = false
    @OptionGroup var key: Key
    @Option(help: .hidden) var killAtStep: Int?
    @OptionGroup var form: JSONOption

    func validate() throws {
      guard (file == nil) == undo else {
        throw ValidationError("Give a snapshot, or --undo without one.")
      }
    }

    func run() throws {
      try reporting {
        try GivenPath.refuseFile(
          folder, .cannotCreate, "Give --to an empty folder, or the one it was taken from.")
        guard let file else { return try undoRestore() }
        let timer = SnapshotPhaseTimer { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
        let chain = try SnapshotChain(path: file, key: try key.read())
        var restore = SnapshotRestore(chain, .of(chain.manifest.kind), to: folder)
        restore.point = at?.point ?? .head
        if let killAtStep { restore.files = KillingFiles(atStep: killAtStep) }
        restore.phase = { phase in
          timer.enter(phase)
          Terminal.progress(phase.rawValue)
        }
        try checkOrigin(of: chain, file)
        let loss = try loss(of: restore)
        let summary = try dryRun ? restore.rehearse() : restore.run(now: .current)
        timer.end()
        Terminal.endProgress()
        try RestoredFolder(summary, givenUp: loss?.text, isDryRun: dryRun, timer).print(form.json)
      }
    }

    /// Says what is not the newest: somebody may have put it in the place of the right one.
    private func checkOrigin(of chain: SnapshotChain, _ file: String) throws {
      let (manifest, key) = (chain.manifest, try self.key.read())
      let items = try? SnapshotFolder(file.folder, key: key).items()
      let newest = (items ?? []).compactMap { try? $0.manifest.get() }
        .filter { $0.leader.identity == manifest.leader.identity }
        .max { $0.created < $1.created }
      guard let newest, newest.created > manifest.created else { return }
      let made = Timestamp(milliseconds: newest.created).text
      Terminal.complain(
        "this is not the newest snapshot in its folder: there is one of \(made)")
    }

    private func loss(of restore: SnapshotRestore) throws -> RestoreLoss? {
      // One that continues was asked for already, and nobody may read what it has half done.
      guard restore.profile.kind == .cloud, try RestorePlan.read(in: folder) == nil,
        let loss = try RestoreLoss(
          restoring: restore.chain.manifest.leader, through: restore.lastOfLeader(), over: folder)
      else { return nil }
      guard acceptLoss else {
        throw Failure(
          .badInput,
          "This would give up \(loss.text). All backups should hold that, so devices may have "
            + "deleted it. Restore a newer snapshot; or, to continue without it, add "
            + "--accept-loss."
        )
      }
      return loss
    }

    private func undoRestore() throws {
      try SnapshotRestore.undo(in: folder, try .find(toUndoIn: folder))
      if form.json { return try Output.json(["undone": true]) }
      print("undone      \(folder) is as it was before")
    }
  }
}

extension SnapshotProfile {
  /// What the folder is by the plan in it, where its journals may be away.
  static func find(toUndoIn folder: String) throws -> SnapshotProfile {
    guard let plan = try RestorePlan.read(in: folder) else {
      throw Failure(
        .noSuchFile, "No restore of \(folder) was interrupted: there is nothing to undo.")
    }
    return [SnapshotProfile.cloud, .device].first { profile in
      plan.members.contains { $0.file == profile.leader.file }
    } ?? .device
  }
}
