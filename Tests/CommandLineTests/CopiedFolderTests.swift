import Foundation
import TestSupport
import Testing

/// What is said of a folder that is read as a temporary copy, since nothing may be written there or
/// somebody else writes it.
@Suite("A folder that is read as a copy", .enabled(if: Nobody.canRun, Nobody.why))
struct CopiedFolderTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
    try mode(0o755, folder.path)
    let made = try program.run(["device", "index", phone], input: TraceLines.items(1...3))
    #expect(made.status == 0, "\(made)")
    #expect(try program.itemIdentifiers(phone) == ["1", "2", "3"])
    try mode(0o755, phone)
  }

  private func mode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func setReadOnly(_ isReadOnly: Bool) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: phone) {
      try mode(isReadOnly ? 0o444 : 0o644, phone + "/" + name)
    }
    try mode(isReadOnly ? 0o555 : 0o755, phone)
  }

  /// Runs a command on the phone where nothing may be written.
  private func read(_ arguments: [String]) throws -> Program.Outcome {
    try setReadOnly(true)
    let outcome = try program.run(arguments, launcher: Nobody.launcher)
    try setReadOnly(false)
    return outcome
  }

  enum Damage: String, CaseIterable {
    case overwritten, cut, empty, cloud

    fileprivate func happen(in phone: String) throws {
      let journal = URL(fileURLWithPath: phone + "/private.journal")
      var bytes = try Data(contentsOf: journal)
      switch self {
      case .overwritten: bytes.replaceSubrange(0..<16, with: Data(repeating: 7, count: 16))
      case .cut: bytes = bytes.prefix(bytes.count / 2)
      case .empty: bytes = Data()
      case .cloud: try Data("x".utf8).write(to: URL(fileURLWithPath: phone + "/cloud.json"))
      }
      try bytes.write(to: journal)
    }
  }

  @Test(arguments: Damage.allCases)
  func `is named as it was given, and not its copy`(damage: Damage) throws {
    try damage.happen(in: phone)
    let expected = try program.run(["device", "search", phone, "word"])
    let outcome = try read(["device", "search", phone, "word"])
    #expect(outcome.status == expected.status && outcome.status != 0, "\(outcome)")
    #expect(outcome.errors == expected.errors)
    #expect(outcome.errors.contains(phone), "\(outcome)")
    #expect(outcome.output == "")
  }

  @Test func `has a damaged index that is not said to be put aside`() throws {
    let index = URL(fileURLWithPath: phone + "/index.sqlite")
    var bytes = try Data(contentsOf: index)
    for place in stride(from: 5_000, to: bytes.count, by: 4_096) { bytes[place] ^= 1 }
    try bytes.write(to: index)
    let outcome = try read(["device", "items", phone])
    #expect(
      outcome.status == 0
        && outcome.output == "app\tid\ttitle\na\t1\tword\na\t2\tword\na\t3\tword\n")
    #expect(
      outcome.errors
        == "spotlog: the index is damaged: it was rebuilt from the journal in a temporary copy\n")
    #expect(try Data(contentsOf: index) == bytes)
  }

  @Test(arguments: [["--all"], ["--id", "2"]])
  func `says what a deletion would reach`(options: [String]) throws {
    let arguments = ["device", "delete", phone, "--app", "a", "--dry-run"] + options
    let expected = try program.run(arguments)
    let outcome = try read(arguments)
    #expect(outcome.status == 0 && outcome.output == expected.output, "\(outcome)")
    #expect(
      outcome.output.hasSuffix(
        options == ["--all"] ? "3 would be deleted\n" : "1 would be deleted\n"))
  }

  @Test func `gets no new keyring, and says so`() throws {
    let key = folder.file("key")
    try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: key))
    try mode(0o644, key)
    let arguments = ["device", "search", phone, "word", "--unlock", key]
    let outcome = try read(arguments + ["--new-keyring"])
    #expect(outcome.status == 73 && outcome.output == "", "\(outcome)")
    #expect(
      outcome.errors
        == "spotlog: New keys would be written to a keyring in \(phone), which is only read here: "
        + "you may not write there, or another process has the device open. Unlock it without new "
        + "keys, or where the folder may be written to.\n")
    #expect(!FileManager.default.fileExists(atPath: phone + "/keyring"))
    #expect(try read(arguments).status == 0)
    #expect(try program.run(arguments + ["--new-keyring"]).status == 0)
    #expect(FileManager.default.fileExists(atPath: phone + "/keyring"))
    #expect(try read(arguments + ["--new-keyring"]).status == 0)
  }
}

@Suite("A device that another process writes") struct LiveWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Asks while another process has the device open, and has journaled a line.
  private static let beside = """
    mkfifo "$0/in" "$0/out" || exit 98
    program=$1; phone=$2; line=$3; shift 3
    "$program" device index "$phone" --acknowledge < "$0/in" > "$0/out" &
    exec 3> "$0/in" 4< "$0/out"
    printf '%s\\n' "$line" >&3
    read -r -t 60 answer <&4 || { kill $!; exit 99; }
    "$program" "$@"
    status=$?
    exec 3>&-
    cat <&4 > /dev/null
    wait $!
    exit $status
    """

  @Test(arguments: [
    (["search", "PHONE", "word"], "a  1  word\n"),
    (["items", "PHONE", "--columns", "id"], "id\n1\n"),
    (["delete", "PHONE", "--app", "a", "--all", "--dry-run"], "1  word\n1 would be deleted\n"),
  ])
  func `is read beside that`(arguments: [String], output: String) throws {
    let phone = folder.file("phone")
    let outcome = try Program.built.run(
      [phone, TraceLines.item("1"), "device"] + arguments.map { $0 == "PHONE" ? phone : $0 },
      launcher: ["/bin/bash", "-c", Self.beside, folder.path])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    #expect(outcome.output == output)
    #expect(try Program.built.itemIdentifiers(phone) == ["1"])
  }

  @Test func `has a status`() throws {
    let phone = folder.file("phone")
    let outcome = try Program.built.run(
      [phone, TraceLines.item("1"), "device", "status", phone],
      launcher: ["/bin/bash", "-c", Self.beside, folder.path])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("\njournaled   3 entries\n"), "\(outcome)")
  }

  @Test func `is not written beside that, and says who writes`() throws {
    let phone = folder.file("phone")
    let outcome = try Program.built.run(
      [
        phone, TraceLines.item("1"), "device", "index", phone, "--app", "a", "--id", "2",
        "--attribute", "title=x",
      ], launcher: ["/bin/bash", "-c", Self.beside, folder.path])
    #expect(outcome.status == 73, "\(outcome)")
    #expect(
      outcome.errors.contains("\(phone)/private.journal is being written by process "), "\(outcome)"
    )
  }
}

@Suite("A device whose private journal is lost") struct LostJournalTests {
  private let folder: TemporaryFolder
  private let phone: String

  init() throws {
    folder = try TemporaryFolder()
    phone = folder.file("phone")
    #expect(try Program.built.run(["device", "init", phone]).status == 0)
    try FileManager.default.moveItem(
      atPath: phone + "/private.journal", toPath: phone + "/shared.journal")
  }

  private static let ofDevice = [
    ["device", "search", "PHONE", "word"], ["device", "status", "PHONE"],
    ["device", "delete", "PHONE", "--app", "a", "--all"],
    ["device", "sync", "PHONE", "--url", "http://127.0.0.1:1"],
    ["query", "find", "title == *", "--device", "PHONE"],
    ["snapshot", "create", "PHONE", "--to", "PHONE-backups"],
  ]
  private static let ofJournal = [
    ["device", "items", "PHONE", "--until", "2030-01-01"],
    ["journal", "log", "PHONE", "--journal", "private"],
  ]

  @Test(arguments: ofDevice.map { ($0, true) } + (ofDevice + ofJournal).map { ($0, false) })
  func `is to be restored, and not made again`(arguments: [String], isEmpty: Bool) throws {
    if isEmpty {
      #expect(FileManager.default.createFile(atPath: phone + "/private.journal", contents: nil))
    }
    let outcome = try Program.built.run(
      arguments.map { $0.replacingOccurrences(of: "PHONE", with: phone) })
    #expect(outcome.status == 66, "\(outcome)")
    #expect(
      outcome.errors.contains(
        "\(phone)/private.journal is \(isEmpty ? "empty" : "missing"), and with it all that the "
          + "device in \(phone) recorded; of its files only shared.journal is left. Put the "
          + "journal back, or restore the device from a snapshot: `spotlog snapshot restore "
          + "SNAPSHOT --to \(phone)`. To begin a new device, choose another folder, or remove "
          + "shared.journal first."), "\(outcome)")
    #expect(!outcome.errors.contains("device init"))
  }

  private static let makers = [
    ["init", "PHONE"], ["index", "PHONE"],
    ["index", "PHONE", "--app", "a", "--id", "new", "--attribute", "title=n"],
    ["activity", "PHONE", "--app", "a", "--type", "view", "--id", "new"],
  ]
  private static let remains = [
    "private.journal-wal", "shared.journal", "shared.journal-wal", "witness", "keyring",
    "index.sqlite", "index.sqlite-wal",
  ]

  /// Each way to make one over each file in a long run; else each way and each file once or more.
  private static let attempts = LongRun.some(
    9, of: makers.flatMap { maker in remains.map { (maker, $0) } })

  @Test(arguments: attempts)
  func `is not made again over the files that are left`(arguments: [String], name: String) throws {
    if name != "shared.journal" {
      try FileManager.default.moveItem(
        atPath: phone + "/shared.journal", toPath: phone + "/" + name)
    }
    let bytes = FileManager.default.contents(atPath: phone + "/" + name)
    for isEmpty in [false, true] {
      if isEmpty {
        #expect(FileManager.default.createFile(atPath: phone + "/private.journal", contents: nil))
      }
      let outcome = try run(arguments)
      #expect(outcome.status == 66 && outcome.output == "", "\(outcome)")
      #expect(outcome.errors == (try run(["status", "PHONE"]).errors))
      #expect(outcome.errors.contains("of its files only \(name) is left."), "\(outcome)")
      #expect(outcome.errors.hasSuffix("or remove \(name) first.\n"), "\(outcome)")
      #expect(FileManager.default.contents(atPath: phone + "/" + name) == bytes)
    }
    // The way out that the sentence names.
    try FileManager.default.removeItem(atPath: phone + "/" + name)
    let made = try run(arguments)
    #expect(made.status == 0, "\(made)")
    #expect(try run(["status", "PHONE"]).status == 0)
  }

  private func run(_ arguments: [String]) throws -> Program.Outcome {
    try Program.built.run(
      ["device"] + arguments.map { $0.replacingOccurrences(of: "PHONE", with: phone) },
      input: arguments == ["index", "PHONE"] ? TraceLines.items(1...1) : "")
  }
}
