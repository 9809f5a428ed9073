internal import CloudAggregator
internal import JournalFormat
internal import JournalStore
internal import Sync

/// The files of a server's aggregator.
enum CloudFolder {
  /// Makes the folder and the keys of an aggregator that is new, or reads the keys of one that is
  /// there: without them nothing that it signed could be checked.
  static func prepare(
    _ configuration: ServerConfiguration, now: Timestamp
  ) throws(CloudError) -> CloudKeys {
    let storage = CloudStorage.folder(configuration.dataFolder)
    // Snapshots, and most who look into a folder, take it for one of the two.
    guard storage.holdsLog || !FileSystem.holds(.private, in: configuration.dataFolder)
    else {
      throw CloudError(
        .configuration,
        "\(configuration.dataFolder) holds a device. Name another folder with --data.")
    }
    // It holds counts that are told to nobody. One that is there is as its operator wants it; the
    // server says when others may look into it.
    try CloudError.translating(as: .configuration) {
      try FileSystem.makeFolder(configuration.dataFolder, isPrivate: true)
    } saying: {
      "The data folder cannot be made (\($0)). Choose another, or make it."
    }
    if let file = try CloudKeyFile.read(configuration.keysPath) { return file.keys }
    guard !storage.holdsLog else {
      throw CloudError(
        .configuration,
        "\(configuration.dataFolder) holds an aggregator, but there are no keys at "
          + "\(configuration.keysPath). Put its keys back, or name their place with --keys.")
    }
    var dice = Dice.system
    let file = CloudKeyFile(keys: CloudKeys(signing: SigningKey(using: &dice)))
    try file.write(configuration.keysPath)
    return file.keys
  }

  static func cloudConfiguration(_ server: ServerConfiguration) -> CloudConfiguration {
    var dice = Dice.system
    // Taken only where the log is new; else the log says which salt it is.
    let salt = (0..<4).flatMap { _ in withUnsafeBytes(of: dice.next() as UInt64) { Array($0) } }
    var configuration = CloudConfiguration(tagSalt: server.tagSalt ?? salt)
    configuration.threshold = server.threshold
    configuration.admission = server.admission
    configuration.hostApps = server.hostApps
    configuration.lineageCountMax = server.deviceCountMax
    configuration.reportsPerDayMax = server.reportsPerDayMax
    configuration.newcomerMilliseconds = server.newcomerMilliseconds
    configuration.holdOffMilliseconds = 2_000
    configuration.backups = server.backups
    configuration.acceptsLoss = server.acceptsLoss
    configuration.limits = syncLimits(server.limits)
    return configuration
  }

  /// What devices are told, so that what keeps to it is taken.
  private static func syncLimits(_ server: ServerLimits) -> SyncLimits {
    var limits = SyncLimits()
    // A full batch has to fit into a body with what its request adds to it.
    let room = server.bodyByteCountMax - AppendRequest.overheadByteCount
    limits.batchByteCount = UInt32(min(Int(limits.batchByteCount), room))
    limits.requestTimeoutMilliseconds = UInt32((server.requestTimeoutSeconds * 1_000).rounded())
    return limits
  }

  static func bounds(_ server: ServerConfiguration) -> IngestQueue.Bounds {
    var bounds = IngestQueue.Bounds()
    bounds.byteCountMax = server.limits.queueByteCountMax
    return bounds
  }
}
