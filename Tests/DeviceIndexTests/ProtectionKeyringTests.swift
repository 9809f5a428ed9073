import Foundation
import JournalFormat
import JournalStore
import Search
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A keyring") struct ProtectionKeyringTests {
  private let home: ProtectionHome
  private var path: String { home.home.folder.file("keyring") }

  init() throws { home = try ProtectionHome() }

  private typealias Home = ProtectionHome

  private func given(_ device: Device) throws {
    try home.give(
      device, try Home.item("1", "secret lily", .complete),
      try Home.item("2", "quiet lily", .untilFirstUnlock),
      try Home.item("3", "open lily", ProtectionClass.none))
  }

  private static func message(_ items: String) -> String {
    "\(items) sealed with a keyring that is not there. Put the file `keyring` of this device back; "
      + "or make new keys (`--new-keyring`, `makingNewKeys`), after which apps are asked for their "
      + "protected items again."
  }

  @Test func `is rebuilt where it is missing if that is asked for, and its items too`() throws {
    do { try given(try home.unlocked()) }
    // As a restore to another folder leaves it.
    try FileManager.default.removeItem(atPath: path)
    let device = try home.locked(seed: 2)
    try device.reindex.review(at: home.now)
    #expect(try device.reindex.openRequests().isEmpty, "Nobody could answer while it is locked.")
    let error = #expect(throws: DeviceError.self) { try device.unlock(with: Home.key) }
    #expect(error?.code == .keyring)
    #expect(error?.message == Self.message("2 items are"))
    #expect(device.protectionState == .lockedSinceStart)
    #expect(!FileManager.default.fileExists(atPath: path))
    try device.unlock(with: Home.key, makingNewKeys: true)
    #expect(try home.found(device) == ["open lily"])
    for _ in 0..<2 { try device.reindex.review(at: home.now) }
    let requests = try device.reindex.openRequests()
    #expect(requests.map(\.reason) == [.unreadable])
    #expect(requests.first?.scope == .identifiers(["1", "2"]))
    try given(device)
    try device.reindex.review(at: home.now)
    #expect(try home.found(device) == ["secret lily", "quiet lily", "open lily"])
  }

  @Test func `that vanishes while the device is locked is missed when it is unlocked`() throws {
    let device = try home.unlocked()
    try given(device)
    try device.record([TestHome.delete(ids: ["2"])], at: home.now)
    try device.lock()
    let keyring = try Data(contentsOf: URL(fileURLWithPath: path))
    try FileManager.default.removeItem(atPath: path)
    let error = #expect(throws: DeviceError.self) { try device.unlock(with: Home.key) }
    #expect(error?.message == Self.message("1 item is"))
    #expect(device.protectionState == .locked)
    try keyring.write(to: URL(fileURLWithPath: path))
    try device.unlock(with: Home.key)
    #expect(try home.found(device) == ["secret lily", "open lily"])
  }

  @Test func `is made again without a word where it sealed nothing that is there`() throws {
    do {
      let device = try home.unlocked()
      try given(device)
      try device.record([TestHome.delete(ids: ["1", "2"])], at: home.now)
    }
    try FileManager.default.removeItem(atPath: path)
    try home.unlocked(seed: 2).lock()
    // Where it is, it stays what it is.
    let keyring = try Data(contentsOf: URL(fileURLWithPath: path))
    _ = try home.unlocked(seed: 3, makingNewKeys: true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == keyring)
  }

  @Test func `is opened by no other key`() throws {
    _ = try home.unlocked()
    let device = try home.locked(seed: 2)
    let cases: [(key: [UInt8], message: String)] = [
      ([], "A key of 0 bytes cannot unlock a device; it has 32."),
      ([UInt8](repeating: 7, count: 33), "A key of 33 bytes cannot unlock a device; it has 32."),
      (
        [UInt8](repeating: 8, count: 32),
        "This key does not unlock the device. Give the one that it was unlocked with first."
      ),
    ]
    for (key, message) in cases {
      let error = #expect(throws: DeviceError.self) { try device.unlock(with: key) }
      #expect(error?.code == .wrongKey)
      #expect(error?.message == message)
      #expect(device.protectionState == .lockedSinceStart)
    }
  }

  private func expectDamaged(_ bytes: Data) throws {
    try bytes.write(to: URL(fileURLWithPath: path))
    let device = try home.locked(seed: 2)
    let error = #expect(throws: DeviceError.self) { try device.unlock(with: Home.key) }
    #expect(error?.code == .keyring)
    #expect(
      error?.message
        == "The file `keyring` is damaged: it has \(Figure.count(bytes.count, "byte")), and not "
        + "what was written. Put a copy of it back, or remove it and make new keys "
        + "(`--new-keyring`, `makingNewKeys`), after which apps are asked for their "
        + "protected items again.")
  }

  @Test func `says so where it is damaged, at any byte, or ends early`() throws {
    _ = try home.unlocked()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 0x10
      try expectDamaged(bytes)
      try expectDamaged(whole.prefix(place))
    }
    try whole.write(to: URL(fileURLWithPath: path))
    try home.locked(seed: 2).unlock(with: Home.key)
  }

  @Test func `says so where it cannot be read, or there is no place for it`() throws {
    let device = try home.locked()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let error = #expect(throws: DeviceError.self) { try device.unlock(with: Home.key) }
    #expect(error?.code == .keyring)
    #expect(error?.message.hasPrefix("The file `keyring` cannot be read (") == true)
    #expect(
      error?.message.hasSuffix("Check its permissions and those of its folder.") == true)
    let homeless = try Device.create(
      DeviceStorage(
        privatePath: ":memory:", sharedPath: ":memory:", indexPath: ":memory:",
        witness: FileWitnessStore(path: home.home.folder.file("none")),
        journalOptions: JournalOptions()), home.home.configuration, now: home.now,
      random: .seeded(2))
    let none = #expect(throws: DeviceError.self) { try homeless.unlock(with: Home.key) }
    #expect(none?.message == "This device has no place for a keyring.")
  }
}
