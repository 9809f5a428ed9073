import Foundation
import TestSupport
import Testing

/// The full-screen viewer in a real terminal.
@Suite("The viewer in a terminal") struct ViewerTerminalTests {
  private let world: InspectionWorld

  init() throws { world = try InspectionWorld.made.get() }

  /// A pseudo-terminal with a program in it.
  private final class Terminal {
    let process = Process()
    private let master: Int32
    private let slave: FileHandle
    private var screen = ""

    init(_ arguments: [String], width: UInt16, height: UInt16) throws {
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      guard master >= 0, let name = Self.name(of: master),
        let slave = FileHandle(forUpdatingAtPath: name)
      else { throw CocoaError(.fileReadUnknown) }
      self.slave = slave
      resize(width: width, height: height)
      process.executableURL = URL(fileURLWithPath: Program.built.path)
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["TERM": "xterm-256color"]
      ) { _, new in new }
      process.standardInput = slave
      process.standardOutput = slave
      process.standardError = slave
      try process.run()
    }

    /// The other end of a pseudo-terminal, unlocked.
    private static func name(of master: Int32) -> String? {
      #if canImport(Darwin)
        guard grantpt(master) == 0, unlockpt(master) == 0 else { return nil }
        return ptsname(master).map { String(cString: $0) }
      #else
        var (number, lock): (UInt32, Int32) = (0, 0)
        let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        guard ioctl(master, unlock, &lock) == 0, ioctl(master, askNumber, &number) == 0 else {
          return nil
        }
        return "/dev/pts/\(number)"
      #endif
    }

    deinit {
      if process.isRunning { process.terminate() }
      close(master)
    }

    func resize(width: UInt16, height: UInt16) {
      var size = winsize(ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    func type(_ text: String) { _ = text.withCString { write(master, $0, strlen($0)) } }

    /// How the terminal treats what is typed.
    var flags: tcflag_t {
      var attributes = termios()
      tcgetattr(slave.fileDescriptor, &attributes)
      return attributes.c_lflag
    }

    var all: String { screen }

    /// What is on the screen: what was drawn from its upper left corner last.
    private var frame: String {
      screen.range(of: "\u{1B}[H", options: .backwards).map { String(screen[$0.upperBound...]) }
        ?? screen
    }

    /// Waits until the screen shows it, for half a minute at most.
    func shows(_ text: String) -> Bool {
      for _ in 0..<300 {
        read(milliseconds: 100)
        if frame.contains(text) { return true }
      }
      return false
    }

    /// Waits until a whole screen of so many lines was drawn, for half a minute at most.
    func fills(_ count: Int) -> Bool {
      for _ in 0..<300 where lines.count != count { read(milliseconds: 100) }
      return lines.count == count
    }

    func end() -> Int32 {
      for _ in 0..<300 where process.isRunning { read(milliseconds: 100) }
      read(milliseconds: 100)
      return process.isRunning ? -1 : process.terminationStatus
    }

    private func read(milliseconds: Int32) {
      var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, milliseconds) > 0 else { return }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = Foundation.read(master, &buffer, buffer.count)
      if count > 0 { screen += String(decoding: buffer.prefix(count), as: UTF8.self) }
    }

    var lines: [String] { frame.components(separatedBy: "\r\n") }
  }

  @Test func `lists, filters, jumps, travels and leaves the terminal as it was`() throws {
    let terminal = try Terminal(["journal", "view", world.phone], width: 160, height: 30)
    let before = terminal.flags
    #expect(terminal.shows("14 entries"), "\(terminal.all)")
    #expect(terminal.shows("Plant tulips"))
    #expect(terminal.flags != before)
    #expect(terminal.fills(30))
    terminal.type("/milk")
    #expect(terminal.shows("3 found"), "\(terminal.lines)")
    terminal.type("\r")
    terminal.type("\u{1B}[A")
    #expect(terminal.shows("Buy milk and bread"))
    terminal.type("]")
    #expect(terminal.shows("bread and eggs") || terminal.shows("result engaged"))
    terminal.type(":2026-01-02\r")
    #expect(terminal.shows("entry 10"), "\(terminal.lines)")
    terminal.type(",,")
    #expect(terminal.shows("as of entry 12"))
    terminal.type("?")
    #expect(terminal.shows("any key goes back"))
    terminal.type(" ")
    terminal.resize(width: 60, height: 12)
    #expect(terminal.shows("as of entry 12"))
    #expect(terminal.fills(12))
    terminal.type("q")
    #expect(terminal.end() == 0)
    #expect(terminal.all.hasSuffix("\u{1B}[?1049l"), "\(terminal.all.suffix(60))")
    #expect(terminal.flags == before)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `leaves the terminal as it was when it is ended`(signal: Int32) throws {
    let terminal = try Terminal(["journal", "view", world.cloud], width: 80, height: 24)
    let before = terminal.flags
    #expect(terminal.shows("cloud journal"))
    kill(terminal.process.processIdentifier, signal)
    #expect(terminal.end() == 0)
    #expect(terminal.all.hasSuffix("\u{1B}[?1049l"))
    #expect(terminal.flags == before)
  }

  @Test func `shows no words with --redact`() throws {
    let terminal = try Terminal(
      ["journal", "view", world.phone, "--redact"], width: 120, height: 40)
    #expect(terminal.shows("14 entries"))
    for key in ["k", "k", "k", "k", "J", "/milk\r", "q"] {
      terminal.type(key)
      _ = terminal.shows("entr")
    }
    #expect(terminal.end() == 0)
    for word in ["tulips", "bread", "home.garden", "note-4"] {
      #expect(!terminal.all.contains(word), "\(word)")
    }
  }

  /// A log that is followed ends with Ctrl-C, as one that is read in a terminal does.
  @Test func `follows until Ctrl-C`() throws {
    let terminal = try Terminal(
      ["journal", "log", world.phone, "--follow", "--oneline"], width: 160, height: 30)
    #expect(terminal.shows("Plant tulips"))
    #expect(terminal.process.isRunning)
    kill(terminal.process.processIdentifier, SIGINT)
    _ = terminal.end()
    #expect(!terminal.process.isRunning)
  }
}
