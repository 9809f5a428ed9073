import Foundation
import TestSupport
import Testing

/// What a person mistakes for another thing: a folder of one kind for one of another, or a file.
@Suite("A command that is given the wrong folder") struct WrongFolderTests {
  private let program = Program.built
  private let folder: TemporaryFolder

  /// A device, a file, and a folder that passes for a cloud's.
  init() throws {
    folder = try TemporaryFolder()
    let made = try program.run(["device", "init", folder.file("phone")])
    try #require(made.status == 0, "\(made.errors)")
    try Data("hello".utf8).write(to: URL(fileURLWithPath: folder.file("file")))
    for name in ["cloud", "backups"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try Data().write(to: URL(fileURLWithPath: folder.file("cloud/cloud.journal")))
  }

  private func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(
    arguments: [
      (
        ["device", "init", "FOLDER/cloud"], 73 as Int32,
        "FOLDER/cloud holds a cloud. Choose another folder for the device."
      ),
      (
        ["device", "index", "FOLDER/cloud", "--app", "a", "--id", "1"], 73,
        "FOLDER/cloud holds a cloud. Choose another folder for the device."
      ),
      (
        ["cloud", "rebuild", "--data", "FOLDER/phone"], 66,
        "There is no cloud in FOLDER/phone. It holds a device. Inspect it with `spotlog device` "
          + "or `spotlog journal`."
      ),
      (
        ["snapshot", "create", "FOLDER/file", "--to", "FOLDER/backups"], 66,
        "FOLDER/file is a file, and a folder is needed. Give the folder of a device or the data "
          + "folder of a cloud."
      ),
      (
        ["snapshot", "create", "FOLDER/phone", "--to", "FOLDER/file"], 73,
        "FOLDER/file is a file, and a folder is needed. Give --to a folder for snapshots."
      ),
      (
        ["snapshot", "restore", "FOLDER/backups", "--to", "FOLDER/new"], 65,
        "FOLDER/backups is a folder, and no snapshot. `spotlog snapshot list FOLDER/backups` lists "
          + "those in it: give one of these."
      ),
      (
        ["snapshot", "restore", "FOLDER/any.sqlar", "--to", "FOLDER/file"], 73,
        "FOLDER/file is a file, and a folder is needed. Give --to an empty folder, or the one it "
          + "was taken from."
      ),
    ] as [([String], Int32, String)])
  func `says what it holds, and makes nothing`(
    words: [String], status: Int32, message: String
  ) throws {
    let before = try names()
    let outcome = try program.run(
      words.map { $0.replacingOccurrences(of: "FOLDER", with: folder.path) })
    #expect(outcome.status == status && outcome.output == "", "\(outcome)")
    let expected = message.replacingOccurrences(of: "FOLDER", with: folder.path)
    #expect(outcome.errors == "spotlog: \(expected)\n")
    #expect(try names() == before)
  }

  #if Server
    @Test func `is a server as well`() throws {
      let before = try names()
      let outcome = try program.run([
        "serve", "--data", folder.file("phone"), "--admission", "open", "--port", "0",
      ])
      #expect(outcome.status == 65 && outcome.output == "", "\(outcome)")
      #expect(
        outcome.errors.contains(
          "\(folder.file("phone")) holds a device. Name another folder with --data."))
      #expect(try names() == before)
    }
  #endif
}
