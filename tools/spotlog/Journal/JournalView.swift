import ArgumentParser
import Foundation
import Inspection

struct JournalView: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Browse a journal on a full screen: filter, inspect, travel in time.",
    discussion: """
      Works in any terminal, also over ssh. Keys are listed with ?. A journal that is written \
      meanwhile is shown as it was when the viewer began.

      Examples:
        spotlog journal view phone
        spotlog journal view data/cloud.journal
        spotlog journal view phone --redact

      Exit status: 64 standard input or output is not a terminal; 65 it is not a journal; 66 there \
      is no such file.
      """)

  @OptionGroup var input: JournalInput
  @OptionGroup var showing: ShowingOptions

  func run() throws {
    try reporting {
      guard isatty(0) != 0, isatty(1) != 0 else {
        throw Failure(
          .usage,
          "The viewer needs a terminal. Print the journal with `spotlog journal log` instead.")
      }
      let size = Screen.size
      var viewer = try input.inspector().viewer(
        width: size.width, height: size.height, withoutWords: showing.redact)
      let screen = Screen(isColored: showing.style.isColored)
      defer { screen.leave() }
      try screen.enter()
      show(&viewer, on: screen)
    }
  }

  /// Entries that are searched between two looks at the keyboard.
  private static let entriesAtATime = 20_000

  private func show(_ viewer: inout JournalViewer, on screen: Screen) {
    var bytes: [UInt8] = []
    var isWorking = false
    screen.draw(viewer.lines())
    while !viewer.isFinished {
      let hasMore = screen.waitForInput(milliseconds: isWorking ? 0 : bytes.isEmpty ? 500 : 50)
      if hasMore, !screen.read(into: &bytes) { return }
      for key in JournalViewer.Key.read(from: &bytes, isAll: !hasMore) { viewer.press(key) }
      let size = Screen.size
      let isResized = size.width != viewer.width || size.height != viewer.height
      if isResized { viewer.resize(width: size.width, height: size.height) }
      let wasWorking = isWorking
      isWorking = viewer.work(atMost: Self.entriesAtATime)
      if hasMore || isResized || isWorking || wasWorking || Screen.isInterrupted {
        screen.draw(viewer.lines())
      }
      if Screen.isInterrupted { return }
    }
  }
}

/// The terminal: keys as they are pressed, lines where they belong, and all as before at the end.
private final class Screen {
  private var before = termios()
  private var isEntered = false
  private let isColored: Bool
  nonisolated(unsafe) private static var interruption: sig_atomic_t = 0

  static var isInterrupted: Bool { interruption != 0 }

  init(isColored: Bool) { self.isColored = isColored }

  static var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  func enter() throws {
    guard tcgetattr(STDIN_FILENO, &before) == 0 else {
      throw Failure(.usage, "Cannot read the terminal's settings. Use another terminal.")
    }
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { _ in Screen.interruption = 1 } }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    isEntered = true
    // Another screen, so that what was there is there again afterwards. Without a cursor, and
    // without wrapping: a line too long for a small screen is cut.
    put("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
  }

  func leave() {
    guard isEntered else { return }
    isEntered = false
    put("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }

  func waitForInput(milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }

  /// False when nobody is there any more.
  func read(into bytes: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1_024)
    let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    bytes += buffer.prefix(count)
    return true
  }

  func draw(_ lines: [JournalViewer.Line]) {
    // Drawn from the top, each line over what was there: nothing flickers.
    var text = "\u{1B}[H"
    let shown = lines.prefix(Self.size.height)
    for (index, line) in shown.enumerated() {
      text += escapeSequence(for: line.look) + line.text + "\u{1B}[0m"
      if index < shown.count - 1 { text += "\r\n" }
    }
    put(text)
  }

  private func escapeSequence(for look: JournalViewer.Line.Look) -> String {
    switch look {
    case .plain: ""
    // Without colours, the other way round is all that marks a line.
    case .bar, .marked: isColored && look == .bar ? "\u{1B}[1;37;44m" : "\u{1B}[7m"
    case .dim: "\u{1B}[2m"
    case .title: "\u{1B}[1m"
    }
  }

  private func put(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }
}
