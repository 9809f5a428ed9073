import Foundation
import TestSupport
import Testing

/// Folders of a device and of a cloud whose journals a stranger wrote into.
@Suite("A folder that a stranger wrote into", .timeLimit(.minutes(3)))
struct CraftedFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try InspectionWorld.made.get().copy() }

  /// A statement of each kind: what runs by itself, what is computed, and more than one statement.
  private static let crafts = [0, 4, 6, 13, 14, 15].map { CraftedJournal.cases[$0] }

  private static let commands: [(journal: String, arguments: [String])] = [
    ("devices/phone/private.journal", ["device", "items", "FOLDER/devices/phone"]),
    (
      "devices/phone/private.journal",
      ["device", "index", "FOLDER/devices/phone", "--app", "a", "--id", "1"]
    ),
    (
      "devices/phone/private.journal",
      ["snapshot", "create", "FOLDER/devices/phone", "--to", "FOLDER/backups"]
    ),
    ("devices/phone/private.journal", ["journal", "verify", "FOLDER/devices/phone"]),
    ("devices/phone/shared.journal", ["device", "status", "FOLDER/devices/phone"]),
    ("cloud/cloud.journal", ["cloud", "status", "--data", "FOLDER/cloud"]),
    ("cloud/cloud.journal", ["snapshot", "create", "FOLDER/cloud", "--to", "FOLDER/backups"]),
  ]

  @Test(arguments: crafts, commands)
  func `is refused by name, and stays as it was`(
    craft: (sql: String, word: String), command: (journal: String, arguments: [String])
  ) throws {
    let path = folder.file(command.journal)
    try RawDatabase.run(craft.sql, on: path)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let outcome = try Program.built.run(
      command.arguments.map { $0.replacingOccurrences(of: "FOLDER", with: folder.path) })
    #expect(outcome.status != 0)
    // `status` says it among the rest, as a line of a terminal shows it.
    #expect((outcome.errors + outcome.output).contains(craft.word), "\(outcome)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }
}
