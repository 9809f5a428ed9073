internal import CZlib
internal import Foundation
internal import JournalFormat
internal import JournalStore

/// Reads the lines of a file that may be gzip, one at a time: a trace need not fit in memory. Lines
/// of a pipe are there as soon as they were written: who writes may wait for what becomes of them.
package final class TraceReader {
  private let bytes: TraceBytes
  private let name: String
  private var buffer: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// From `start` to here no line ends.
  private var searched = 0
  package private(set) var lineNumber = 0
  /// Whether a line was given that is not empty.
  private var hasBegun = false
  private enum LongLine { case beginning, middle }
  /// Where `start` is in a line that was refused as too long; nil outside one.
  private var longLine: LongLine?

  /// Bytes of one line; longer ones are refused.
  private static let lineByteCountMax = 16 << 20

  /// - Parameter path: "-" reads standard input.
  package init(path: String) throws(TraceError) {
    let name = path == "-" ? "standard input" : path
    self.name = name
    // A descriptor of this process may be open for writing alone, and be found out too late.
    guard path != "-" || TraceBytes.canRead(STDIN_FILENO) else {
      throw TraceError(
        file: name, line: nil, isMissing: false, reason: "is closed",
        advice: "Give it a file or a pipe: < FILE")
    }
    do throws(FileFailure) {
      bytes = TraceBytes(try FileSystem.openInput(path == "-" ? "/dev/stdin" : path))
    } catch {
      throw Self.unopened(name, isFolder: error.isFolder, isSpecial: error.isSpecialFile)
    }
    guard !bytes.isFolder else { throw Self.unopened(name, isFolder: true) }
  }

  private static func unopened(
    _ name: String, isFolder: Bool, isSpecial: Bool = false
  ) -> TraceError {
    let (reason, advice) =
      isFolder
      ? ("is a folder, and a trace is a file", "Give the file")
      : isSpecial
        ? ("is not an ordinary file", "Give a file, or - and the lines on standard input")
        : ("there is no such file, or it may not be read", "Check the path")
    return TraceError(
      file: name, line: nil, isMissing: !isFolder && !isSpecial, reason: reason, advice: advice)
  }

  /// The next line that is not blank, without its end and a byte order mark before it, which is at
  /// the beginning of files that were joined; nil at the end.
  ///
  /// After an error about one line alone (`isAboutOneLine`) reading continues behind it.
  package func next() throws(TraceError) -> [UInt8]? {
    while let line = try nextLine() {
      guard !Self.isBlank(line) else { continue }
      if !hasBegun, let format = Compression(ofBeginning: line) {
        throw TraceError(
          file: name, line: nil, isMissing: false,
          reason: "is compressed with \(format.rawValue), and only gzip is read as it is",
          advice: "Decompress it: \(format.command)")
      }
      if !hasBegun, let encoding = TextEncoding(ofBeginning: line) {
        throw TraceError(
          file: name, line: nil, isMissing: false,
          reason: "is \(encoding.rawValue), and lines are read as UTF-8",
          advice: "Convert it: iconv -f \(encoding.rawValue) -t UTF-8")
      }
      hasBegun = true
      return line
    }
    return nil
  }

  /// Whether `next` has an answer without waiting for who writes the file.
  package func isReady() throws(TraceError) -> Bool {
    while true {
      while let end = lineEnd() {
        // After a blank line `next` would go on, and wait.
        guard Self.isBlank(line(to: end)) else { return true }
        skipLine(at: end)
      }
      guard !isTooLong(to: buffer.count) else { return true }
      switch try fill(waiting: false) {
      case .bytes: continue
      case .end: return true
      case .pause: return false
      }
    }
  }

  private func nextLine() throws(TraceError) -> [UInt8]? {
    while try nextPartOfLongLine() != nil {}
    while true {
      if let end = lineEnd() {
        if isTooLong(to: end) { throw tooLong() }
        defer { skipLine(at: end) }
        return Array(line(to: end))
      }
      if isTooLong(to: buffer.count) { throw tooLong() }
      guard try fill(waiting: true) == .end else { continue }
      guard start < buffer.count else { return nil }
      defer { finishLastLine() }
      return Array(line(to: buffer.count))
    }
  }

  /// Where the line that begins at `start` ends; nil when its end is not in memory.
  private func lineEnd() -> Int? {
    let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
    searched = end ?? buffer.count
    return end
  }

  private func line(to end: Int) -> ArraySlice<UInt8> {
    part(to: end, isFirst: true, isLast: true)
  }

  private func part(to end: Int, isFirst: Bool, isLast: Bool) -> ArraySlice<UInt8> {
    var part = buffer[start..<end]
    if isFirst, part.starts(with: [0xEF, 0xBB, 0xBF]) { part = part.dropFirst(3) }
    return isLast && part.last == UInt8(ascii: "\r") ? part.dropLast() : part
  }

  private static func isBlank(_ line: some Sequence<UInt8>) -> Bool {
    line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
  }

  private func isTooLong(to end: Int) -> Bool { end - start > Self.lineByteCountMax }

  private func tooLong() -> TraceError {
    longLine = .beginning
    let isArray = buffer[start...].first { ![0x20, 0x09].contains($0) } == UInt8(ascii: "[")
    return TraceError(
      file: name, line: lineNumber + 1, column: 1, isMissing: false, isAboutOneLine: true,
      reason: isArray
        ? "is a JSON array of more than \(Figure.bytes(Self.lineByteCountMax)), and each line is "
          + "one object: jq -c '.[]' makes them"
        : "is longer than \(Figure.bytes(Self.lineByteCountMax))",
      advice: "Split the item, or leave it out")
  }

  /// The next part of a line that was refused as too long; nil behind its end, and without such a
  /// line. All parts together are the line, as `next` would give it.
  package func nextPartOfLongLine() throws(TraceError) -> [UInt8]? {
    guard let isWhole = longLine.map({ $0 == .beginning }) else { return nil }
    while true {
      if let end = lineEnd() {
        longLine = nil
        defer { skipLine(at: end) }
        return Array(part(to: end, isFirst: isWhole, isLast: true))
      }
      // The last byte may be the CR of the line's end.
      if buffer.count > start + 1 {
        let end = buffer.count - 1
        defer { start = end }
        longLine = .middle
        return Array(part(to: end, isFirst: isWhole, isLast: false))
      }
      guard try fill(waiting: true) == .end else { continue }
      longLine = nil
      defer { finishLastLine() }
      return Array(part(to: buffer.count, isFirst: isWhole, isLast: true))
    }
  }

  private func finishLastLine() {
    lineNumber += 1
    (buffer, start, searched) = ([], 0, 0)
  }

  private func skipLine(at end: Int) {
    lineNumber += 1
    start = end + 1
    searched = start
  }

  private func fill(waiting: Bool) throws(TraceError) -> TraceBytes.Step {
    buffer.removeFirst(start)
    searched -= start
    start = 0
    do throws(TraceBytes.ReadingError) {
      return try bytes.append(to: &buffer, waiting: waiting)
    } catch {
      throw self.error("cannot be read: \(error.reason)", advice: error.advice)
    }
  }

  /// An error about what should have followed the line that was read last.
  package func error(_ reason: String, advice: String) -> TraceError {
    TraceError(
      file: name, line: lineNumber + 1, isMissing: false, reason: reason, advice: advice)
  }

  /// An error about the line that was read last.
  package func error(aboutLine reason: String, column: Int = 1) -> TraceError {
    TraceError(
      file: name, line: lineNumber, column: column, isMissing: false, isAboutOneLine: true,
      reason: reason)
  }
}

/// The bytes of a file as they come, inflated when they are gzip.
///
/// zlib's own reading of files waits until a whole buffer is full, and so for ever where who writes
/// a pipe waits for an answer.
private final class TraceBytes {
  enum Step { case bytes, end, pause }

  struct ReadingError: Error {
    let reason: String
    let advice: String

    static let damaged = ReadingError(
      reason: "the gzip data is damaged or ends too early", advice: "Fetch it again")
    static let foreign = ReadingError(
      reason: "the gzip data is followed by something else",
      advice: "Fetch it again, or read the parts one after the other")
  }

  private enum Part {
    /// Of the file, or behind a gzip member, after which another can follow.
    case beginning
    case text
    case gzip
    /// Zeros behind gzip, to the end: tapes and block devices pad with them.
    case padding
  }

  /// Bytes that are read or inflated at once.
  private static let chunkByteCount = 1 << 18

  private let descriptor: Int32
  private let input = UnsafeMutablePointer<UInt8>.allocate(capacity: TraceBytes.chunkByteCount)
  private let output = UnsafeMutablePointer<UInt8>.allocate(capacity: TraceBytes.chunkByteCount)
  /// Its `next_in` and `avail_in` say which bytes of `input` wait, also those of text.
  private var stream = z_stream()
  private var part = Part.beginning
  private var isGzip = false
  private var isOver = false

  /// Takes the open file, and closes it in the end.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    // 16 added to the window is gzip's format.
    let result = inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(result == Z_OK, "zlib could not be initialised: out of memory")
    stream.next_in = input
  }

  deinit {
    inflateEnd(&stream)
    input.deallocate()
    output.deallocate()
    close(descriptor)
  }

  /// Whether a descriptor is open, and not for writing alone.
  static func canRead(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_WRONLY
  }

  var isFolder: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Appends what is there, at least one byte, or says why there is none: the end, or, for who does
  /// not want to wait, a pause of who writes.
  func append(to text: inout [UInt8], waiting: Bool) throws(ReadingError) -> Step {
    while true {
      if try appendDecodedInput(to: &text) { return .bytes }
      switch try refill(waiting: waiting) {
      case .bytes: continue
      case .pause: return .pause
      case .end:
        // Behind a member, a single byte that could have begun another is one that was cut.
        guard part != .gzip, !isGzip || stream.avail_in == 0 else { throw .damaged }
        guard part == .beginning, stream.avail_in > 0 else { return .end }
        // A single byte that could have begun gzip.
        part = .text
      }
    }
  }

  /// Appends what the bytes that were read give; false when more have to be read first.
  private func appendDecodedInput(to text: inout [UInt8]) throws(ReadingError) -> Bool {
    let before = text.count
    while text.count == before {
      switch part {
      case .beginning:
        guard let beginsGzip else { return false }
        if beginsGzip {
          inflateReset(&stream)
          (part, isGzip) = (.gzip, true)
        } else {
          part = isGzip ? .padding : .text
        }
      case .text:
        guard stream.avail_in > 0 else { return false }
        text.append(contentsOf: inputBytes)
        stream.avail_in = 0
      case .gzip:
        guard try inflateInput(to: &text) else { return false }
      case .padding:
        guard inputBytes.allSatisfy({ $0 == 0 }) else { throw .foreign }
        stream.avail_in = 0
        return false
      }
    }
    return true
  }

  private var inputBytes: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: stream.next_in, count: Int(stream.avail_in))
  }

  /// Nil when there are too few bytes to tell.
  private var beginsGzip: Bool? {
    let bytes = inputBytes
    if let first = bytes.first, first != 0x1F { return false }
    return bytes.count < 2 ? nil : bytes[1] == 0x8B
  }

  /// Appends at most a chunk, however much the input inflates to; false when it needs more input.
  private func inflateInput(to text: inout [UInt8]) throws(ReadingError) -> Bool {
    stream.next_out = output
    stream.avail_out = UInt32(Self.chunkByteCount)
    let result = inflate(&stream, Z_NO_FLUSH)
    let count = Self.chunkByteCount - Int(stream.avail_out)
    text.append(contentsOf: UnsafeMutableBufferPointer(start: output, count: count))
    if result == Z_STREAM_END {
      part = .beginning
      return true
    }
    // What came before the damage is good, and zlib says the same again when it is asked again.
    if count > 0 { return true }
    // No progress is zlib's mildest error: it only lacks input.
    guard result == Z_OK || result == Z_BUF_ERROR else { throw .damaged }
    return false
  }

  /// Reads what is there behind the bytes that wait: at most one, as all others were taken.
  private func refill(waiting: Bool) throws(ReadingError) -> Step {
    if isOver { return .end }
    guard waiting || isReadable(within: 0) else { return .pause }
    let kept = Int(stream.avail_in)
    memmove(input, stream.next_in, kept)
    stream.next_in = input
    while true {
      let count = read(descriptor, input + kept, Self.chunkByteCount - kept)
      if count >= 0 {
        stream.avail_in = UInt32(kept + count)
        isOver = count == 0
        return isOver ? .end : .bytes
      }
      // Who shares a pipe with this process can have set it not to wait.
      if errno == EAGAIN, isReadable(within: -1) { continue }
      guard errno == EINTR else {
        throw ReadingError(
          reason: FileSystem.lastError, advice: "Check where it is stored, and try again")
      }
    }
  }

  /// Whether a read would not wait, asked for some milliseconds, or for ever when negative.
  private func isReadable(within milliseconds: Int32) -> Bool {
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&question, 1, milliseconds) > 0
  }
}
