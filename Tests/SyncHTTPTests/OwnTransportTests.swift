import CloudAggregator
import DeviceIndex
import Foundation
import JournalFormat
import SyncHTTP
import TestSupport
import Testing

/// What public calls alone can do: a cloud in the process of its devices.
@Suite("A cloud in the same process") struct OwnTransportTests {
  private let folder: TemporaryFolder
  private let cloud: CloudHost

  init() async throws {
    folder = try TemporaryFolder()
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configuration.threshold = 1
    cloud = try CloudHost(
      folder: folder.file("cloud"), keys: CloudKeys(signing: Sample.cloudKey),
      configuration: configuration)
  }

  private var cloudFolder: String { folder.file("cloud") }

  @Test func `acknowledges reports, and shows what they endorse`() async throws {
    try await cloud.open()
    let device = try SyncingHost()
    try await device.engage(1...3)
    let cloud = cloud
    let summary = try await SyncDriver(device.host) { request in await cloud.answer(request) }
      .sync(waitingAtMost: .seconds(1_800))
    #expect(summary.ending == .acknowledged && summary.acknowledged >= 3, "\(summary)")
    // Its words were asked for with the receipt, and are among the reports by now.
    let found = try CloudReader(cloudFolder).search("page2x")
    #expect(found.map(\.item.title) == ["Page2x"] && found.first?.distinctDevices == 1)
    #expect(FileManager.default.fileExists(atPath: cloudFolder + "/cloud.journal"))
    try await cloud.close()
  }

  @Test func `asks to come again before it is open, and after it is closed`() async throws {
    let device = try SyncingHost()
    try await device.engage(1...1)
    let cloud = cloud
    let driver = SyncDriver(device.host) { request in await cloud.answer(request) }
    #expect(try await driver.sync(waitingAtMost: .milliseconds(50)).ending == .unfinished)
    try await cloud.open()
    try await cloud.close()
    let answer = await cloud.answer([1, 2, 3])
    #expect(String(decoding: answer, as: UTF8.self).contains("Try again soon."))
  }

  @Test func `fails to be reached as a server does`() async throws {
    struct NoWay: Error, CustomStringConvertible { let description = "there is no way" }
    let device = try SyncingHost()
    try await device.engage(1...1)
    let thrown = try await SyncDriver(device.host) { _ in throw NoWay() }
      .sync(waitingAtMost: .seconds(2))
    #expect(thrown.ending == .unfinished && thrown.lastError?.contains("no way") == true)
    let garbled = try await SyncDriver(device.host) { _ in [0xFF] }
      .sync(waitingAtMost: .seconds(2))
    #expect(garbled.ending == .unfinished && garbled.lastError != nil, "\(garbled)")
  }
}
