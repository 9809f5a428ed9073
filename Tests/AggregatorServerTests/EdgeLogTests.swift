#if Server
  import Foundation
  import Logging
  import Testing

  @testable import AggregatorServer

  @Suite("A line of the server's log") struct EdgeLogTests {
    private func line(
      _ message: String, _ metadata: Logger.Metadata? = nil, of log: EdgeLog = EdgeLog(label: "a")
    ) throws -> (text: String, object: JSONObject) {
      let bytes = log.line(
        of: LogEvent(
          level: .warning, message: "\(message)", metadata: metadata, source: "a", file: "b",
          function: "c", line: 1))
      return (String(decoding: bytes, as: UTF8.self), try object(bytes))
    }

    @Test(arguments: [
      "Words.", "", "two\nlines\r\n", "\"}\n{\"a\":1}", "\u{0}\u{1B}[31m \u{1F40C}",
    ])
    func `is one JSON object, whatever is said`(text: String) throws {
      let (line, object) = try line(text, ["key": "\(text)", "\(text)": "value"])
      #expect(line.hasSuffix("}\n"))
      #expect(line.count { $0.isNewline } == 1)
      #expect(object["message"] as? String == text)
      #expect(object["key"] as? String == text)
      #expect(object["level"] as? String == "warning")
    }

    @Test func `says when, in UTC`() throws {
      let time = try #require(try line("a").object["time"] as? String)
      let date = try Date(time, strategy: .iso8601WithOptionalFraction)
      #expect(abs(date.timeIntervalSinceNow) < 60)
      #expect(time.hasSuffix("Z"))
    }

    @Test func `has the logger's metadata under its own, and keeps three keys for itself`() throws {
      var log = EdgeLog(label: "a")
      log[metadataKey: "both"] = "the logger's"
      log[metadataKey: "one"] = "the logger's"
      #expect(log[metadataKey: "one"] == "the logger's")
      let (_, object) = try line(
        "a", ["both": "the line's", "level": "x", "message": "x", "time": "x"], of: log)
      #expect(object["both"] as? String == "the line's")
      #expect(object["one"] as? String == "the logger's")
      #expect(object["level"] as? String == "warning")
      #expect(object["message"] as? String == "a")
      #expect(object["time"] as? String != "x")
    }
  }

  extension ParseStrategy where Self == ISO8601Strategy {
    fileprivate static var iso8601WithOptionalFraction: ISO8601Strategy { ISO8601Strategy() }
  }

  private struct ISO8601Strategy: ParseStrategy {
    func parse(_ value: String) throws -> Date {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: value.contains("."))
      return try style.parse(value)
    }
  }
#endif
