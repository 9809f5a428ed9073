internal import Foundation
internal import JournalFormat
public import Logging

/// Log lines as JSON objects on standard error: a constant message, and metadata. No line holds an
/// item's words, a query or a token.
public struct EdgeLog: LogHandler {
  public var logLevel: Logger.Level = .notice
  public var metadata: Logger.Metadata = [:]

  public init(label: String) {}

  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  public func log(event: LogEvent) {
    var line: [String: String] = [:]
    for (key, value) in metadata { line[key] = "\(value)" }
    for (key, value) in event.metadata ?? [:] { line[key] = "\(value)" }
    line["level"] = event.level.rawValue
    line["message"] = "\(event.message)"
    line["time"] = AggregatorServer.now.text
    var bytes = JSONBody.bytes(line)
    bytes.append(UInt8(ascii: "\n"))
    // One write a line, so that lines of several threads do not mix.
    bytes.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
