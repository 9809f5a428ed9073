import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A cloud on real files, with its witness outside its data folder.
private struct CloudHome {
  let folder: TemporaryFolder
  let now = Sample.day.start
  var data: String { folder.file("data") }
  var witnessPath: String { folder.file("witness") }
  var logPath: String { data + "/cloud.journal" }
  var storage: CloudStorage { .folder(data, witnessPath: witnessPath) }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
  }

  func open(seed: UInt64 = 1, acceptsLoss: Bool = false) throws -> Aggregator {
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.acceptsLoss = acceptsLoss
    return try Aggregator.open(
      storage, keys: CloudKeys(signing: Sample.cloudKey), configuration: configuration,
      dice: .seeded(seed), now: now)
  }

  /// Opens the cloud, enrols so many devices and closes it again; as after a crash if told so.
  func enrol(_ seeds: ClosedRange<UInt64>, isClosed: Bool = true) throws {
    let cloud = try open(seed: seeds.lowerBound)
    for seed in seeds {
      var device = TestDevice(seed)
      try device.enrol(with: cloud, now: now)
    }
    if isClosed { try cloud.close() }
  }

  /// Opens the cloud, and closes it again: the life that it is in.
  func life(seed: UInt64, lineages: Int) throws -> CloudLife {
    let cloud = try open(seed: seed)
    #expect(try cloud.projections.status().lineages == lineages)
    try cloud.close()
    return cloud.projections.life
  }

  func witness() throws -> CloudWitness {
    try CloudWitness(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: witnessPath))))
  }

  func head() throws -> Journal.Position {
    try Journal.open(at: logPath, kind: .cloud, for: .read).head()
  }

  func log() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: logPath)) }

  /// Puts another log in the place of the one that is there; what is derived of it goes.
  func replaceLog(with bytes: Data) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: data) {
      try FileManager.default.removeItem(atPath: data + "/" + name)
    }
    try bytes.write(to: URL(fileURLWithPath: logPath))
  }

  func refusal() throws -> CloudError? {
    let before = (try head(), try Data(contentsOf: URL(fileURLWithPath: witnessPath)))
    let error = #expect(throws: CloudError.self) { try open() }
    // It is only looked at: neither the log nor what contradicts it changes.
    #expect(try head() == before.0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: witnessPath)) == before.1)
    return error
  }
}

@Suite("A cloud's witness") struct CloudWitnessTests {
  @Test func `names the head of the log when the cloud is opened and when it is closed`() throws {
    let home = try CloudHome()
    let cloud = try home.open()
    #expect(try home.witness().place?.logNumber == home.head().number)
    var device = TestDevice(1)
    try device.enrol(with: cloud, now: home.now)
    #expect(try home.witness().lastLogNumber < home.head().number)
    try cloud.close()
    let place = try #require(try home.witness().place)
    #expect(try place.logNumber == home.head().number)
    #expect(try place.logDigest == home.head().digest)
    #expect(try place.life.description == cloud.projections.status().cloudLife)
  }

  @Test func `that is equal to the log, or lags behind it, lets the cloud go on`() throws {
    let home = try CloudHome()
    try home.enrol(1...2)
    let equal = try home.witness()
    try home.enrol(3...4, isClosed: false)
    #expect(try home.witness().place?.logNumber == equal.place?.logNumber)
    #expect(try home.head().number > equal.lastLogNumber)
    #expect(try home.open().projections.status().epochs == 4)
    #expect(try home.witness().place?.logNumber == home.head().number)
  }

  @Test func `that knows more than the log has the cloud begin another life`() throws {
    let home = try CloudHome()
    try home.enrol(1...1)
    let older = try home.log()
    try home.enrol(2...3)
    let before = try #require(try home.witness().place)
    try home.replaceLog(with: older)
    let life = try home.life(seed: 9, lineages: 1)
    let after = try #require(try home.witness().place)
    #expect(after.life != before.life && after.life == life)
    #expect(after.logNumber < before.logNumber)
    #expect(try after.logNumber == home.head().number)
    // It is not restored again: nothing contradicts the log any more.
    #expect(try home.open(seed: 10).projections.life == after.life)
  }

  @Test func `that knows another entry in its place has the cloud begin another life`() throws {
    let home = try CloudHome()
    try home.enrol(1...1)
    let common = try home.log()
    try home.enrol(2...3)
    let witness = try Data(contentsOf: URL(fileURLWithPath: home.witnessPath))
    let known = try #require(try home.witness().place)
    // The same log continues otherwise, and further.
    try home.replaceLog(with: common)
    try FileManager.default.removeItem(atPath: home.witnessPath)
    try home.enrol(4...7)
    #expect(try home.head().number > known.logNumber)
    try witness.write(to: URL(fileURLWithPath: home.witnessPath))
    #expect(try home.open(seed: 9).projections.status().epochs == 5)
    #expect(try home.witness().place?.life != known.life)
  }

  @Test func `of another cloud stops this one`() throws {
    let home = try CloudHome()
    let other = try CloudHome()
    try home.enrol(1...2)
    try other.enrol(3...4)
    try home.replaceLog(with: try other.log())
    #expect(try home.refusal()?.code == .log)
  }

  @Test(arguments: [0, 3]) func `that has no beginning stops the cloud`(count: Int) throws {
    let home = try CloudHome()
    try home.enrol(1...1)
    let url = URL(fileURLWithPath: home.witnessPath)
    try Data(contentsOf: url).prefix(count).write(to: url)
    let error = try home.refusal()
    #expect(error?.code == .configuration)
    #expect(error?.message.hasPrefix(home.witnessPath) == true)
    #expect(error?.message.hasSuffix("move it away to continue without what it knew.") == true)
  }

  @Test func `that cannot be read stops the cloud, and says what to do`() throws {
    let home = try CloudHome()
    try home.enrol(1...1)
    try FileManager.default.removeItem(atPath: home.witnessPath)
    try FileManager.default.createDirectory(
      atPath: home.witnessPath, withIntermediateDirectories: false)
    let error = #expect(throws: CloudError.self) { try home.open() }
    #expect(error?.code == .configuration)
    #expect(error?.message.contains(home.witnessPath) == true)
    #expect(error?.message.hasSuffix("Check its permissions.") == true)
  }

  @Test func `that is missing is written again`() throws {
    let home = try CloudHome()
    try home.enrol(1...2)
    try FileManager.default.removeItem(atPath: home.witnessPath)
    #expect(try home.open().projections.status().epochs == 2)
    #expect(try home.witness().place?.logNumber == home.head().number)
  }
  // MARK: Somebody else's

  /// What somebody put in the witness's place, who may write there.
  fileprivate enum Hostile: String, CaseIterable {
    case empty, zeros, start, longFrame, endlessFrame, manyFrames, huge, pipe, linkToPipe
    case linkToItself, linkToLog, folder

    var bytes: [UInt8]? {
      let start = CloudWitness.start
      switch self {
      case .empty: return []
      case .zeros: return [UInt8](repeating: 0, count: 10_000)
      case .start: return Array(start.prefix(3))
      case .longFrame:
        return start + [1, 0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 90)
      case .endlessFrame: return start + [1, 0, 0, 0, 0x80]
      case .manyFrames: return start + [UInt8](repeating: 0, count: 900_000)
      case .huge, .pipe, .linkToPipe, .linkToItself, .linkToLog, .folder: return nil
      }
    }

    fileprivate func put(in home: CloudHome) throws {
      let (place, files) = (home.witnessPath, FileManager.default)
      try files.removeItem(atPath: place)
      switch self {
      case .pipe: #expect(mkfifo(place, 0o600) == 0)
      case .linkToPipe:
        #expect(mkfifo(place + "-pipe", 0o600) == 0)
        try files.createSymbolicLink(atPath: place, withDestinationPath: place + "-pipe")
      case .linkToItself:
        try files.createSymbolicLink(atPath: place, withDestinationPath: place)
      case .linkToLog:
        try files.createSymbolicLink(atPath: place, withDestinationPath: home.logPath)
      case .folder: try files.createDirectory(atPath: place, withIntermediateDirectories: false)
      case .huge:
        #expect(files.createFile(atPath: place, contents: Data()))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: place))
        try file.truncate(atOffset: 1 << 36)
        try file.close()
      default: try Data(bytes ?? []).write(to: URL(fileURLWithPath: place))
      }
    }
  }

  /// It is refused, or nothing of it counts: nobody waits, and the log stays as it is.
  @Test(.timeLimit(.minutes(1)), arguments: Hostile.allCases)
  fileprivate func `that is none harms nobody`(hostile: Hostile) throws {
    let home = try CloudHome()
    try home.enrol(1...2)
    let before = try home.head()
    try hostile.put(in: home)
    for acceptsLoss in [false, true] {
      do throws(CloudError) {
        let cloud = try opened(home, acceptsLoss)
        #expect(try cloud.projections.status().epochs == 2)
        try? cloud.close()
      } catch {
        #expect([.configuration, .log].contains(error.code), "\(error)")
      }
      #expect(try home.head().number >= before.number)
    }
    try FileManager.default.removeItem(atPath: home.witnessPath)
    #expect(try home.open().projections.status().epochs == 2)
  }

  private func opened(_ home: CloudHome, _ acceptsLoss: Bool) throws(CloudError) -> Aggregator {
    do { return try home.open(seed: 9, acceptsLoss: acceptsLoss) } catch let error as CloudError {
      throw error
    } catch {
      Issue.record("\(error)")
      throw CloudError(.configuration, "\(error)")
    }
  }

  private static func changes(to number: UInt64) -> [(inout CloudWitness) -> Void] {
    let withdrawal = CloudWitness.Withdrawal(
      lineage: LineageName(foundedWith: TestDevice(1).nonce), epoch: Sample.childEpoch,
      number: number, tag: Sample.tag, origin: Origin(rawValue: 1))
    let act = ControlEntry.takeDown(Sample.tag, isUndone: false)
    return [
      { $0.place?.logNumber = number },
      { $0.place?.backedUpNumber = number },
      {
        $0.place?.logNumber = number
        $0.place?.backedUpNumber = number
      },
      { $0.withdrawals.append(CloudWitness.Recorded(logNumber: number, value: withdrawal)) },
      { $0.acts.append(CloudWitness.Recorded(logNumber: number, value: act)) },
    ]
  }

  /// Numbers that no log comes to, in every place that has one.
  @Test(arguments: [1 << 62, UInt64(Int64.max), 1 << 63, .max - 1, .max])
  func `with numbers of a far future ends nothing`(number: UInt64) throws {
    for (place, change) in Self.changes(to: number).enumerated() {
      let home = try CloudHome()
      try home.enrol(1...2)
      var witness = try home.witness()
      change(&witness)
      for acceptsLoss in [false, true] {
        try Data(witness.bytes).write(to: URL(fileURLWithPath: home.witnessPath))
        do throws(CloudError) {
          let cloud = try opened(home, acceptsLoss)
          for loss in cloud.drainUnreportedLosses() { #expect(!loss.text.isEmpty) }
          var device = TestDevice(7)
          try? device.enrol(with: cloud, now: home.now)
          #expect(device.grant != nil, "it continues: \(place)")
          try cloud.close()
        } catch {
          #expect([.configuration, .log].contains(error.code), "\(place): \(error)")
        }
      }
      try FileManager.default.removeItem(atPath: home.witnessPath)
      let cloud = try home.open(seed: 11)
      let digest = try cloud.projections.stateDigest()
      try cloud.rebuild()
      #expect(try cloud.projections.stateDigest() == digest)
    }
  }

  /// The folder is a link that somebody turns to another cloud's while this one is at work.
  @Test func `and its log stay where they were opened when a link on the way is turned`() throws {
    let home = try CloudHome()
    let other = try CloudHome()
    try other.enrol(3...3)
    let (log, witness) = (
      try other.log(), try Data(contentsOf: URL(fileURLWithPath: other.witnessPath))
    )
    try work(in: home, turningTheLinkTo: other.data)
    #expect(try other.log() == log)
    #expect(try Data(contentsOf: URL(fileURLWithPath: other.witnessPath)) == witness)
    #expect(try other.open().projections.status().epochs == 1)
    #expect(try home.open().projections.status().epochs == 2)
  }

  private func work(in home: CloudHome, turningTheLinkTo other: String) throws {
    let (link, files) = (home.folder.file("link"), FileManager.default)
    try files.createSymbolicLink(atPath: link, withDestinationPath: home.data)
    let cloud = try Aggregator.open(
      .folder(link, witnessPath: home.witnessPath), keys: CloudKeys(signing: Sample.cloudKey),
      configuration: CloudConfiguration(tagSalt: Sample.tagSalt), dice: .seeded(1), now: home.now)
    var device = TestDevice(1)
    try device.enrol(with: cloud, now: home.now)
    try files.removeItem(atPath: link)
    try files.createSymbolicLink(atPath: link, withDestinationPath: other)
    var next = TestDevice(2)
    try next.enrol(with: cloud, now: home.now)
    try cloud.flushFiles()
    try cloud.close()
  }
}
