internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What is sent over HTTP.
struct HTTPRequest: Hashable, Sendable {
  var method = "GET"
  var url: URL
  var headers: [String: String] = [:]
  var body: [UInt8]?
  /// A larger answer is given up, and counts as a failed connection.
  var answerByteCountMax = 1 << 20
}

/// What came of it.
package enum HTTPResult: Hashable, Sendable {
  case answer(HTTPAnswer)
  /// Why there is no whole answer, in a sentence.
  case failed(String)
}

/// Connections to one server: no cookies, no cache, no passwords, no redirects.
final class HTTPSession: Sendable {
  private let session: URLSession
  private let delegate: HTTPSessionDelegate
  private let timeout: Duration

  /// - Parameters:
  ///   - timeout: from the beginning to the last byte of the answer.
  ///   - connections: at a time, at most.
  init(timeout: Duration, connections: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCredentialStorage = nil
    configuration.httpMaximumConnectionsPerHost = connections
    configuration.timeoutIntervalForRequest = timeout.seconds
    configuration.timeoutIntervalForResource = timeout.seconds
    self.timeout = timeout
    delegate = HTTPSessionDelegate(timeout: timeout)
    session = URLSession(
      configuration: configuration, delegate: delegate, delegateQueue: SynchronousOperationQueue())
  }

  // The session holds its delegate until it is invalidated. `invalidateAndCancel` reads the list of
  // tasks without a lock on Linux, and traps when one ends at that moment.
  deinit {
    delegate.abortAll("the session ended")
    session.finishTasksAndInvalidate()
  }

  func perform(_ request: HTTPRequest) async -> HTTPResult {
    let canceller = Canceller()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        canceller.set(start(request) { continuation.resume(returning: $0) })
      }
    } onCancel: {
      canceller.cancel()
    }
  }

  /// Begins an exchange. `end` is called once, on a thread of the session's, and must not wait.
  ///
  /// - Returns: what gives it up.
  @discardableResult
  func start(
    _ request: HTTPRequest, end: @escaping @Sendable (HTTPResult) -> Void
  ) -> @Sendable () -> Void {
    var wanted = URLRequest(url: request.url)
    wanted.httpMethod = request.method
    wanted.httpBody = request.body.map { Data($0) }
    wanted.timeoutInterval = timeout.seconds
    for (name, value) in request.headers { wanted.setValue(value, forHTTPHeaderField: name) }
    // Batches are deflated already, and an answer that is not cannot be a bomb.
    wanted.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    wanted.setValue("spotlog", forHTTPHeaderField: "User-Agent")
    let task = session.dataTask(with: wanted)
    let delegate = delegate
    delegate.register(task, atMost: request.answerByteCountMax, end: end)
    task.resume()
    // A time-out of the session's own starts over with every byte that drips in.
    let expiry = DispatchTime.now() + timeout.seconds
    DispatchQueue.global().asyncAfter(deadline: expiry) { [weak delegate, weak task] in
      guard let task else { return }
      delegate?.timeOut(task)
    }
    return { delegate.abort(task, "the request was given up") }
  }
}

/// Runs what the session tells its delegate where the session is, so that it reads on only when
/// that was taken. On an ordinary queue it would read as fast as a server sends, and keep in memory
/// what the delegate has not come to.
private final class SynchronousOperationQueue: OperationQueue, @unchecked Sendable {
  #if canImport(FoundationNetworking)
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  #endif
}

/// What gives an exchange up, which may be wanted before the exchange has begun.
private final class Canceller: @unchecked Sendable {
  private let lock = NSLock()
  private var isCancelled = false
  private var action: (@Sendable () -> Void)?

  func set(_ action: @escaping @Sendable () -> Void) {
    lock.lock()
    self.action = action
    let isCancelled = isCancelled
    lock.unlock()
    if isCancelled { action() }
  }

  func cancel() {
    lock.lock()
    isCancelled = true
    let action = action
    lock.unlock()
    action?()
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
