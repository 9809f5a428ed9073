import Foundation
import TestSupport
import Testing

@Suite("The output of a command") struct OutputPlaceTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private let phone: String
  private let key: String
  private let keyBytes = Data(repeating: 0x37, count: 64)

  init() throws {
    folder = try TemporaryFolder()
    (phone, key) = (folder.file("phone"), folder.file("key"))
    let made = try program.run(["device", "index", phone], input: TraceLines.items(1...2))
    #expect(made.status == 0, "\(made)")
    try keyBytes.write(to: URL(fileURLWithPath: key))
  }

  private func run(_ arguments: [String], input: String = "") throws -> Program.Outcome {
    try program.run(
      arguments.map {
        $0.replacing("PHONE", with: phone).replacing("KEY", with: key)
          .replacing("FOLDER", with: folder.path)
      }, input: input)
  }

  private static let index = ["device", "index", "FOLDER/new", "--unlock", "KEY", "--bad-lines"]
  private static let stats = ["journal", "stats", "PHONE", "--key", "KEY", "--html"]
  private static let export = ["journal", "export", "PHONE", "--format", "sqlite"]

  @Test(arguments: [
    index + ["KEY"], index + ["FOLDER/link"], index + ["FOLDER/twin"], stats + ["KEY"],
    export + ["--key", "KEY", "--out", "KEY"],
    export + ["--anonymize", "--pseudonym-key-file", "KEY", "--out", "KEY"],
  ])
  func `is not the file of a key`(arguments: [String]) throws {
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: key)
    try files.linkItem(atPath: key, toPath: folder.file("twin"))
    let refused = try run(arguments, input: "nonsense\n")
    #expect(refused.status == 73 && refused.output == "", "\(refused)")
    let option = arguments[arguments.count - 2]
    #expect(
      refused.errors.hasSuffix(
        " is the file of a key, and would be damaged. Name another file with \(option).\n"))
    #expect(files.contents(atPath: key) == keyBytes)
    #expect(!files.fileExists(atPath: folder.file("new")))
  }

  @Test func `is not a file that a device may make`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: phone).sorted()
    let refused = try run(["journal", "salvage", "PHONE", "--to", "PHONE/shared.journal"])
    #expect(refused.status == 73, "\(refused)")
    #expect(refused.errors.hasSuffix("would be damaged. Name another file with --to.\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: phone).sorted() == names)
  }

  private static let simulate = ["simulate", "--devices", "4", "--days", "1", "--out"]

  @Test(
    arguments: [
      simulate, ["simulate", "--seeds", "1..1", "--faults", "small", "--out"],
      ["simulate", "--searches", "FOLDER/trace", "--out"],
      ["drill", "run", "snapshot-empty", "--out"], ["snapshot", "create", "PHONE", "--to"],
    ], ["private.journal", "cloud.journal"])
  func `is not the folder of a device or cloud`(arguments: [String], journal: String) throws {
    let out = folder.file("out")
    try makeJournal(journal, in: out)
    let refused = try run(arguments + [out])
    #expect(refused.status == 73, "\(refused)")
    #expect(
      refused.errors
        == "spotlog: \(out) is the folder of a device or cloud. Name another folder with "
        + "\(arguments[arguments.count - 1]).\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: out) == [journal])
  }

  @Test(arguments: [("cloud", "cloud.journal"), ("devices/phone", "private.journal")])
  func `is not a folder above a device or cloud that no run wrote`(
    child: String, name: String
  ) throws {
    let out = folder.file("out")
    try makeJournal(name, in: "\(out)/\(child)")
    let refused = try run(Self.simulate + [out])
    #expect(refused.status == 73, "\(refused)")
    #expect(
      refused.errors
        == "spotlog: \(out)/\(child) holds a journal that no run wrote, and would be replaced. "
        + "Name another folder with --out.\n")
    #expect(FileManager.default.contents(atPath: "\(out)/\(child)/\(name)") == Data("x".utf8))
  }

  @Test func `is the folder of an earlier run`() throws {
    for _ in 1...2 {
      let outcome = try run(Self.simulate + [folder.file("run"), "--keep-devices"])
      #expect(outcome.status == 0, "\(outcome)")
    }
  }

  private func makeJournal(_ name: String, in path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }
}
