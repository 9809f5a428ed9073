import ArgumentParser
import CloudAggregator
import DeviceIndex
import Foundation
import JournalFormat
import JournalStore

extension SnapshotCommand {
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Inflate everything and follow every chain, through all that it goes on from.",
      discussion: """
        Exit status: 1 a snapshot is damaged, incomplete or not to be trusted, or one of a folder \
        cannot be read with this key; 65 the file is no snapshot, or the key is not its own; 66 \
        there is none.

        Examples:
          spotlog snapshot verify backups
          spotlog snapshot verify backups/snapshot-20260101T120000000Z-01020304.sqlar
        """)

    @Argument(help: "A snapshot, or a folder of them.") var path: String
    @OptionGroup var key: Key
    @Flag(help: "Prints the results as JSON.") var json = false

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
        if json { try Output.json(results) } else { for result in results { result.print() } }
        if results.contains(where: { !$0.whole }) { throw Failure(.finding, "") }
      }
    }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Put a snapshot's journals into a folder: all of them or none.",
      discussion: """
        The folder is empty or holds the same device or cloud, which no process may have open. \
        Everything is checked before anything of it is touched, and what was there goes when the \
        new journals are whole. A restore that was interrupted can be run again, or undone with \
        --undo; one that came to its end cannot be undone: take a snapshot before it.

        The witness stays as it is: a device or a cloud learns from it that it went back. What \
        happened after the snapshot comes back from the cloud, from other devices and from apps as \
        far as they have it; `spotlog device sync` and `spotlog cloud status` say how far. Of a \
        cloud, what all its backups were to hold may be nowhere else: a snapshot that lacks some \
        of it is refused, with how much that is, but for --accept-loss; `spotlog serve` asks for \
        the same.

        With --at, the private journal (of a cloud: its log) ends with that entry, or before the \
        first entry that is later than that time.

        Examples:
          spotlog snapshot restore backups/snapshot-20260101T120000000Z-01020304.sqlar --to phone
          spotlog snapshot restore FILE --to phone --at 2026-01-01T11:30:00Z --dry-run
          spotlog snapshot restore --to phone --undo

        Exit status: 0; 65 the snapshot is damaged, incomplete, newer than this program, or of \
        another device or cloud, the key is not its own, or something would be given up; 66 there \
        is no such snapshot or key, or nothing to undo; 73 a process has the folder open, another \
        restore was interrupted there, or it cannot be written; 74 there is no room. Nothing is \
        lost by any of these: the folder is as it was, or the restore can be run again or undone.
        """)

    @Argument(help: "A snapshot; needed without --undo.") var file: String?
    @Option(name: .customLong("to"), help: "The folder to restore.") var folder: String
    @Option(help: "An entry's number or a time in ISO 8601; without it, all of it.")
    var at: String?
    @Flag(help: "Checks everything and changes nothing.") var dryRun = false
    @Flag(help: "Gives up what all backups of a cloud were to hold, and this one lacks.")
    var acceptLoss = false
    @Flag(help: "Brings back what an interrupted restore was replacing.") var undo = false
    @OptionGroup var key: Key
    @Option(help: .hidden) var killAtStep: Int?
    @Flag(help: "Prints the result as JSON.") var json = false

    func validate() throws {
      guard (file == nil) == undo else {
        throw ValidationError("Give a snapshot, or --undo without one.")
      }
      _ = try point
    }

    func run() throws {
      try reporting {
        guard let file else { return try undoRestore() }
        let timer = SnapshotPhaseTimer()
        let chain = try SnapshotChain(path: file, key: try key.read())
        var restore = SnapshotRestore(chain, .of(chain.manifest.kind), to: folder)
        restore.point = try point
        if let killAtStep { restore.files = KillingFiles(atStep: killAtStep) }
        restore.phase = { phase in
          timer.enter(phase)
          Terminal.progress(phase.rawValue)
        }
        let loss = try loss(of: restore)
        let summary = try dryRun ? restore.rehearse() : restore.run(now: .current)
        timer.end()
        Terminal.endProgress()
        try RestoredFolder(summary, givenUp: loss?.text, isDryRun: dryRun, timer).print(json)
      }
    }

    private func loss(of restore: SnapshotRestore) throws -> RestoreLoss? {
      // One that goes on was asked for already, and nobody may read what it has half done.
      guard restore.profile.kind == .cloud, try RestorePlan.read(in: folder) == nil,
        let loss = try RestoreLoss(
          restoring: restore.chain.manifest.leader, through: restore.lastOfLeader(), over: folder)
      else { return nil }
      guard acceptLoss else {
        throw Failure(
          .badInput,
          "This would give up \(loss.text). All backups were to hold that, so devices may have "
            + "thrown it away. Restore a newer snapshot; or, to go on without it, add "
            + "--accept-loss."
        )
      }
      return loss
    }

    private func undoRestore() throws {
      try SnapshotRestore.undo(in: folder, try .find(toUndoIn: folder))
      if json { return try Output.json(["undone": true]) }
      print("undone      \(folder) is as it was before")
    }

    private var point: RestorePoint {
      get throws {
        guard let at else { return .head }
        if let number = UInt64(at) { return .entry(number) }
        let formats: [Date.ISO8601FormatStyle] = [
          .init(includingFractionalSeconds: true), .init(), .init().year().month().day(),
        ]
        for format in formats {
          guard let date = try? Date(at, strategy: format) else { continue }
          return .time(
            Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded())))
        }
        throw ValidationError(
          "--at takes an entry's number, or a time such as 2026-01-01T12:00:00Z.")
      }
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
