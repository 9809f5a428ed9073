internal import CZlib

/// Reads the lines of a file that may be gzip, one at a time: a trace need not fit in memory.
package final class TraceReader {
  private var file: gzFile?
  private let name: String
  private var buffer: [UInt8] = []
  private var start = 0
  package private(set) var lineNumber = 0

  /// Bytes of one line; longer ones are refused.
  private static let lineByteCountMax = 16 << 20
  private static let chunkByteCount = 1 << 18

  /// - Parameter path: "-" reads standard input.
  package init(path: String) throws(TraceError) {
    name = path == "-" ? "standard input" : path
    file = path == "-" ? gzdopen(0, "rb") : gzopen(path, "rb")
    guard file != nil else {
      throw TraceError(
        file: name, line: nil, isMissing: true,
        reason: "there is no such file, or it may not be read", advice: "Check the path")
    }
  }

  deinit { gzclose(file) }

  /// The next line that is not empty; nil at the end.
  package func next() throws(TraceError) -> [UInt8]? {
    while let line = try nextLine() {
      if !line.isEmpty { return line }
    }
    return nil
  }

  private func nextLine() throws(TraceError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        lineNumber += 1
        return trimmed(buffer[start..<end])
      }
      searched = buffer.count - start
      guard buffer.count - start <= Self.lineByteCountMax else {
        throw error(
          "is longer than \(Self.lineByteCountMax) bytes", advice: "Split the item, or leave it out"
        )
      }
      buffer.removeFirst(start)
      start = 0
      guard try fill() else {
        guard !buffer.isEmpty else { return nil }
        defer { buffer = [] }
        lineNumber += 1
        return trimmed(buffer[...])
      }
    }
  }

  private func trimmed(_ line: ArraySlice<UInt8>) -> [UInt8] {
    line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : Array(line)
  }

  private func fill() throws(TraceError) -> Bool {
    let before = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: Self.chunkByteCount))
    let count = buffer[before...].withUnsafeMutableBytes {
      gzread(file, $0.baseAddress, UInt32($0.count))
    }
    buffer.removeLast(Self.chunkByteCount - max(0, Int(count)))
    // A file that ends within its compressed data gives no bytes, and says why only when asked.
    var code: Int32 = 0
    gzerror(file, &code)
    guard count > 0 || count == 0 && code >= 0 else {
      throw error(
        "cannot be read: the gzip data is damaged or ends too early", advice: "Fetch it again")
    }
    return count > 0
  }

  private func error(_ reason: String, advice: String) -> TraceError {
    TraceError(
      file: name, line: lineNumber + 1, isMissing: false, reason: reason, advice: advice)
  }

  /// An error about the line that was read last.
  package func error(aboutLine reason: String) -> TraceError {
    TraceError(file: name, line: lineNumber, isMissing: false, reason: reason)
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
