internal import JournalFormat
internal import Sync

/// An append whose batch was read before the aggregator decides on it: inflating and hashing need
/// nothing that the aggregator knows, so they need not wait for its one thread.
struct DecodedAppend: Sendable {
  let request: AppendRequest
  let batch: Result<ReadBatch, FormatError>

  /// Smaller batches are read sooner than another thread wakes.
  private static let byteCountMin = 8 << 10

  /// The append in a request, and the bytes of memory that reading its batch takes; nil if there is
  /// none, or nothing is gained by it.
  static func appendWorthDecoding(in call: Aggregator.Call) -> (AppendRequest, byteCount: Int)? {
    guard call.byteCount >= byteCountMin, case .append(let request)? = try? call.request,
      let header = try? BatchHeader(startOf: request.batch)
    else { return nil }
    return (request, Int(header.inflatedByteCount))
  }

  /// Reads the batch on a thread of the language's pool: the caller's may have connections to
  /// serve.
  static func read(_ request: AppendRequest) async -> DecodedAppend {
    await withTaskExecutorPreference(globalConcurrentExecutor) {
      do throws(FormatError) {
        let batch = try ReadBatch(request.batch, Inflater())
        return DecodedAppend(request: request, batch: .success(batch))
      } catch {
        return DecodedAppend(request: request, batch: .failure(error))
      }
    }
  }
}

extension Aggregator.Call {
  var request: SyncRequest {
    get throws(FormatError) {
      switch content {
      case .bytes(let bytes): try SyncRequest(bytes: bytes)
      case .append(let append): .append(append.request)
      }
    }
  }

  /// What an answer is signed over.
  var requestDigest: Digest {
    switch content {
    case .bytes(let bytes): Digest(of: bytes)
    case .append(let append): Digest(of: SyncRequest.append(append.request).bytes)
    }
  }

  /// The request's batch, if somebody read it already.
  var readBatch: Result<ReadBatch, FormatError>? {
    if case .append(let append) = content { append.batch } else { nil }
  }
}
