import ArgumentParser
import Inspection
import JournalFormat
import Simulation

struct RehearseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Restore copies of a device's own snapshots, and say what is lost.",
    discussion: """
      The newest snapshot of the device is verified and restored into a temporary folder, which \
      only its owner can read. The copy is opened, its index is rebuilt and searched, and it is \
      compared with the device as it is: which events, items and engagements would be lost, and \
      which items would come back. The device may be in use. With --cloud, the copy then syncs \
      with a copy of the cloud in this process: what stays counted, that nothing is counted twice, \
      and that nothing that was taken back is endorsed again.

      Neither the device, its witness, its snapshots nor the cloud is changed. Temporary folders \
      lie below $TMPDIR, take the room of the device, of a restored copy and of the cloud, and are \
      removed at the end, also after Ctrl-C. The copy has the device's witness and keyring, as \
      a restored device keeps them.

      Examples:
        spotlog drill rehearse --device phone --snapshots backups
        spotlog drill rehearse --device phone --snapshots backups \\
          --rpo 24h --rto 10s --json
        spotlog drill rehearse --device phone --snapshots backups \\
          --cloud cloud --each

      Exit status: 0 within the limits; 1 beyond one of them, a snapshot of the device is damaged \
      or needs another key, or the sync counts or endorses wrongly or does not come to its end; 65 \
      no snapshot restores this device, the device is damaged or has never met a cloud, or the \
      cloud belongs to a different deployment; 66 there is no device, snapshot, cloud or key; 73 \
      the device or the cloud is written while it is copied, or its restore is unfinished; 74 the \
      temporary folders have no room.
      """)

  @Option(
    help: ArgumentHelp("The device's folder.", valueName: "dir"), completion: .directory,
    transform: GivenPath.named)
  var device: String
  @Option(
    help: ArgumentHelp("The folder of its snapshots.", valueName: "dir"), completion: .directory,
    transform: GivenPath.named)
  var snapshots: String
  @Option(
    help: ArgumentHelp("The data folder of its cloud, which is copied.", valueName: "dir"),
    completion: .directory, transform: GivenPath.named)
  var cloud: String?
  @OptionGroup var key: SnapshotCommand.Key
  @Flag(help: "Rehearse every snapshot of the device, the newest first.") var each = false
  @Option(
    help: ArgumentHelp(
      "Maximum age of an event that is lost, such as 24h.", valueName: "duration"),
    transform: GivenDuration.argument)
  var rpo: GivenDuration?
  @Option(
    help: ArgumentHelp(
      "Maximum time to a complete index, such as 10s.",
      valueName: "duration"), transform: GivenDuration.argument)
  var rto: GivenDuration?
  #if Sabotage
    @Option(
      help: ArgumentHelp(
        "Break a promise on purpose, so that the sync counts wrongly.", valueName: "switch"))
    var sabotage: String?
  #endif
  @OptionGroup var form: JSONOption

  #if Sabotage
    func validate() throws {
      guard let sabotage, Sabotage(rawValue: sabotage) == nil else { return }
      throw ValidationError("There is no sabotage \(sabotage.printable).")
    }
  #endif

  func run() throws {
    try reporting {
      try GivenPath.refuseFile(device, .noSuchFile, "Give --device the folder of a device.")
      var rehearsal = Rehearsal(device: device, snapshots: snapshots)
      rehearsal.cloud = cloud
      rehearsal.key = try key.read()
      rehearsal.isOfEach = each
      rehearsal.limits = Rehearsal.Limits(loss: rpo, restore: rto)
      #if Sabotage
        rehearsal.sabotage = sabotage.flatMap(Sabotage.init(rawValue:))
      #endif
      let report = try EndingSignals.watched(cleaningUp: { PrivateFolder.removeAll(then: $0) }) {
        try rehearsal.run()
      }
      try report.print(form.json)
      if !report.findings.isEmpty { throw Failure(.finding, "") }
    }
  }
}
