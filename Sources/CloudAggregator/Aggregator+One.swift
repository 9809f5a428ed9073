package import JournalFormat

extension Aggregator {
  /// Answers one request.
  ///
  /// - Parameter proven: its signature, if that was checked before; another one changes nothing.
  package func handle(
    _ request: [UInt8], proven: ProvenSignature? = nil, now: Timestamp
  ) -> [UInt8] {
    self.proven = proven
    defer { self.proven = nil }
    return handle([request], now: now)[0]
  }
}
