internal import JournalFormat
internal import Sync

extension Decoder {
  package static let syncRequest = Decoder("sync-request", samples: Samples.syncRequests) {
    try survives(sealed($0), decode: SyncRequest.init(bytes:), encode: \.bytes)
  }

  package static let syncResponse = Decoder("sync-response", samples: Samples.syncResponses) {
    try survives(sealed($0), decode: SyncResponse.init(bytes:), encode: \.bytes)
  }
}

/// The same bytes with the checksum that belongs to them: anyone who damages bytes seldom guesses
/// it, and nothing behind it would be tried.
private func sealed(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.count > 4 else { return bytes }
  var writer = ByteWriter()
  writer.raw(Array(bytes.dropLast(4)))
  writer.checksum()
  return writer.bytes
}
