import Foundation
import TestSupport
import Testing

/// A device with a snapshot, and what happened to it afterwards.
struct RehearsalWorld {
  let folder: TemporaryFolder
  var phone: String { folder.file("phone") }
  var backups: String { folder.file("backups") }

  static let app = "com.example.app"

  /// What tests read of the report.
  struct Report: Decodable {
    struct Unusable: Decodable {
      let file: String
      let reason: String
      let isOurs: Bool
    }

    struct Snapshot: Decodable {
      struct Lost: Decodable {
        struct Entry: Decodable {
          let number: UInt64
          let kind: String
        }

        let verdict: String
        let events: Int
        let engagements: Int
        let kinds: [String: Int]
        let ageMilliseconds: Int64
        let newest: [Entry]
        let onlyInSnapshot: UInt64
      }

      struct Items: Decodable {
        struct Named: Decodable {
          let id: String
          let title: String
        }

        let now: Int
        let restored: Int
        let lost: [Named]
        let changed: [Named]
        let back: [Named]
      }

      struct Search: Decodable {
        let searched: Int
        let found: Int
      }

      struct Cloud: Decodable {
        let ending: String
        let counted: Int
        let stillCounted: Int?
        let added: Int
        let neverReported: Int
        let countedTwice: [String]
        let missing: [String]
        let broughtBack: [String]
        let newlyPublic: [String]
        let notPublic: [String]
        let publicItems: Int
      }

      struct Phase: Decodable {
        let phase: String
        let milliseconds: Double
      }

      let snapshot: String
      let lastEntry: UInt64
      let notes: [String]
      let lost: Lost
      let items: Items
      let search: Search
      let askedApps: [String]
      let cloud: Cloud?
      let phases: [Phase]
      let restoreMilliseconds: Double
    }

    let lastEntry: UInt64
    let isInUse: Bool
    let unusable: [Unusable]
    let rehearsals: [Snapshot]
    let findings: [String]
  }

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  func run(_ arguments: String..., status: Int32 = 0) throws -> Program.Outcome {
    let outcome = try Program.built.run(arguments)
    #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
    return outcome
  }

  func index(_ id: String, title: String, on device: String? = nil) throws {
    try run(
      "device", "index", device ?? phone, "--app", Self.app, "--id", id, "--attribute",
      "title=\(title)")
  }

  /// The name of the snapshot's file.
  func snapshot(of device: String? = nil) throws -> String {
    let made = try run("snapshot", "create", device ?? phone, "--to", backups, "--json").output
    let object = try JSONSerialization.jsonObject(with: Data(made.utf8)) as? [String: Any]
    let path = try #require(object?["path"] as? String)
    return String(try #require(path.split(separator: "/").last))
  }

  /// A snapshot with the items 1 and 2. Since then 3 came, 2 changed and was opened, and 1 went.
  func live() throws -> String {
    try index("1", title: "Red balloon")
    try index("2", title: "Green kite")
    let made = try snapshot()
    try index("3", title: "Blue boat")
    try index("2", title: "Yellow kite")
    try run("device", "delete", phone, "--app", Self.app, "--id", "1")
    try run("device", "engage", phone, "--app", Self.app, "--id", "2")
    return made
  }

  func rehearse(
    _ options: [String] = [], launcher: [String] = []
  ) throws -> Program.Outcome {
    try Program.built.run(
      ["drill", "rehearse", "--device", phone, "--snapshots", backups] + options,
      launcher: launcher)
  }

  func report(_ options: [String] = [], status: Int32 = 0) throws -> Report {
    let outcome = try rehearse(options + ["--json"])
    #expect(outcome.status == status, "\(outcome.errors)\(outcome.output)")
    return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  /// Names, bytes, modes and times of all files in a folder.
  static func state(of folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().map { name in
      var status = stat()
      #expect(lstat(folder + "/" + name, &status) == 0)
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
      return "\(name) \(status.st_mode) \(time.tv_sec).\(time.tv_nsec) \(bytes.hashValue)"
    }
  }
}
