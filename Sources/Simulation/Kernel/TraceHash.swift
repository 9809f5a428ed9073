internal import JournalFormat

/// Folds what a world chose, in order: equal runs have equal hashes. FNV-1a.
struct TraceHash {
  private(set) var value: UInt64 = 14_695_981_039_346_656_037

  mutating func mix(_ kind: UInt64, _ place: Int, _ value: UInt64, at time: Timestamp) {
    for part in [
      kind, UInt64(bitPattern: Int64(place)), value, UInt64(bitPattern: time.milliseconds),
    ] {
      self.value = (self.value ^ part) &* 1_099_511_628_211
    }
  }

  /// A message: its length and a checksum of its bytes.
  static func hash(of message: [UInt8]) -> UInt64 {
    UInt64(Checksum(of: message).value) << 32 | UInt64(message.count)
  }
}
