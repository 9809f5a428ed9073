#if Server
  import CloudAggregator
  import Logging
  import Synchronization
  import Testing

  @testable import AggregatorServer

  @Suite("A line about a change of health") struct HealthLineTests {
    /// Takes lines instead of writing them.
    private final class Lines: Sendable {
      let all = Mutex<[[UInt8]]>([])
    }

    private struct Taker: LogHandler {
      let lines: Lines
      var logLevel = Logger.Level.notice
      var metadata: Logger.Metadata = [:]

      subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
      }

      func log(event: LogEvent) {
        let line = EdgeLog(label: "a").line(of: event)
        lines.all.withLock { $0.append(line) }
      }
    }

    private func line(_ before: CloudHealth, _ after: CloudHealth) throws -> [String: String] {
      let lines = Lines()
      Logger(label: "a") { _ in Taker(lines: lines) }.healthChanged(from: before, to: after)
      let all = lines.all.withLock { $0 }
      try #require(all.count == 1)
      var object = try #require(try object(all[0]) as? [String: String])
      object["time"] = nil
      return object
    }

    private static let ready = CloudHealth(.ready)
    private static let full = CloudHealth(.degraded, ["The disk is full. Make room."])
    private static let worse = CloudHealth(.degraded, full.reasons + ["A file is away."])

    @Test func `says why it is bad, as a warning`() throws {
      #expect(
        try line(Self.ready, Self.full) == [
          "level": "warning", "message": "The health changed.", "before": "ready",
          "status": "degraded", "reasons": "The disk is full. Make room.",
        ])
      #expect(
        try line(Self.full, Self.worse) == [
          "level": "warning", "message": "The health changed.", "before": "degraded",
          "status": "degraded", "reasons": "The disk is full. Make room. A file is away.",
        ])
    }

    @Test func `says what has ended`() throws {
      #expect(
        try line(Self.worse, Self.full)["ended"] == "A file is away.")
      #expect(
        try line(Self.full, Self.ready) == [
          "level": "notice", "message": "The health changed.", "before": "degraded",
          "status": "ready", "ended": "The disk is full. Make room.",
        ])
      #expect(
        try line(CloudHealth(.recovering, ["It reads."]), Self.ready) == [
          "level": "notice", "message": "The health changed.", "before": "recovering",
          "status": "ready", "ended": "It reads.",
        ])
    }
  }
#endif
