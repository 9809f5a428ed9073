import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import CloudAggregator

@Suite("The file of a cloud's keys") struct CloudKeyFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("cloud.keys") }

  init() throws { folder = try TemporaryFolder() }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func written(rotations: Int = 0) throws -> CloudKeyFile {
    var file = CloudKeyFile(keys: CloudKeys(signing: Sample.cloudKey))
    var dice = Dice.seeded(1)
    for _ in 0..<rotations { file.rotate(to: SigningKey(using: &dice)) }
    try file.write(path)
    return file
  }

  private func expectSame(_ keys: CloudKeys?, _ others: CloudKeys) {
    #expect(keys?.signing.seed == others.signing.seed)
    #expect(keys?.retired == others.retired)
    #expect(keys?.endorsements == others.endorsements)
  }

  @Test(arguments: 0...3) func `is read as it was written`(rotations: Int) throws {
    let file = try written(rotations: rotations)
    expectSame(try CloudKeyFile.read(path)?.keys, file.keys)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["cloud.keys"])
  }

  @Test func `that is not there is nil`() throws {
    #expect(try CloudKeyFile.read(path) == nil)
    #expect(try CloudKeyFile.read(folder.file("none/below")) == nil)
  }

  @Test func `leads from each older key to the newest`() throws {
    let file = try written(rotations: 3)
    #expect(file.keys.trusted.count == 4)
    #expect(file.keys.trusted[0] == file.keys.signing.publicKey)
    #expect(file.keys.retired.first == Sample.cloudKey.publicKey)
    #expect(Set(file.keys.trusted).count == 4)
    // Anyone who trusts only the first comes to the last one.
    var trusted: Set = [Sample.cloudKey.publicKey]
    for endorsement in file.keys.endorsements {
      #expect(endorsement.isValid)
      #expect(trusted.contains(endorsement.endorser))
      trusted.insert(endorsement.key)
    }
    #expect(trusted == Set(file.keys.trusted))
  }

  @Test func `is its owner's alone, whatever was there before`() throws {
    _ = try written()
    #expect(try permissions(path) == 0o600)
    for name in [path, path + ".new"] {
      _ = FileManager.default.createFile(
        atPath: name, contents: Data("x".utf8), attributes: [.posixPermissions: 0o666])
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: name)
    }
    _ = try written()
    #expect(try permissions(path) == 0o600)
  }

  @Test func `says in one place which seed is the secret`() throws {
    let file = try written(rotations: 1)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.ranges(of: file.keys.signing.seed.hex).count == 1)
    #expect(!text.contains(Sample.cloudKey.seed.hex), "an old secret is of no use any more")
  }

  /// - Parameter change: of the file's JSON object.
  private func expectRefused(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout [String: Any]) -> Void
  ) throws {
    _ = try written(rotations: 2)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var object = try #require(
      try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    change(&object)
    try JSONSerialization.data(withJSONObject: object).write(to: URL(fileURLWithPath: path))
    expectUnreadable(what, sourceLocation: sourceLocation)
  }

  private func expectUnreadable(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: CloudError.self, what, sourceLocation: sourceLocation) {
      try CloudKeyFile.read(path)
    }
    #expect(error?.code == .configuration, what, sourceLocation: sourceLocation)
    let message = error?.message ?? ""
    let (beginning, end) = (
      "\(path) does not hold a cloud's keys: ",
      ". Bring the right file back: receipts that these keys signed cannot be checked without it."
    )
    #expect(message.hasPrefix(beginning) && message.hasSuffix(end), "\(message)")
    let found = message.dropFirst(beginning.count).dropLast(end.count)
    let reasons = [
      "\"signing\" is not 64 hexadecimal digits", "a retired key or an endorsement is not valid",
    ]
    let formats = [0, 2, -1].map { "its format is \($0), and this program knows format 1" }
    let reader = [
      /at line \d+, column \d+ it .+/, /[a-z]+(?:\[\d\])?(?:\.[a-z]+)? cannot be what it is/,
      /the file cannot be what it is/, /the file has no "[a-z]+"/,
      /(?:the file|endorsements\[1\]) has the unknown key "[A-Za-z]+"/,
    ]
    #expect(
      (reasons + formats).contains(String(found))
        || reader.contains { found.wholeMatch(of: $0) != nil },
      "\(what): \(message)", sourceLocation: sourceLocation)
  }

  /// Foundation's reader took the last of two keys, and lost with the next rotation what it did not
  /// know.
  @Test func `with a member twice or one that is unknown is refused, and says where`() throws {
    _ = try written(rotations: 2)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let other = Sample.deviceKey.seed.hex
    let cases = [
      ("{", "{ \"signing\" : \"\(other)\",", "has the key \"signing\" twice"),
      ("{", "{ \"sig\\u006eing\" : \"\(other)\",", "has the key \"signing\" twice"),
      ("{", "{ \"Signing\" : \"\(other)\",", "the file has the unknown key \"Signing\""),
      ("\"retired\"", "\"retried\" : [], \"retired\"", "has the unknown key \"retried\""),
      ("\"format\" : 1", "\"format\" : 1.0", "format cannot be what it is"),
      ("\"format\" : 1", "\"format\" : 01", "a number begins with a zero"),
      ("{", "\u{FEFF}{", "begins with a byte order mark"),
    ]
    for (old, new, reason) in cases {
      let place = try #require(text.firstRange(of: old))
      try text.replacingCharacters(in: place, with: new)
        .write(toFile: path, atomically: true, encoding: .utf8)
      let error = #expect(throws: CloudError.self) { try CloudKeyFile.read(path) }
      #expect(error?.message.contains(reason) == true, "\(String(describing: error))")
      expectUnreadable("\(new)")
    }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try CloudKeyFile.read(path)?.keys.retired.count == 2)
  }

  @Test func `of another format or without a part is refused`() throws {
    for format in [0, 2, "1", -1] as [Any] {
      try expectRefused("format \(format)") { $0["format"] = format }
    }
    for key in ["format", "signing", "retired", "endorsements"] {
      try expectRefused("no \(key)") { $0[key] = nil }
      try expectRefused("\(key) is null") { $0[key] = NSNull() }
    }
  }

  @Test func `with a part that is damaged is refused`() throws {
    let hex = String(repeating: "ab", count: 31)
    for seed in ["", hex, hex + "abab", hex + "zz", hex + "a", 1] as [Any] {
      try expectRefused("seed \(seed)") { $0["signing"] = seed }
      try expectRefused("retired \(seed)") { $0["retired"] = [seed] }
    }
    try expectRefused("one of several is none") {
      $0["retired"] = ($0["retired"] as? [String] ?? []) + [hex]
    }
    for key in ["key", "endorser", "signature"] {
      let other = Sample.deviceKey.publicKey.description
      for value in ["", hex, other, String(repeating: "00", count: 64)] {
        try expectRefused("\(key) \(value)") { object in
          var endorsements = object["endorsements"] as? [[String: String]] ?? []
          endorsements[1][key] = value
          object["endorsements"] = endorsements
        }
      }
    }
  }

  @Test(arguments: ["", "null", "[]", "{", "keys", "{\"format\": 1}"])
  func `that holds something else is refused`(text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    expectUnreadable("\(text)")
  }

  @Test func `cut off anywhere is refused`() throws {
    _ = try written(rotations: 1)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for count in stride(from: 0, to: bytes.count - 2, by: 7) {
      try bytes.prefix(count).write(to: URL(fileURLWithPath: path))
      expectUnreadable("\(count) of \(bytes.count)")
    }
  }

  @Test func `that cannot be read or written says which`() throws {
    let reading = #expect(throws: CloudError.self) { try CloudKeyFile.read(folder.path) }
    #expect(
      reading?.message
        == "The keys cannot be read (\(folder.path): Is a directory). Check the file's "
        + "permissions.")
    let below = folder.file("none/cloud.keys")
    let writing = #expect(throws: CloudError.self) {
      try CloudKeyFile(keys: CloudKeys(signing: Sample.cloudKey)).write(below)
    }
    #expect(
      writing?.message
        == "The keys cannot be written (\(below).new: No such file or directory). Check the "
        + "folder.")
  }
}
