import Foundation
import TestSupport
import Testing

@Suite("Standard input") struct LiveInputTests {
  private let program = Program.built
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sends the program each line after the answer to the one before, and prints the answers.
  private static let conversation = """
    mkfifo "$0/in" "$0/out" || exit
    "$@" < "$0/in" > "$0/out" &
    exec 3> "$0/in" 4< "$0/out"
    while IFS= read -r line; do
      printf '%s\\n' "$line" >&3
      read -r -t 60 answer <&4 || { kill $!; exit 99; }
      echo "$answer"
    done
    exec 3>&-
    cat <&4
    wait $!
    """

  @Test func `that waits for acknowledgements gets one for every line`() throws {
    let phone = folder.file("phone")
    let outcome = try program.run(
      ["device", "index", phone, "--acknowledge"], input: TraceLines.items(1...3),
      launcher: ["/bin/bash", "-c", Self.conversation, folder.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("1\n2\n3\n3 events journaled"), "\(outcome.output)")
    #expect(try program.itemIdentifiers(phone) == ["1", "2", "3"])
  }

  @Test func `that is plentiful is recorded in whole transactions`() throws {
    let path = try TraceLines.file(TraceLines.items(1...25).utf8, in: folder)
    let outcome = try program.run(
      ["device", "index", folder.file("phone"), "--acknowledge", "--transaction", "10"],
      inputPath: path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("10\n20\n25\n25 events journaled"), "\(outcome.output)")
  }

  @Test func `that is a folder is refused`() throws {
    let outcome = try program.run(
      ["device", "index", folder.file("phone")],
      launcher: ["/bin/sh", "-c", "exec \"$@\" < \"$0\"", folder.path])
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "spotlog: standard input: is a folder, and a trace is a file. Give the file.\n")
  }

  private func record(_ input: String, _ options: String...) throws -> Program.Outcome {
    try program.run(["device", "index", folder.file("phone")] + options, input: input)
  }

  @Test func `that is resumed continues behind what is journaled`() throws {
    let all = TraceLines.items(1...7)
    #expect(try record(TraceLines.items(1...4), "--transaction", "2").status == 0)
    let again = try record(TraceLines.items(1...4), "--resume")
    #expect(again.status == 0 && again.output.hasPrefix("0 events"), "\(again)")
    for (input, count) in [(all, 3), ("\u{FEFF}" + all.replacing("\n", with: "\r\n"), 0)] {
      let outcome = try record(input, "--resume")
      #expect(outcome.status == 0 && outcome.output.hasPrefix("\(count) events"), "\(outcome)")
    }
    #expect(try program.itemIdentifiers(folder.file("phone")).count == 7)
  }

  @Test(arguments: [
    TraceLines.items(11...17), TraceLines.items(1...2), "", TraceLines.items(1...2) + "nonsense\n",
    "\n" + TraceLines.items(1...4), TraceLines.items(1...2) + "\n" + TraceLines.items(3...4),
    TraceLines.items(1...2) + TraceLines.items(4...7),
  ])
  func `that is resumed with another input is refused`(other: String) throws {
    #expect(try record(TraceLines.items(1...3)).status == 0)
    let outcome = try record(other, "--resume")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "spotlog: Standard input is not the one that was recorded up to line 3: it differs "
        + "before or in that line. Give that input again, or omit --resume to record all of this "
        + "one.\n")
    #expect(try program.itemIdentifiers(folder.file("phone")) == ["1", "2", "3"])
    // Without the option all of it is recorded.
    #expect(try record(TraceLines.items(11...12)).output.hasPrefix("2 events"))
    #expect(try record(TraceLines.items(11...13), "--resume").output.hasPrefix("1 event"))
  }

  @Test func `that is resumed where nothing was journaled is recorded whole`() throws {
    #expect(try record(TraceLines.items(1...2), "--resume").output.hasPrefix("2 events"))
  }

  @Test func `has its bad lines set aside, and its good ones journaled`() throws {
    let bad = folder.file("bad.tsv")
    let long = String(repeating: "x", count: (16 << 20) + 1)
    let input =
      "nonsense\n" + TraceLines.items(1...2) + "{\"time\":1,\t\"kind\":\"fly\"}\n" + long + "\n"
      + TraceLines.item("3", "\\uD800") + "\n" + TraceLines.items(4...5)
    let outcome = try record(input, "--bad-lines", bad, "--transaction", "2", "--json")
    #expect(outcome.status == 65)
    #expect(outcome.output.contains("\"badLines\" : 4"), "\(outcome.output)")
    #expect(outcome.output.contains("\"events\" : 4"))
    #expect(
      outcome.errors.hasPrefix("spotlog: 4 lines were not journaled, and set aside in \(bad)."))
    #expect(try program.itemIdentifiers(folder.file("phone")) == ["1", "2", "4", "5"])
    let rows = try String(contentsOfFile: bad, encoding: .utf8).split(separator: "\n")
    #expect(
      rows.map(String.init) == [
        "1\t1\tis not JSON: a value is expected here\tnonsense",
        "4\t19\thas the kind \"fly\"; "
          + "known are index, delete, activity, engage, abandon and synonyms\t"
          + "{\"time\":1,\t\"kind\":\"fly\"}",
        "5\t1\tis longer than 17 MB (16,777,216 bytes)\t" + long,
        "6\t81\tis not JSON: half of a surrogate pair stands alone\t"
          + TraceLines.item("3", "\\uD800"),
      ])
    let mode = try FileManager.default.attributesOfItem(atPath: bad)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // The input continues after them, and other bad lines are appended.
    let more = try record(input + "{}\n" + TraceLines.item("6"), "--resume", "--bad-lines", bad)
    #expect(more.status == 65 && more.output.hasPrefix("1 events journaled"), "\(more)")
    #expect(
      try String(contentsOfFile: bad, encoding: .utf8).hasSuffix("\n9\t1\thas no \"time\"\t{}\n"))
  }

  @Test func `tells where it continues, and sets no line aside twice`() throws {
    let bad = folder.file("bad.tsv")
    func setAside() throws -> [String] {
      try String(contentsOfFile: bad, encoding: .utf8).split(separator: "\n")
        .map { $0.split(separator: "\t").map(String.init)[0] }
    }
    let input = "nonsense\n" + TraceLines.items(2...3) + "{}\n\n[]\n"
    #expect(try record(input, "--bad-lines", bad, "--transaction", "1").status == 65)
    #expect(try setAside() == ["1", "4", "6"])
    // The last lines were bad: the input counts as read behind them.
    let more = try record(input + TraceLines.items(7...8), "--resume", "--bad-lines", bad)
    #expect(more.status == 0 && more.output.hasPrefix("2 events"), "\(more)")
    #expect(try setAside() == ["1", "4", "6"])
    let stopped = try record(input + TraceLines.items(7...9) + "{}\n", "--resume")
    #expect(
      stopped.errors.hasSuffix(
        " Before it, 1 line was journaled; --resume continues after line 9.\n"), "\(stopped)")
    let other = try record("{}\n" + TraceLines.items(2...9), "--resume", "--bad-lines", bad)
    #expect(other.status == 65 && other.errors.contains("recorded up to line 9:"), "\(other)")
  }

  @Test func `knows a line again that was too long`() throws {
    let bad = folder.file("bad.tsv")
    let long = String(repeating: "x", count: (16 << 20) + 1)
    #expect(try record(long + "\n", "--bad-lines", bad).status == 65)
    let changed = try record(
      long.dropLast() + "y\n" + TraceLines.item("1") + "\n", "--resume", "--bad-lines", bad)
    #expect(changed.errors.contains("recorded up to line 1:"), "\(changed)")
    let resumed = try record(
      long + "\n" + TraceLines.item("1") + "\n", "--resume", "--bad-lines", bad)
    #expect(resumed.status == 0 && resumed.output.hasPrefix("1 events"), "\(resumed)")
  }

  @Test(.timeLimit(.minutes(3)), arguments: ["pipe", "link", "link to nothing"])
  func `puts bad lines into no pipe and through no link`(what: String) throws {
    let (bad, target) = (folder.file("bad"), folder.file("target"))
    switch what {
    case "pipe": #expect(mkfifo(bad, 0o600) == 0)
    default:
      if what == "link" { try Data().write(to: URL(fileURLWithPath: target)) }
      try FileManager.default.createSymbolicLink(atPath: bad, withDestinationPath: target)
    }
    let refused = try record("nonsense\n", "--bad-lines", bad)
    #expect(refused.status == 73, "\(refused)")
    let reason = what == "pipe" ? "not an ordinary file" : "a symbolic link"
    #expect(refused.errors.contains("\(bad) cannot be written (\(reason))"), "\(refused)")
    #expect(FileManager.default.fileExists(atPath: target) == (what == "link"))
  }

  @Test(
    .timeLimit(.minutes(3)),
    arguments: [
      "FOLDER/in", "FOLDER/./in", "FOLDER/link", "FOLDER/twin", "FOLDER/loop/in", "/dev/stdin",
      "/dev/fd/0",
    ])
  func `is not where bad lines go`(bad: String) throws {
    let (input, phone) = (folder.file("in"), folder.file("phone"))
    let text = "nonsense\n" + TraceLines.items(1...2)
    try Data(text.utf8).write(to: URL(fileURLWithPath: input))
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: input)
    try files.linkItem(atPath: input, toPath: folder.file("twin"))
    try files.createSymbolicLink(atPath: folder.file("loop"), withDestinationPath: folder.path)
    let place = bad.replacing("FOLDER", with: folder.path)
    // What is read again grows until it may not.
    let refused = try program.run(
      ["device", "index", phone, "--bad-lines", place], inputPath: input,
      launcher: ["/bin/sh", "-c", "ulimit -f 64; exec \"$0\" \"$@\""])
    #expect(refused.status == 73, "\(refused)")
    #expect(
      refused.errors
        == "spotlog: \(place) is the input, and would change while it is read. Name another file "
        + "with --bad-lines.\n")
    #expect(try String(contentsOfFile: input, encoding: .utf8) == text)
    #expect(!files.fileExists(atPath: phone))
  }

  @Test(arguments: [
    "phone/private.journal", "phone/../phone/private.journal", "alias/private.journal", "twin",
    "phone/private.journal-wal", "phone/private.journal-writer", "phone/shared.journal",
    "phone/index.sqlite-journal", "phone/witness", "phone/keyring", "phone/Keyring",
    "other/private.journal-shm", "empty/witness",
  ])
  func `has no bad lines written into a device's files`(bad: String) throws {
    let (phone, place) = (folder.file("phone"), folder.file(bad))
    let files = FileManager.default
    for name in ["phone", "other"] {
      let made = try program.run(
        ["device", "index", folder.file(name)], input: TraceLines.items(1...2))
      #expect(made.status == 0, "\(made)")
    }
    try files.createSymbolicLink(atPath: folder.file("alias"), withDestinationPath: phone)
    if bad == "twin" { try files.linkItem(atPath: phone + "/private.journal", toPath: place) }
    try files.createDirectory(atPath: folder.file("empty"), withIntermediateDirectories: false)
    let before = files.contents(atPath: place)
    let target = bad.hasPrefix("empty") ? folder.file("empty") : phone
    let names = try files.contentsOfDirectory(atPath: target).sorted()
    let refused = try program.run(
      ["device", "index", target, "--bad-lines", place], input: "nonsense\n" + TraceLines.item("3"))
    #expect(refused.status == 73, "\(refused)")
    #expect(refused.errors.hasPrefix("spotlog: \(place) is "), "\(refused)")
    #expect(
      refused.errors.hasSuffix(", and would be damaged. Name another file with --bad-lines.\n"))
    #expect(files.contents(atPath: place) == before)
    #expect(try files.contentsOfDirectory(atPath: target).sorted() == names)
    if bad == "twin" { try files.removeItem(atPath: place) }
    #expect(try program.itemIdentifiers(phone) == ["1", "2"])
    // A file of the person's own may lie in the folder.
    let kept = try record("nonsense\n", "--bad-lines", phone + "/bad.tsv")
    #expect(kept.status == 65 && files.fileExists(atPath: phone + "/bad.tsv"), "\(kept)")
  }

  @Test(arguments: ["private.journal", "index.sqlite", "copy"])
  func `of a journal is not written over by a page or a database`(name: String) throws {
    let (phone, copy) = (folder.file("phone"), folder.file("copy"))
    #expect(try record(TraceLines.items(1...2)).status == 0)
    let files = FileManager.default
    try files.copyItem(atPath: phone + "/private.journal", toPath: copy)
    let (source, place) = name == "copy" ? (copy, copy) : (phone, "\(phone)/\(name)")
    let before = files.contents(atPath: place)
    for (option, command) in [
      ("--html", ["stats", source]), ("--out", ["export", source, "--format", "sqlite"]),
    ] {
      let refused = try program.run(["journal"] + command + [option, place])
      #expect(refused.status == 73, "\(refused)")
      #expect(refused.errors.hasSuffix(" Name another file with \(option).\n"), "\(refused)")
      #expect(files.contents(atPath: place) == before)
    }
  }

  @Test func `puts bad lines where the shell says`() throws {
    let outcome = try program.run(
      ["device", "index", folder.file("phone"), "--bad-lines", "/dev/fd/5"], input: "nonsense\n",
      launcher: [
        "/bin/bash", "-c", "\"$@\" 5> >(cat > \"$0/out\"); s=$?; wait $!; exit $s", folder.path,
      ])
    #expect(outcome.status == 65, "\(outcome)")
    let ignored = try record("nonsense\n", "--bad-lines", "/dev/null")
    #expect(ignored.status == 65 && ignored.errors.contains("1 line was not journaled"))
    let rows = try String(contentsOfFile: folder.file("out"), encoding: .utf8)
    #expect(rows == "1\t1\tis not JSON: a value is expected here\tnonsense\n")
  }

  @Test func `without bad lines leaves their file empty, and ends well`() throws {
    let bad = folder.file("bad.tsv")
    let outcome = try record(TraceLines.items(1...2), "--bad-lines", bad)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: bad)).isEmpty)
    let refused = try record(TraceLines.items(1...2), "--bad-lines", folder.path)
    #expect(refused.status == 73 && refused.errors.contains("cannot be written"))
  }

  @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
  func `that is UTF-16 is refused by its name, and nothing is journaled`(
    encoding: String.Encoding
  ) throws {
    let input = folder.file("utf16")
    try #require(TraceLines.items(1...3).data(using: encoding))
      .write(to: URL(fileURLWithPath: input))
    for options in [[], ["--bad-lines", folder.file("bad")]] {
      let outcome = try program.run(
        ["device", "index", folder.file("phone")] + options, inputPath: input)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors
          == "spotlog: standard input: is UTF-16, and lines are read as UTF-8. Convert it: iconv "
          + "-f UTF-16 -t UTF-8. No new line was journaled.\n")
      #expect(try program.itemIdentifiers(folder.file("phone")).isEmpty)
    }
  }
}
