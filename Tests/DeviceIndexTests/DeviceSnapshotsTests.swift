import Foundation
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("Snapshots of a device, by the calls of apps") struct DeviceSnapshotsTests {
  private let folder: TemporaryFolder
  private let phone: String
  private let backups: String

  init() throws {
    folder = try TemporaryFolder()
    (phone, backups) = (folder.file("phone"), folder.file("backups"))
  }

  /// Indexes an item, and returns the place of its entry. The device is closed afterwards.
  private func index(_ id: String) async throws -> UInt64 {
    let host = try DeviceHost(folder: phone, configuration: .local)
    var attributes = AttributeSet()
    attributes.title = "word \(id)"
    return try await host.searchableIndex(forApp: "app").indexSearchableItems([
      SearchableItem(uniqueIdentifier: id, attributeSet: attributes)
    ]).number
  }

  private func found(in path: String) async throws -> Set<String> {
    let host = try DeviceHost(folder: path, configuration: .local, createsDevice: false)
    return Set(try await host.search("word").map(\.uniqueIdentifier))
  }

  @Test func `are made, listed, verified and restored`() async throws {
    let snapshots = try DeviceSnapshots(folder: backups)
    let first = try await index("1")
    let whole = try snapshots.create(ofDeviceIn: phone)
    let second = try await index("2")
    let increment = try snapshots.create(ofDeviceIn: phone, isIncrement: true)
    let listed = try snapshots.list()
    #expect(listed.map(\.lastEntry) == [first, second])
    #expect(listed.map(\.baseCount) == [0, 1] && listed.allSatisfy { $0.problem == nil })
    #expect(Set(listed) == [whole, increment])
    for item in listed { try snapshots.verify(item.file) }

    let other = folder.file("other")
    let rehearsed = try snapshots.restore(increment.file, to: phone, isRehearsal: true)
    #expect(rehearsed == .init(lastEntryBefore: second, lastEntry: second))
    let made = try snapshots.restore(increment.file, to: other)
    #expect(made == .init(lastEntryBefore: nil, lastEntry: second))
    #expect(try await found(in: other) == ["1", "2"])
    let back = try snapshots.restore(increment.file, to: phone, until: .entry(first))
    #expect(back == .init(lastEntryBefore: second, lastEntry: first))
    #expect(try await found(in: phone) == ["1"])
  }

  @Test func `are refused with a reason`() async throws {
    let snapshots = try DeviceSnapshots(folder: backups)
    let missing = #expect(throws: DeviceError.self) { try snapshots.create(ofDeviceIn: phone) }
    #expect(missing?.code == .noDevice)
    _ = try await index("1")
    let file = try snapshots.create(ofDeviceIn: phone).file
    let outside = #expect(throws: DeviceError.self) {
      try snapshots.restore(file, to: phone, until: .entry(99))
    }
    #expect(outside?.code == .snapshot && outside?.message.contains("entry 99") == true)
    let short = #expect(throws: DeviceError.self) {
      try DeviceSnapshots(folder: backups, key: [1])
    }
    #expect(short?.code == .snapshot)
    // Anybody could have made it, so a key refuses it, and the list says why.
    let sealed = try DeviceSnapshots(
      folder: backups, key: [UInt8](repeating: 7, count: DeviceSnapshots.keyByteCount))
    let unsealed = #expect(throws: DeviceError.self) { try sealed.verify(file) }
    #expect(unsealed?.code == .snapshot)
    #expect(try sealed.list().map { $0.problem != nil } == [true])
  }

  @Test(arguments: ["private.journal-wal", "shared.journal", "witness", "keyring"])
  func `are not made of a device that lost its journal`(name: String) async throws {
    _ = try await index("1")
    let journal = phone + "/private.journal"
    try FileManager.default.moveItem(atPath: journal, toPath: phone + "/" + name)
    for file in try FileManager.default.contentsOfDirectory(atPath: phone)
    where file.hasPrefix("index.sqlite") {
      try FileManager.default.removeItem(atPath: phone + "/" + file)
    }
    let snapshots = try DeviceSnapshots(folder: backups)
    for isEmpty in [false, true] {
      if isEmpty { #expect(FileManager.default.createFile(atPath: journal, contents: nil)) }
      let refused = #expect(throws: DeviceError.self) { try snapshots.create(ofDeviceIn: phone) }
      let opening = #expect(throws: DeviceError.self) {
        try DeviceHost(folder: phone, configuration: .local, createsDevice: false)
      }
      #expect(refused?.code == .noDevice && refused?.message == opening?.message)
      #expect(refused?.message.contains("of its files only \(name)") == true)
      let making = #expect(throws: DeviceError.self) {
        try DeviceHost(folder: phone, configuration: .local)
      }
      #expect(making?.code == .journal && making?.message == opening?.message)
    }
    #expect(!FileManager.default.fileExists(atPath: backups))
  }

  @Test func `are refused where a byte was changed`() async throws {
    let snapshots = try DeviceSnapshots(folder: backups)
    _ = try await index("1")
    let file = try snapshots.create(ofDeviceIn: phone).file
    let path = backups + "/" + file
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes.removeLast(bytes.count / 2)
    try bytes.write(to: URL(fileURLWithPath: path))
    let damaged = #expect(throws: DeviceError.self) { try snapshots.verify(file) }
    #expect(damaged?.code == .snapshot)
    #expect(try snapshots.list().map(\.file) == [file])
  }
}
