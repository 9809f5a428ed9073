package import JournalFormat

extension SyncRequest {
  /// Checks the request's signature ahead of whoever takes it; nil when it is not signed by `key`,
  /// or cannot be read.
  package func proof(by key: PublicKey, reader: BatchReader) -> ProvenSignature? {
    switch self {
    case .enrol(let request):
      return ProvenSignature(request.signature, of: request.signedMessage, by: key)
    case .open:
      return nil
    case .append(let request):
      let checked = request.batch.withUnsafeBytes { try? reader.check($0) }
      return checked.flatMap {
        ProvenSignature($0.header.signature, of: $0.signedRange.message, by: key)
      }
    }
  }
}
