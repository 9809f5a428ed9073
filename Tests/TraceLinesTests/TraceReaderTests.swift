import Foundation
import TestSupport
import Testing
import TraceLines

/// gzip made here, so that every byte of it is known.
private enum Gzip {
  /// A member that holds the text as it is, in one block that is not compressed.
  static func member(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let count = UInt32(bytes.count)
    var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    member.append(1)
    member += littleEndian(count, byteCount: 2)
    member += littleEndian(~count, byteCount: 2)
    member += bytes
    member += littleEndian(checksum(bytes), byteCount: 4)
    member += littleEndian(count, byteCount: 4)
    return member
  }

  private static func littleEndian(_ value: UInt32, byteCount: Int) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    for _ in 0..<byteCount {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    return bytes
  }

  /// CRC-32, as RFC 1952 has it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = remainder & 1 == 1
        remainder >>= 1
        if isOdd { remainder ^= 0xEDB8_8320 }
      }
    }
    return ~remainder
  }
}

/// The bytes of a file, and the lines that they have before they end, or end in damage.
struct FileBytes: Sendable, CustomStringConvertible {
  let description: String
  let bytes: [UInt8]
  let lines: [String]

  init(_ description: String, _ bytes: [UInt8], _ lines: [String]) {
    self.description = description
    self.bytes = bytes
    self.lines = lines
  }

  private static let one = Gzip.member("one\n")
  private static let two = Gzip.member("one\ntwo\n")

  private static func changed(_ bytes: [UInt8], at place: Int) -> [UInt8] {
    var bytes = bytes
    bytes[place] ^= 0xFF
    return bytes
  }

  static let whole: [FileBytes] = [
    FileBytes("nothing", [], []),
    FileBytes("half of gzip's magic", [0x1F], ["\u{1F}"]),
    FileBytes("half of gzip's magic, then text", [0x1F, 0x61, 0x0A], ["\u{1F}a"]),
    FileBytes("one member", two, ["one", "two"]),
    FileBytes("a member of nothing", Gzip.member(""), []),
    FileBytes("two members", one + two, ["one", "one", "two"]),
    FileBytes(
      "a line in three members", Gzip.member("o") + Gzip.member("") + Gzip.member("ne"), ["one"]),
    FileBytes("a member, then zeros", one + [UInt8](repeating: 0, count: 512), ["one"]),
    FileBytes(
      "a member, then more zeros than are read at once",
      one + [UInt8](repeating: 0, count: 600_000), ["one"]),
    FileBytes("a byte order mark", mark + Array("one\n".utf8), ["one"]),
    FileBytes("a byte order mark alone", mark, []),
    FileBytes(
      "two files with byte order marks", mark + Array("one\n".utf8) + mark + Array("two".utf8),
      ["one", "two"]),
    FileBytes("a byte order mark and CRLF", mark + Array("one\r\ntwo\r\n".utf8), ["one", "two"]),
    FileBytes(
      "a byte order mark in gzip", Gzip.member("\u{FEFF}one\n") + two, ["one", "one", "two"]),
  ]

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// gzip with something behind it that is none.
  static let followed: [FileBytes] = [
    FileBytes("text behind", one + Array("two\n".utf8), ["one"]),
    FileBytes("text between", one + Array("two\n".utf8) + two, ["one"]),
    FileBytes("one byte behind", one + [0x41], ["one"]),
    FileBytes("half of gzip's magic, then text", one + [0x1F, 0x41], ["one"]),
    FileBytes("zeros between", one + [UInt8](repeating: 0, count: 512) + two, ["one"]),
    FileBytes("many zeros between", one + [UInt8](repeating: 0, count: 600_000) + two, ["one"]),
    FileBytes("zeros, then text", one + [0, 0] + Array("two".utf8), ["one"]),
  ]

  static let damaged: [FileBytes] = [
    FileBytes("gzip's magic alone", [0x1F, 0x8B], []),
    FileBytes("cut in the header", Array(two.prefix(7)), []),
    FileBytes("cut in the data", Array(two.prefix(20)), ["one"]),
    FileBytes("cut in the checksum", Array(two.dropLast(6)), ["one", "two"]),
    FileBytes("another method", changed(two, at: 2), []),
    FileBytes("no kind of block", changed(two, at: 10), []),
    FileBytes("another length of the block", changed(two, at: 11), []),
    FileBytes("another letter", changed(two, at: 15), ["\u{FFFD}ne", "two"]),
    FileBytes("another checksum", changed(two, at: two.count - 8), ["one", "two"]),
    FileBytes("a second member of one byte", one + [0x1F], ["one"]),
    FileBytes("a second member of two bytes", one + [0x1F, 0x8B], ["one"]),
    FileBytes("a second member that is cut", one + Array(one.dropLast(3)), ["one", "one"]),
    FileBytes("a second member that is damaged", one + changed(one, at: 2), ["one"]),
  ]
}

@Suite("A trace's reader") struct TraceReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeReader(of bytes: [UInt8]) throws -> TraceReader {
    let path = folder.file("trace")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try TraceReader(path: path)
  }

  private func text(_ line: [UInt8]?) -> String? {
    line.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: FileBytes.whole)
  func `gives every line of a file that is whole`(file: FileBytes) throws {
    let reader = try makeReader(of: file.bytes)
    for line in file.lines { #expect(try text(reader.next()) == line) }
    #expect(try reader.next() == nil)
    #expect(reader.lineNumber == max(file.lines.count, file.bytes == [0xEF, 0xBB, 0xBF] ? 1 : 0))
  }

  @Test(arguments: FileBytes.followed)
  func `gives every line of gzip, and then says that something else follows`(file: FileBytes)
    throws
  {
    let reader = try makeReader(of: file.bytes)
    for line in file.lines { #expect(try text(reader.next()) == line) }
    for _ in 0..<2 {
      let error = #expect(throws: TraceError.self) { try reader.next() }
      #expect(
        error?.description
          == "\(folder.file("trace")), line 2: cannot be read: the gzip data is followed by "
          + "something else. Fetch it again, or read the parts one after the other.")
    }
  }

  @Test(
    arguments: [
      ("UTF-16", String.Encoding.utf16LittleEndian, [0xFF, 0xFE]),
      ("UTF-16", .utf16BigEndian, [0xFE, 0xFF]),
      ("UTF-16", .utf16LittleEndian, []), ("UTF-16", .utf16BigEndian, []),
      ("UTF-32", .utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
      ("UTF-32", .utf32BigEndian, [0, 0, 0xFE, 0xFF]),
      ("UTF-32", .utf32LittleEndian, []), ("UTF-32", .utf32BigEndian, []),
    ] as [(String, String.Encoding, [UInt8])])
  func `refuses another encoding by its name, before the first line`(
    name: String, encoding: String.Encoding, mark: [UInt8]
  ) throws {
    // U+010A has the byte of a line's end.
    let text = try #require("{\"a\":\"\u{10A}\"}\n{}\n".data(using: encoding))
    let reader = try makeReader(of: mark + [UInt8](text))
    let error = #expect(throws: TraceError.self) { try reader.next() }
    #expect(
      error?.description
        == "\(folder.file("trace")): is \(name), and lines are read as UTF-8. "
        + "Convert it: iconv -f \(name) -t UTF-8.")
  }

  @Test func `continues behind a line that is too long`() throws {
    let long = [UInt8](repeating: 0x61, count: (16 << 20) + 1)
    for end in [[0x0A], []] as [[UInt8]] {
      let reader = try makeReader(
        of: Array("one\n".utf8) + long + end + Array("\ntwo".utf8.prefix(end.count * 4)))
      #expect(try text(reader.next()) == "one")
      let error = #expect(throws: TraceError.self) { try reader.next() }
      #expect(error?.isAboutOneLine == true && error?.line == 2)
      #expect(try text(reader.next()) == (end.isEmpty ? nil : "two"))
      #expect(try reader.next() == nil)
    }
  }

  @Test(arguments: [0, 1, 2, 300_000])
  func `gives a line that is too long in parts, for who asks`(more: Int) throws {
    var long = [UInt8](repeating: 0x61, count: (16 << 20) + 1 + more)
    // A CR in it stays, as does what would be a byte order mark at its beginning.
    long.replaceSubrange(1_000_000..<1_000_004, with: [0x0D, 0xEF, 0xBB, 0xBF])
    for end in ["\n", "\r\n", "\r", ""] {
      let next = end.hasSuffix("\n") ? "two" : ""
      let reader = try makeReader(of: [0xEF, 0xBB, 0xBF] + long + Array("\(end)\(next)".utf8))
      #expect(try reader.nextPartOfLongLine() == nil)
      #expect(throws: TraceError.self) { try reader.next() }
      var found: [UInt8] = []
      while let part = try reader.nextPartOfLongLine() { found += part }
      #expect(found == long, "\(end.debugDescription)")
      #expect(reader.lineNumber == 1)
      #expect(try text(reader.next()) == (next.isEmpty ? nil : next))
    }
  }

  @Test func `names a JSON array that is too long`() throws {
    let reader = try makeReader(of: Array(" [".utf8) + [UInt8](repeating: 0x31, count: 17 << 20))
    let error = #expect(throws: TraceError.self) { try reader.next() }
    #expect(
      error?.reason.hasPrefix("is a JSON array of more than 17 MB (16,777,216 bytes), and each")
        == true)
  }

  @Test(.timeLimit(.minutes(1))) func `refuses a named pipe, and does not wait for a writer`()
    throws
  {
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: TraceError.self) { try TraceReader(path: path) }
    #expect(
      error?.description
        == "\(path): is not an ordinary file. Give a file, or - and the lines on standard input.")
  }

  @Test(.timeLimit(.minutes(1))) func `reads a pipe that it was given, whose writer is gone`()
    throws
  {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("one\n".utf8))
    try pipe.fileHandleForWriting.close()
    let reader = try TraceReader(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    #expect(try text(reader.next()) == "one")
    #expect(try reader.next() == nil)
  }

  @Test(arguments: FileBytes.damaged)
  func `gives every line before damage, and then says so`(file: FileBytes) throws {
    let reader = try makeReader(of: file.bytes)
    for line in file.lines { #expect(try text(reader.next()) == line) }
    // Anyone who asks again is not told that the file was whole.
    for _ in 0..<2 {
      let error = #expect(throws: TraceError.self) { try reader.next() }
      #expect(
        error?.description
          == "\(folder.file("trace")), line \(file.lines.count + 1): cannot be read: "
          + "the gzip data is damaged or ends too early. Fetch it again.")
    }
  }

  @Test func `reads members that are larger than what it holds`() throws {
    let line = "0123456789012345678"
    let lines = String(repeating: line + "\n", count: 2_999)
    let start = Gzip.member("\(lines)\(line.prefix(7))")
    let end = Gzip.member("\(line.dropFirst(7))\n\(lines)")
    let members = [start, end, start, end, start, end, start, end]
    let reader = try makeReader(of: Array(members.joined()))
    let expected = Array(line.utf8)
    var count = 0
    while let found = try reader.next(), found == expected { count += 1 }
    #expect(count == 4 * (2_999 + 1 + 2_999))
    #expect(try reader.next() == nil)
  }

  @Test func `reads what gzip compressed`() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/samples/movietweetings.ratings.tsv.gz")
      .standardizedFileURL.path
    let reader = try TraceReader(path: path)
    while let line = try reader.next() {
      #expect(line.count { $0 == UInt8(ascii: "\t") } > 1)
    }
    #expect(reader.lineNumber == 5_001)
  }

  @Test func `gives the lines of a pipe before its writer continues`() throws {
    let pipe = Pipe()
    let reader = try TraceReader(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    #expect(try reader.isReady() == false)
    try pipe.fileHandleForWriting.write(contentsOf: Data("one\ntwo\n\n".utf8))
    #expect(try text(reader.next()) == "one")
    #expect(try reader.isReady())
    #expect(try text(reader.next()) == "two")
    // The empty line is not one to wait for another behind it.
    #expect(try reader.isReady() == false)
    #expect(reader.lineNumber == 3)
    try pipe.fileHandleForWriting.write(contentsOf: Data("th".utf8))
    #expect(try reader.isReady() == false)
    try pipe.fileHandleForWriting.write(contentsOf: Data("ree\nfour".utf8))
    #expect(try reader.isReady())
    #expect(try text(reader.next()) == "three")
    #expect(try reader.isReady() == false)
    try pipe.fileHandleForWriting.close()
    #expect(try reader.isReady())
    #expect(try text(reader.next()) == "four")
    #expect(try reader.isReady())
    #expect(try reader.next() == nil)
  }

  @Test func `gives the lines of a pipe that holds gzip, also when it comes in pieces`() throws {
    let pipe = Pipe()
    let reader = try TraceReader(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    for word in ["one", "two"] {
      let member = Gzip.member(word + "\n")
      for piece in [member[..<1], member[1..<2], member[2..<17]] {
        try pipe.fileHandleForWriting.write(contentsOf: Data(piece))
        #expect(try reader.isReady() == false)
      }
      try pipe.fileHandleForWriting.write(contentsOf: Data(member[17...]))
      #expect(try reader.isReady())
      #expect(try text(reader.next()) == word)
      #expect(try reader.isReady() == false)
    }
    try pipe.fileHandleForWriting.close()
    #expect(try reader.isReady())
    #expect(try reader.next() == nil)
  }

  @Test func `refuses a folder`() throws {
    let error = #expect(throws: TraceError.self) { try TraceReader(path: folder.path) }
    #expect(error?.isMissing == false)
    #expect(
      error?.description == "\(folder.path): is a folder, and a trace is a file. Give the file.")
  }

  #if canImport(Glibc)
    /// Nothing is at the beginning of this process's memory, which the system calls such an error.
    @Test(.enabled(if: FileManager.default.isReadableFile(atPath: "/proc/self/mem")))
    func `says what the system says when a read fails`() throws {
      let reader = try TraceReader(path: "/proc/self/mem")
      let error = #expect(throws: TraceError.self) { try reader.next() }
      #expect(
        error?.description
          == "/proc/self/mem, line 1: cannot be read: Input/output error. "
          + "Check where it is stored, and try again.")
    }
  #endif
}
