import CloudAggregator
import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

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

  func open(seed: UInt64 = 1) throws -> Aggregator {
    try Aggregator.open(
      storage, keys: CloudKeys(signing: Sample.cloudKey),
      configuration: CloudConfiguration(tagSalt: Sample.tagSalt), dice: .seeded(seed), now: now)
  }

  /// Opens the cloud, enrols so many devices and closes it again; as after a crash if told so.
  func enrol(_ seeds: ClosedRange<UInt64>, isClosed: Bool = true) throws {
    let cloud = try open(seed: seeds.lowerBound)
    for seed in seeds {
      var device = TestDevice(seed)
      try device.enrol(with: cloud, now: now)
    }
    if isClosed { try cloud.close(storage) }
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
    #expect(try home.witness().logNumber == home.head().number)
    var device = TestDevice(1)
    try device.enrol(with: cloud, now: home.now)
    #expect(try home.witness().logNumber < home.head().number)
    try cloud.close(home.storage)
    let witness = try home.witness()
    #expect(try witness.logNumber == home.head().number)
    #expect(try witness.logDigest == home.head().digest)
    #expect(try witness.life.description == cloud.folds.status().cloudLife)
  }

  @Test func `that is equal to the log, or lags behind it, lets the cloud go on`() throws {
    let home = try CloudHome()
    try home.enrol(1...2)
    let equal = try home.witness()
    try home.enrol(3...4, isClosed: false)
    #expect(try home.witness().logNumber == equal.logNumber)
    #expect(try home.head().number > equal.logNumber)
    #expect(try home.open().folds.status().epochs == 4)
    #expect(try home.witness().logNumber == home.head().number)
  }

  @Test func `that knows more than the log stops the cloud, and says what to do`() throws {
    let home = try CloudHome()
    try home.enrol(1...1)
    let older = try home.log()
    try home.enrol(2...3)
    let number = try home.head().number
    try home.replaceLog(with: older)
    let error = try home.refusal()
    #expect(error?.code == .log)
    #expect(
      error?.message
        == "\(home.logPath) does not have entry \(number) as the witness \(home.witnessPath) knows "
        + "it: the log went back in time, or is another one. Bring the right log back; or, to go "
        + "on with this one, move the witness away.")
    try FileManager.default.removeItem(atPath: home.witnessPath)
    #expect(try home.open().folds.status().epochs == 1)
  }

  @Test func `that knows another entry in its place stops the cloud`() throws {
    let home = try CloudHome()
    try home.enrol(1...1)
    let common = try home.log()
    try home.enrol(2...3)
    let witness = try Data(contentsOf: URL(fileURLWithPath: home.witnessPath))
    let number = try home.head().number
    // The same log goes on otherwise, and further.
    try home.replaceLog(with: common)
    try FileManager.default.removeItem(atPath: home.witnessPath)
    try home.enrol(4...7)
    #expect(try home.head().number > number)
    try witness.write(to: URL(fileURLWithPath: home.witnessPath))
    let error = try home.refusal()
    #expect(error?.code == .log)
    #expect(error?.message.contains("does not have entry \(number) as the witness") == true)
  }

  @Test func `of another cloud stops this one`() throws {
    let home = try CloudHome()
    let other = try CloudHome()
    try home.enrol(1...2)
    try other.enrol(3...4)
    try home.replaceLog(with: try other.log())
    #expect(try home.refusal()?.code == .log)
  }

  @Test(arguments: [0, 3, 30])
  func `that is torn stops the cloud, and says what to do`(count: Int) throws {
    let home = try CloudHome()
    try home.enrol(1...1)
    let url = URL(fileURLWithPath: home.witnessPath)
    try Data(contentsOf: url).prefix(count).write(to: url)
    let error = try home.refusal()
    #expect(error?.code == .configuration)
    #expect(error?.message.hasPrefix(home.witnessPath) == true)
    #expect(error?.message.hasSuffix("move it away to go on without what it knew.") == true)
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
    #expect(try home.open().folds.status().epochs == 2)
    #expect(try home.witness().logNumber == home.head().number)
  }
}
