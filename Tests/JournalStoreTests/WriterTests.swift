import Foundation
import JournalFormat
import JournalStore
import TestSupport
import Testing

@Suite("A second writer") struct WriterTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func message(_ holder: String) -> String {
    "\(fixture.path) is being written by \(holder). A journal has one writer: wait until that one "
      + "ends, or read it instead."
  }

  @Test func `in the same process is refused, and told who writes`() throws {
    let first = try fixture.create()
    let opening = #expect(throws: JournalError.self) { try fixture.open() }
    let creating = #expect(throws: JournalError.self) { try fixture.create() }
    for error in [opening, creating] {
      #expect(error?.code == .secondWriter)
      #expect(error?.message == message("process \(getpid())"))
    }
    try first.append([Fixture.draft(1)])
    #expect(try fixture.open(.read).head().number == 1)
  }

  @Test func `is let in when the first one is gone`() throws {
    for number in 1...3 {
      let journal = number == 1 ? try fixture.create() : try fixture.open()
      try journal.append([Fixture.draft(number)])
    }
    #expect(try fixture.open().head().number == 3)
  }

  /// Somebody who may write in the folder gives another file the lock's name.
  @Test(arguments: ["words of another file", String(repeating: "1", count: 40), "7\n"])
  func `writes nothing into a file that is no lock`(text: String) throws {
    try fixture.make(1)
    let lock = fixture.path + "-writer"
    try FileManager.default.removeItem(atPath: lock)
    let other = fixture.path + "-other"
    try Data(text.utf8).write(to: URL(fileURLWithPath: other))
    try FileManager.default.linkItem(atPath: other, toPath: lock)
    #expect(try fixture.open().head().number == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data(text.utf8))
  }

  private static let tool = "/usr/bin/flock"

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: tool),
      "\(tool) is not there to hold the lock in another process"),
    arguments: [("4711\n", "process 4711"), ("", "another process"), ("x", "another process")])
  func `in another process is refused, and told who writes if that can be read`(
    text: String, holder: String
  ) throws {
    try fixture.make(1)
    try Data(text.utf8).write(to: URL(fileURLWithPath: fixture.path + "-writer"))
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: Self.tool)
    process.arguments = [fixture.path + "-writer", "sh", "-c", "echo locked; cat"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    #expect(output.fileHandleForReading.readData(ofLength: 7) == Data("locked\n".utf8))
    let error = #expect(throws: JournalError.self) { try fixture.open() }
    #expect(error?.code == .secondWriter)
    #expect(error?.message == message(holder))
    #expect(try fixture.open(.read).head().number == 1)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(try fixture.open().head().number == 1)
  }

  #if canImport(Glibc)
    /// A file that is closed twice is, the second time, somebody else's.
    @Test func `that is refused closes nobody else's file`() throws {
      let holder = try fixture.create()
      let path = fixture.path
      let refusals = Thread {
        for _ in 0..<3_000 { _ = try? Journal.open(at: path, for: .write) }
      }
      refusals.start()
      var lost = 0
      repeat {
        let descriptors = (0..<8).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        for descriptor in descriptors where close(descriptor) != 0 { lost += 1 }
      } while !refusals.isFinished
      #expect(lost == 0)
      try holder.append([Fixture.draft(1)])
    }
  #endif

  @Test func `is not locked out by a lock file that nobody holds`() throws {
    try fixture.make(1)
    try Data("4711\n".utf8).write(to: URL(fileURLWithPath: fixture.path + "-writer"))
    #expect(try fixture.open().head().number == 1)
  }
}
