#if Server
  import Foundation
  import JournalFormat
  import SQLite

  #if Sabotage
    /// Breaks one promise on purpose: a drill that does not notice is worth nothing. It is there
    /// with the trait `Sabotage` alone, which no release has.
    enum ProcessSabotage: String, CaseIterable {
      /// The cloud's data folder goes back to what it was, and nobody is told.
      case rewindsCloud = "rewinds-cloud"
      /// What a device did is told to the cloud a second time, by another one.
      case countsTwice = "counts-twice"
      /// A page is reported that no device of the drill has.
      case inventsPages = "invents-pages"
      /// A device loses an item that nobody deleted.
      case forgetsItems = "forgets-items"
      /// An entry of the cloud's log is changed in its file.
      case damagesLog = "damages-log"
      /// Snapshots that should be damaged are whole.
      case mendsSnapshots = "mends-snapshots"
      /// A restore that was interrupted is neither run again nor undone.
      case leavesRestore = "leaves-restore"
      /// A command ends before it has read what it is given.
      case endsWriters = "ends-writers"
      /// A disk that should be full has room.
      case leavesRoom = "leaves-room"
      /// Backups that should be lost are there.
      case keepsBackups = "keeps-backups"

      /// Drills of which it is known that they then fail.
      private var drills: [String] {
        switch self {
        case .rewindsCloud: ["real-witness-deleted", "real-delete-then-restore", "soak"]
        case .countsTwice, .inventsPages, .damagesLog: ["real-index-deleted", "soak"]
        case .forgetsItems: ["real-index-deleted"]
        case .mendsSnapshots: ["real-snapshot-refused"]
        case .leavesRestore: ["real-restore-killed"]
        case .endsWriters: ["real-torn-copy"]
        case .leavesRoom: ["real-cloud-disk-full"]
        case .keepsBackups: ["real-gap-below-floor", "real-mark-lowered"]
        }
      }

      /// The switches that are known to have a drill fail.
      static func failing(_ drill: String) -> [ProcessSabotage] {
        allCases.filter { $0.drills.contains(drill) }
      }
    }
  #endif

  /// What can be broken, as it is without the trait: drills decide nothing of it elsewhere.
  struct ProcessBreaks {
    let fleet: ProcessFleet

    /// Whether snapshots that should be damaged are.
    var damagesSnapshots: Bool {
      #if Sabotage
        return fleet.plan.sabotage != .mendsSnapshots
      #else
        return true
      #endif
    }

    /// Whether a restore that was interrupted is run again or undone.
    var endsRestores: Bool {
      #if Sabotage
        return fleet.plan.sabotage != .leavesRestore
      #else
        return true
      #endif
    }

    /// Whether a disk that should be full is.
    var fillsDisks: Bool {
      #if Sabotage
        return fleet.plan.sabotage != .leavesRoom
      #else
        return true
      #endif
    }

    /// Whether backups that should be lost are.
    var losesBackups: Bool {
      #if Sabotage
        return fleet.plan.sabotage != .keepsBackups
      #else
        return true
      #endif
    }

    /// Ends a command that should keep reading, to see that the drill notices.
    func endIfBroken(_ writer: DrillChild) {
      #if Sabotage
        if fleet.plan.sabotage == .endsWriters { writer.kill() }
      #endif
    }

    /// Has a stranger report what the drill does not know of.
    func reportAsStranger() throws {
      #if Sabotage
        if fleet.plan.sabotage == .countsTwice { try engageAsStranger(with: "common") }
        if fleet.plan.sabotage == .inventsPages { try engageAsStranger(with: "invented") }
      #endif
    }

    /// Copies the cloud as it is now, to put it back later.
    func copyCloudAside() throws {
      #if Sabotage
        guard fleet.plan.sabotage == .rewindsCloud, fleet.server != nil,
          !FileManager.default.fileExists(atPath: fleet.file("aside"))
        else { return }
        fleet.stopServer()
        try FileManager.default.copyItem(atPath: fleet.cloudFolder, toPath: fleet.file("aside"))
        try fleet.startServer()
      #endif
    }

    /// Changes files of which the verdict is still to come.
    func breakFiles() throws {
      #if Sabotage
        switch fleet.plan.sabotage {
        case .rewindsCloud:
          try FileManager.default.removeItem(atPath: fleet.cloudFolder)
          try FileManager.default.copyItem(atPath: fleet.file("aside"), toPath: fleet.cloudFolder)
        case .forgetsItems:
          try fleet.expect(
            ["device", "delete", fleet.devices[0].folder],
            input: [ProcessActs.deletion("common")].lines(at: fleet.now))
        case .damagesLog:
          try Connection(path: fleet.cloudFolder + "/cloud.journal", mode: .readWrite).execute(
            "UPDATE entries SET payload = zeroblob(length(payload)) WHERE number = 3")
        case nil, .countsTwice, .inventsPages, .mendsSnapshots, .leavesRestore, .endsWriters,
          .leavesRoom, .keepsBackups:
          break
        }
      #endif
    }

    #if Sabotage
      /// Somebody whom nobody knows of engages with a page.
      private func engageAsStranger(with page: String) throws {
        let stranger = fleet.file("stranger")
        try fleet.expect(
          ["device", "index", stranger],
          input: ProcessActs.engagement(page).lines(at: fleet.now))
        try fleet.expect(["device", "sync", stranger, "--url", fleet.serverURL])
      }
    #endif
  }
#endif
