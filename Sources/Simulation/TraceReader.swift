internal import CZlib
internal import Foundation
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

  /// Bytes of one line; longer ones are refused.
  private static let lineByteCountMax = 16 << 20

  /// - Parameter path: "-" reads standard input.
  package init(path: String) throws(TraceError) {
    let name = path == "-" ? "standard input" : path
    var descriptor: Int32
    repeat {
      descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else {
      throw TraceError(
        file: name, line: nil, isMissing: true,
        reason: "there is no such file, or it may not be read", advice: "Check the path")
    }
    self.name = name
    bytes = TraceBytes(descriptor)
    guard !bytes.isFolder else {
      throw TraceError(
        file: name, line: nil, isMissing: false,
        reason: "is a folder, and a trace is a file", advice: "Give the file")
    }
  }

  /// The next line that is not empty; nil at the end.
  package func next() throws(TraceError) -> [UInt8]? {
    while let line = try nextLine() {
      if !line.isEmpty { return line }
    }
    return nil
  }

  /// Whether `next` has an answer without waiting for who writes the file.
  package func isReady() throws(TraceError) -> Bool {
    while true {
      while let end = lineEnd() {
        // After an empty line `next` would go on, and wait.
        guard line(to: end).isEmpty else { return true }
        leaveLine(at: end)
      }
      switch try fill(waiting: false) {
      case .bytes: continue
      case .end: return true
      case .pause: return false
      }
    }
  }

  private func nextLine() throws(TraceError) -> [UInt8]? {
    while true {
      if let end = lineEnd() {
        defer { leaveLine(at: end) }
        return Array(line(to: end))
      }
      guard try fill(waiting: true) == .end else { continue }
      guard start < buffer.count else { return nil }
      let last = Array(line(to: buffer.count))
      lineNumber += 1
      buffer = []
      start = 0
      searched = 0
      return last
    }
  }

  /// Where the line that begins at `start` ends; nil when its end is not in memory.
  private func lineEnd() -> Int? {
    let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
    searched = end ?? buffer.count
    return end
  }

  private func line(to end: Int) -> ArraySlice<UInt8> {
    let line = buffer[start..<end]
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  private func leaveLine(at end: Int) {
    lineNumber += 1
    start = end + 1
    searched = start
  }

  private func fill(waiting: Bool) throws(TraceError) -> TraceBytes.Step {
    guard buffer.count - start <= Self.lineByteCountMax else {
      throw error(
        "is longer than \(Self.lineByteCountMax) bytes", advice: "Split the item, or leave it out")
    }
    buffer.removeFirst(start)
    searched -= start
    start = 0
    do throws(TraceBytes.Failure) {
      return try bytes.append(to: &buffer, waiting: waiting)
    } catch {
      throw self.error("cannot be read: \(error.reason)", advice: error.advice)
    }
  }

  /// An error about what should have followed the line that was read last.
  func error(_ reason: String, advice: String) -> TraceError {
    TraceError(
      file: name, line: lineNumber + 1, isMissing: false, reason: reason, advice: advice)
  }

  /// An error about the line that was read last.
  package func error(aboutLine reason: String) -> TraceError {
    TraceError(file: name, line: lineNumber, isMissing: false, reason: reason)
  }
}

/// The bytes of a file as they come, inflated when they are gzip.
///
/// zlib's own reading of files waits until a whole buffer is full, and so for ever where who writes
/// a pipe waits for an answer.
private final class TraceBytes {
  enum Step { case bytes, end, pause }

  struct Failure: Error {
    let reason: String
    let advice: String

    static let damaged = Failure(
      reason: "the gzip data is damaged or ends too early", advice: "Fetch it again")
  }

  private enum Part {
    /// Of the file, or behind a gzip member, after which another can follow.
    case beginning
    case text
    case gzip
    /// What follows gzip and is none is left unread, as gzip does.
    case rest
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

  var isFolder: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Appends what is there, at least one byte, or says why there is none: the end, or, for who does
  /// not want to wait, a pause of who writes.
  func append(to text: inout [UInt8], waiting: Bool) throws(Failure) -> Step {
    while true {
      if try takeInput(to: &text) { return .bytes }
      if part == .rest { return .end }
      switch try refill(waiting: waiting) {
      case .bytes: continue
      case .pause: return .pause
      case .end:
        guard part != .gzip else { throw .damaged }
        guard part == .beginning, !isGzip, stream.avail_in > 0 else { return .end }
        // A single byte that could have begun gzip.
        part = .text
      }
    }
  }

  /// Appends what the bytes that were read give; false when more have to be read first.
  private func takeInput(to text: inout [UInt8]) throws(Failure) -> Bool {
    let before = text.count
    while text.count == before {
      switch part {
      case .beginning:
        guard let beginsGzip else { return false }
        if beginsGzip { inflateReset(&stream) }
        part = beginsGzip ? .gzip : isGzip ? .rest : .text
        isGzip = isGzip || beginsGzip
      case .text:
        guard stream.avail_in > 0 else { return false }
        text.append(contentsOf: inputBytes)
        stream.avail_in = 0
      case .gzip:
        guard try inflateInput(to: &text) else { return false }
      case .rest: return false
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
  private func inflateInput(to text: inout [UInt8]) throws(Failure) -> Bool {
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
  private func refill(waiting: Bool) throws(Failure) -> Step {
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
        throw Failure(
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

/// Why a trace cannot be read.
package struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
  package let file: String
  package let line: Int?
  package let isMissing: Bool
  package let reason: String
  /// The next step.
  package var advice = "Correct the line, or leave it out"

  package var description: String {
    // A reason can be somebody else's sentence.
    let end = reason.hasSuffix(".") ? "" : "."
    return "\(file)\(line.map { ", line \($0)" } ?? ""): \(reason)\(end) \(advice)."
  }
}
