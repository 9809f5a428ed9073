internal import Sync

extension Decoder {
  package static let syncRequest = Decoder("sync-request", samples: Samples.syncRequests) {
    try survives($0, decode: SyncRequest.init(bytes:), encode: \.bytes)
  }

  package static let syncResponse = Decoder("sync-response", samples: Samples.syncResponses) {
    try survives($0, decode: SyncResponse.init(bytes:), encode: \.bytes)
  }
}
