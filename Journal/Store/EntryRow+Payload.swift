internal import JournalFormat

extension EntryRow {
  /// Why the payload is not what the entry's kind asks for in a journal of `kind`; nil when it is,
  /// or when it was redacted.
  func payloadProblem(in journal: JournalKind, reader: BatchReader) -> String? {
    guard let payload else { return nil }
    do throws(FormatError) {
      switch journal {
      case .private:
        guard kind == .event else {
          return "A private journal has an entry of \(kind), which is no event."
        }
        _ = try JournalEvent(payload: [UInt8](payload))
      case .shared: _ = try Report(kind: kind, payload: [UInt8](payload))
      case .cloud where kind == .batch: _ = try reader.check(payload)
      case .cloud: _ = try ControlEntry(kind: kind, payload: [UInt8](payload))
      }
      return nil
    } catch {
      return error.message
    }
  }
}
