import Foundation
import TestSupport
import Testing

/// A device in a folder that was there before, with whatever modes.
@Suite("A device's folder that others can look into") struct OpenFolderTests {
  private let program = Program.built
  private let folder: TemporaryFolder
  private var phone: String { folder.file("phone") }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: phone, withIntermediateDirectories: true)
    try setMode(0o755, phone)
  }

  private func setMode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `is said whenever its status is shown, until it is closed`() throws {
    let said =
      "spotlog: \(phone) is open to other users of this machine. If that is not intended: "
      + "chmod 700 \(phone)\n"
    #expect(try program.run(["device", "init", phone]).errors == said)
    for _ in 0..<2 {
      for form in [[], ["--json"]] {
        let outcome = try program.run(["device", "status", phone] + form)
        #expect(outcome.status == 0 && outcome.errors == said, "\(outcome.errors)")
      }
    }
    try setMode(0o700, phone)
    #expect(try program.run(["device", "status", phone]).errors.isEmpty)
    #expect(try mode(phone) == 0o700)
  }

  @Test(arguments: [["private.journal"], ["private.journal", "index.sqlite"], []])
  func `holds no file that others can read, whatever empty files lay there`(
    names: [String]
  ) throws {
    for name in names {
      let path = phone + "/" + name
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      try setMode(0o644, path)
    }
    for arguments in [
      ["device", "index", phone, "--app", "a", "--id", "1", "--attribute", "title=word"],
      ["device", "search", phone, "word"],
    ] {
      let outcome = try program.run(arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let made = try FileManager.default.contentsOfDirectory(atPath: phone)
    #expect(made.contains("private.journal") && made.contains("index.sqlite"))
    for name in made { #expect(try mode(phone + "/" + name) == 0o600, "\(name)") }
  }
}
