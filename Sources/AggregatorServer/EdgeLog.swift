internal import JournalFormat
internal import JournalStore
package import Logging

/// Log lines as JSON objects on standard error: a constant message, and metadata. No line holds an
/// item's words, a query or a token.
package struct EdgeLog: LogHandler {
  package var logLevel: Logger.Level = .notice
  package var metadata: Logger.Metadata = [:]

  package init(label: String) {}

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    StandardError.send(line(of: event))
  }

  func line(of event: LogEvent) -> [UInt8] {
    var line: [String: String] = [:]
    for (key, value) in metadata { line[key] = "\(value)" }
    for (key, value) in event.metadata ?? [:] { line[key] = "\(value)" }
    line["level"] = event.level.rawValue
    line["message"] = "\(event.message)"
    line["time"] = AggregatorServer.now.text
    return JSONBody.bytes(line) + [UInt8(ascii: "\n")]
  }
}
