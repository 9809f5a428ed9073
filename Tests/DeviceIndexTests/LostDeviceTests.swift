import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

@testable import DeviceIndex

@Suite("A folder whose device lost its journal") struct LostDeviceTests {
  /// What is where the journal was.
  enum Loss: String, CaseIterable { case missing, empty, unfinished }

  private static let remains = ["shared.journal", "witness", "keyring", "index.sqlite"]
  private let home: TestHome
  private var path: String { home.folder.path }

  /// A device that has each of its files, with something in it.
  init() throws {
    home = try TestHome()
    let device = try home.device()
    try device.unlock(with: [UInt8](repeating: 7, count: 32))
    _ = try home.enrol(device)
    try device.record([try TestHome.item("1", "water")], at: home.now)
    #expect(try home.titles("water", device) == ["water"])
  }

  private func file(_ name: String) -> URL { URL(fileURLWithPath: home.folder.file(name)) }

  private func lose(_ loss: Loss, keeping kept: [String]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: path)
    where !kept.contains(where: name.hasPrefix) {
      try FileManager.default.removeItem(at: file(name))
    }
    switch loss {
    case .missing: break
    case .empty: try Data().write(to: file("private.journal"))
    case .unfinished:
      try UnfinishedJournal.leave(
        at: home.folder.file("private.journal"),
        identity: JournalIdentity(kind: .private, name: Sample.journalName),
        localTables: SharedJournal.epochTable)
    }
  }

  private func contents(_ names: [String]) throws -> [Data] {
    try names.map { try Data(contentsOf: file($0)) }
  }

  @Test(arguments: remains.map { [$0] } + [["keyring", "index.sqlite"], remains], Loss.allCases)
  func `gets no new device over what is left`(kept: [String], loss: Loss) throws {
    try lose(loss, keeping: kept)
    let before = try contents(kept)
    let names = kept.joined(separator: ", ")
    let sentence =
      "\(path)/private.journal is \(loss), and with it all that the device in \(path) recorded; of "
      + "its files only \(names) \(kept.count == 1 ? "is" : "are") left. Put the journal back, or "
      + "restore the device from a snapshot: `spotlog snapshot restore SNAPSHOT --to \(path)`. To "
      + "begin a new device, choose another folder, or remove \(names) first."
    let made = #expect(throws: DeviceError.self) {
      try DeviceHost(folder: path, configuration: home.configuration)
    }
    #expect(made?.code == .journal && made?.message == sentence)
    #expect((made?.cause as? JournalError)?.code == .notFound)
    let opened = #expect(throws: DeviceError.self) {
      try DeviceHost(folder: path, configuration: home.configuration, createsDevice: false)
    }
    #expect(opened?.code == .noDevice && opened?.message == sentence)
    #expect(try contents(kept) == before)
  }

  @Test(arguments: Loss.allCases)
  func `gets a new one once nothing is left`(loss: Loss) throws {
    try lose(loss, keeping: [])
    // What a crash leaves of a file before anything is in it.
    try Data().write(to: file("index.sqlite"))
    let device = try home.device(seed: 2)
    #expect(try device.journaledNumber == 1)
    #expect(try home.titles("water", device) == [])
  }

  @Test func `is whole again with its journal`() throws {
    let journal = try Data(contentsOf: file("private.journal"))
    try lose(.missing, keeping: ["index.sqlite"])
    #expect(throws: DeviceError.self) { try home.device(seed: 2) }
    try journal.write(to: file("private.journal"))
    #expect(try home.titles("water", try home.device(seed: 2)) == ["water"])
  }
}
