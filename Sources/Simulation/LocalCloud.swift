internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import JournalStore
internal import Sync

/// The aggregator of this process. It answers at once.
final class LocalCloud: CloudEnd {
  let aggregator: Aggregator
  let storage: CloudStorage
  private var answered: [CloudReply] = []
  private var count = 0

  init(_ aggregator: Aggregator, _ storage: CloudStorage) {
    self.aggregator = aggregator
    self.storage = storage
  }

  func take(_ request: [UInt8], of device: Int, now: Timestamp) -> CloudTicket {
    count += 1
    let ticket = CloudTicket(rawValue: count)
    answered.append(
      CloudReply(ticket: ticket, outcome: .answer(aggregator.handle(request, now: now))))
    return ticket
  }

  func replies(waiting: Bool) -> [CloudReply] {
    defer { answered = [] }
    return answered
  }
}

extension LocalCloud {
  /// A new cloud on the world's disk, and what devices have to know of it.
  static func open(
    _ plan: WorldPlan, on disk: SimulatedDisk, dice: Dice, now: Timestamp
  ) throws -> (LocalCloud, DeviceConfiguration) {
    var dice = dice
    let tagSalt = Array("a simulated deployment's salt".utf8)
    var keys = CloudKeys(signing: SigningKey(using: &dice))
    let signatureMemory = plan.checksOwnSignatures ? nil : SignatureMemory()
    keys.signing.memory = signatureMemory
    var options = disk.journalOptions
    options.pageByteCount = 4_096
    options.checkpointPageCount = 1_000
    let storage = CloudStorage(
      logPath: "/cloud/cloud.journal", foldsPath: "/cloud/folds.sqlite", witness: nil,
      options: options)
    var cloudConfiguration = CloudConfiguration(tagSalt: tagSalt)
    cloudConfiguration.threshold = plan.threshold
    let cloud = try Aggregator.open(
      storage, keys: keys, configuration: cloudConfiguration, dice: dice, now: now)
    var configuration = DeviceConfiguration(tagSalt: tagSalt, cloudKeys: keys.trusted)
    configuration.signatureMemory = signatureMemory
    return (LocalCloud(cloud, storage), configuration)
  }
}

extension DeviceConfiguration {
  /// Of devices whose cloud is elsewhere, and answers in real time.
  init(of deployment: CloudDeployment) {
    self.init(tagSalt: deployment.tagSalt, cloudKeys: deployment.keys)
    attestation = deployment.attestation
    policy.requestTimeoutMilliseconds = World.remoteTimeoutMilliseconds
  }
}
