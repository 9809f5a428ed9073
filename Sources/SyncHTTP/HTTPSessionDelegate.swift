internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Collects answers piece by piece, and gives up what is too large or too slow.
final class HTTPSessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Exchange {
    let task: URLSessionTask
    let byteCountMax: Int
    let end: @Sendable (HTTPResult) -> Void
    var answer: HTTPAnswer?
  }

  private let timeout: Duration
  private let lock = NSLock()
  /// By the task's number. Guarded by `lock`; what is not here any more has ended.
  private var exchanges: [Int: Exchange] = [:]

  init(timeout: Duration) { self.timeout = timeout }

  func register(
    _ task: URLSessionTask, atMost byteCountMax: Int,
    end: @escaping @Sendable (HTTPResult) -> Void
  ) {
    lock.lock()
    exchanges[task.taskIdentifier] = Exchange(
      task: task, byteCountMax: byteCountMax, end: end)
    lock.unlock()
  }

  func timeOut(_ task: URLSessionTask) { abort(task, timeoutReason) }

  private var timeoutReason: String {
    "no whole answer came within \(timeout.seconds) seconds"
  }

  func abort(_ task: URLSessionTask, _ reason: String) {
    guard end(task, with: .failed(reason)) else { return }
    // Waits for the session, on whose thread this may be.
    DispatchQueue.global().async { task.cancel() }
  }

  func abortAll(_ reason: String) {
    lock.lock()
    let tasks = exchanges.values.map(\.task)
    lock.unlock()
    for task in tasks { abort(task, reason) }
  }

  /// False: it had ended before.
  @discardableResult
  private func end(_ task: URLSessionTask, with result: HTTPResult) -> Bool {
    lock.lock()
    let exchange = exchanges.removeValue(forKey: task.taskIdentifier)
    lock.unlock()
    exchange?.end(result)
    return exchange != nil
  }

  // MARK: What the session says

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // What a device sends is for the server that it was told, and the redirect is its answer.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else { return completionHandler(.cancel) }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      headers["\(name)".lowercased()] = "\(value)"
    }
    lock.lock()
    let place = dataTask.taskIdentifier
    exchanges[place]?.answer = HTTPAnswer(status: response.statusCode, headers: headers)
    let bound = exchanges[place]?.byteCountMax ?? 0
    lock.unlock()
    guard response.expectedContentLength <= Int64(bound) else {
      end(dataTask, with: .failed(Self.tooLarge(bound)))
      return completionHandler(.cancel)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    lock.lock()
    let place = dataTask.taskIdentifier
    let bound = exchanges[place]?.byteCountMax ?? 0
    let count = exchanges[place]?.answer?.body.count ?? 0
    let fits = count + data.count <= bound
    if fits { exchanges[place]?.answer?.body.append(contentsOf: data) }
    lock.unlock()
    if !fits { abort(dataTask, Self.tooLarge(bound)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    lock.lock()
    let answer = exchanges[task.taskIdentifier]?.answer
    lock.unlock()
    if let error {
      end(task, with: .failed(reason(error)))
    } else if let answer {
      end(task, with: .answer(answer))
    } else {
      end(task, with: .failed("the server closed the connection without an answer"))
    }
  }

  private static func tooLarge(_ bound: Int) -> String {
    "the answer is larger than \(bound) bytes"
  }

  private func reason(_ error: any Error) -> String {
    let error = error as NSError
    switch URLError.Code(rawValue: error.code) {
    case .timedOut: return timeoutReason
    case .cannotConnectToHost: return "nobody takes connections there"
    case .cannotFindHost, .dnsLookupFailed: return "the name of its host is not known"
    case .networkConnectionLost: return "the connection was lost"
    // The address was checked before. What Foundation's libcurl still refuses is an IPv6 number.
    case .badURL:
      return "Foundation on this system opens no address with an IPv6 number; give a host name or "
        + "an IPv4 address"
    default:
      // Foundation on Linux has no code of its own for a certificate, only libcurl's words.
      let text = text(error)
      return text.lowercased().contains("certificate")
        ? "this system does not trust its certificate (\(text)), and \"A private authority\" in "
          + "docs/OPERATIONS.md says what to do" : text
    }
  }

  /// What the system says of the error.
  private func text(_ error: NSError) -> String {
    let text = (error.userInfo[NSLocalizedDescriptionKey] as? String) ?? ""
    return text.isEmpty ? "the connection failed (\(error.code))" : text
  }
}
