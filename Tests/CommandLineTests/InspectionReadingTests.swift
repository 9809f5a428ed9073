import Foundation
import TestSupport
import Testing

/// Everything that only looks: on private, shared and cloud journals, in every state of a folder.
@Suite("Looking into a journal") struct InspectionReadingTests {
  private let world: InspectionWorld

  init() throws { world = try InspectionWorld.made.get() }

  static let ofDevices: [[String]] = [
    ["journal", "log", "PHONE"], ["journal", "log", "PHONE", "--journal", "shared"],
    ["journal", "log", "PHONE", "--oneline", "--reverse"],
    ["journal", "log", "PHONE", "--words", "paint", "--until", "2026-01-02"],
    ["journal", "show", "PHONE", "2"], ["journal", "show", "PHONE", "8", "--cloud", "CLOUD"],
    ["journal", "stats", "PHONE"], ["journal", "stats", "PHONE", "--journal", "shared"],
    ["journal", "verify", "PHONE", "--deep"], ["journal", "verify", "PHONE/shared.journal"],
    ["journal", "diff", "PHONE", "PHONE"], ["journal", "diff", "PHONE", "CLOUD"],
    ["journal", "why", "PHONE"], ["journal", "why", "PHONE", "--cloud", "CLOUD"],
    ["journal", "why", "PHONE", "note-3", "--query", "lyon", "--cloud", "CLOUD"],
    ["journal", "export", "PHONE"], ["journal", "export", "PHONE", "--format", "csv"],
    ["device", "search", "PHONE", "lyon", "--until", "12"],
    ["device", "items", "PHONE", "--until", "2026-01-03"],
  ]

  static let ofClouds: [[String]] = [
    ["journal", "log", "CLOUD"], ["journal", "show", "CLOUD", "5"], ["journal", "stats", "CLOUD"],
    ["journal", "verify", "CLOUD", "--deep"],
    ["journal", "why", "CLOUD", "https://films.example/42"],
    ["journal", "why", "CLOUD", "--device", "a4921804"],
    ["journal", "export", "CLOUD", "--format", "csv"],
    ["cloud", "status", "--data", "CLOUD", "--until", "5"],
    ["cloud", "popularity", "--data", "CLOUD", "--until", "2026-01-06"],
    ["cloud", "items", "--data", "CLOUD", "--until", "12"],
    ["cloud", "search", "--data", "CLOUD", "night", "--until", "12"],
    ["cloud", "why", "https://films.example/42", "--data", "CLOUD"],
  ]

  /// Names, bytes and times of all files, but for the memory that SQLite's processes share.
  private func state(of folder: String) throws -> [String] {
    let files = FileManager.default
    return try files.subpathsOfDirectory(atPath: folder).sorted().filter { !$0.hasSuffix("-shm") }
      .map { name in
        let path = folder + "/" + name
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #if canImport(Darwin)
          let time = status.st_mtimespec
        #else
          let time = status.st_mtim
        #endif
        let bytes = files.contents(atPath: path)?.hashValue ?? 0
        return "\(name) \(status.st_size) \(time.tv_sec).\(time.tv_nsec) \(bytes)"
      }
  }

  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Program.Outcome {
    try Program.built.run(
      arguments.map {
        $0.replacingOccurrences(of: "PHONE", with: folder.file("devices/phone"))
          .replacingOccurrences(of: "CLOUD", with: folder.file("cloud"))
      })
  }

  @Test(arguments: ofDevices + ofClouds)
  func `changes nothing, and leaves nothing`(arguments: [String]) throws {
    let folder = try world.copy()
    let before = try state(of: folder.path)
    let outcome = try run(arguments, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.output.isEmpty)
    #expect(try state(of: folder.path) == before)
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(left.filter { $0.hasSuffix("-shm") } == [])
  }

  /// As a device is whose process was killed: what it acknowledged is in the write-ahead log.
  private func killed() throws -> TemporaryFolder {
    let folder = try world.copy()
    let script = """
      mkfifo "$0/in"
      "$1" device index "$0/devices/phone" --acknowledge < "$0/in" > "$0/out" &
      exec 3> "$0/in"
      printf '%s\\n' "$2" >&3
      for _ in $(seq 600); do grep -q 1 "$0/out" && break; sleep 0.1; done
      kill -9 $!
      wait $! 2> "$0/err"
      rm "$0/in" "$0/out" "$0/err"
      """
    let line = TraceLines.item("late", "Late")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script, folder.path, Program.built.path, line]
    try process.run()
    process.waitUntilExit()
    return folder
  }

  @Test(arguments: [
    ["journal", "log", "PHONE"], ["journal", "show", "PHONE", "15"],
    ["journal", "stats", "PHONE"], ["journal", "verify", "PHONE"],
    ["journal", "diff", "PHONE", "PHONE"], ["journal", "why", "PHONE", "late"],
    ["device", "items", "PHONE", "--until", "15"],
  ])
  func `reads what a process left that was killed, and leaves it there`(
    arguments: [String]
  ) throws {
    let folder = try killed()
    let log = folder.file("devices/phone/private.journal-wal")
    #expect((FileManager.default.contents(atPath: log)?.count ?? 0) > 0)
    let before = try state(of: folder.path)
    let outcome = try run(arguments, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try state(of: folder.path) == before)
  }

  @Test func `says what it means that a write-ahead log is missing`() throws {
    let folder = try killed()
    let whole = try run(["journal", "verify", "PHONE"], in: folder)
    // The run's entries, the item, and the end of its batch.
    #expect(whole.output.contains("entries     16,"), "\(whole.output)")
    #expect(whole.output.contains("log         what is in the write-ahead log beside the file"))
    try FileManager.default.removeItem(
      atPath: folder.file("devices/phone/private.journal-wal"))
    let rest = try run(["journal", "verify", "PHONE"], in: folder)
    #expect(rest.output.contains("entries     14,"), "\(rest.output)")
    #expect(rest.output.contains("such a copy lacks what the log held"), "\(rest.output)")
  }

  @Test func `does not keep a writer waiting, and sees what it wrote`() throws {
    let folder = try world.copy()
    // A reader that stays in the middle of a long output, while a device writes.
    let script = """
      mkfifo "$0/slow"
      "$1" journal log "$0/devices/phone" --follow --format '{number}' > "$0/slow" &
      exec 4< "$0/slow"
      read -r -t 60 first <&4
      "$1" device index "$0/devices/phone" --app a --id later > "$0/said"
      while read -r -t 60 line <&4; do echo "$line"; [ "$line" -ge 15 ] && break; done
      kill $!
      wait $! 2> "$0/said"
      echo "status $?"
      """
    let outcome = try Program(path: "/bin/bash").run([
      "-c", script, folder.path, Program.built.path,
    ])
    #expect(outcome.output.hasSuffix("14\n15\nstatus 143\n"), "\(outcome)")
  }

  @Test func `of a snapshot is like looking into what was backed up`() throws {
    let folder = try world.copy()
    let key = folder.file("key")
    try Data((0..<32).map { UInt8($0) }).write(to: URL(fileURLWithPath: key))
    for options in [[], ["--key", key]] {
      let backups = folder.file("backups\(options.count)")
      let made = try run(
        ["snapshot", "create", "PHONE", "--to", backups] + options, in: folder)
      #expect(made.status == 0, "\(made.errors)")
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: backups)
          .first { $0.hasSuffix(".sqlar") })
      let before = try state(of: backups)
      for words in [
        ["log"], ["show", "12"], ["stats"], ["verify"], ["log", "--journal", "shared"],
        ["why", "note-3", "--query", "lyon"], ["export"],
      ] {
        let arguments = ["journal", words[0], backups + "/" + name] + words.dropFirst() + options
        let outcome = try run(arguments, in: folder)
        #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(arguments) \(outcome.errors)")
      }
      let same = try run(
        ["journal", "diff", "PHONE", backups + "/" + name] + options, in: folder)
      #expect(same.status == 0 && same.output.contains("verdict     same"), "\(same)")
      #expect(try state(of: backups) == before)
    }
    let backups = folder.file("backups2")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: backups).first { $0.hasSuffix(".sqlar") })
    let locked = try run(["journal", "log", backups + "/" + name], in: folder)
    #expect(locked.status == 65 && locked.errors.contains("key"), "\(locked)")
  }
}
