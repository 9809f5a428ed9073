internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
package import WebAddress
package import WebFetch

/// Fetches one page of the web, or any one file of it, and connects to no address that its rule
/// does not allow.
///
/// A host's name is looked up once for each request. All its addresses are checked, and the
/// connection goes to one of those that were checked, so that no second answer of a name server
/// counts. It sends no cookies, no credentials and no referrer, takes no proxy from the
/// environment, keeps nothing, and checks certificates. Any number of fetches may run at the same
/// time.
package struct WebFetcher: Sendable {
  private let rule: FetchRule
  private let limits: FetchLimits
  private let agent: String
  private let resolver: any HostResolver
  private let authoritiesPath: String?

  /// - Parameters:
  ///   - agent: what the field User-Agent says.
  ///   - authoritiesPath: certificates to trust instead of the system's, in PEM.
  package init(
    rule: FetchRule = FetchRule(), limits: FetchLimits = FetchLimits(), agent: String,
    resolver: any HostResolver = SystemResolver(), authoritiesPath: String? = nil
  ) {
    (self.rule, self.limits, self.agent) = (rule, limits, agent)
    (self.resolver, self.authoritiesPath) = (resolver, authoritiesPath)
  }

  /// Asks an address, and where it redirects to.
  ///
  /// - Returns: the answer, whatever its status is; `FetchedAnswer.page()` says whether it is a
  ///   page.
  /// - Throws: `FetchProblem`: an address may not be connected to, cannot be reached, passes a
  ///   bound or answers with what is not HTTP.
  package func fetch(_ url: WebURL) async throws(FetchProblem) -> FetchedAnswer {
    let end = NIODeadline.now() + .milliseconds(limits.totalMilliseconds)
    var chain = RedirectChain(url)
    while true {
      let answer = try await ask(chain.current, end: end)
      if try chain.follow(answer.head, atMost: limits.redirectCountMax) { continue }
      return try FetchedAnswer(
        chain, answer.head, body: answer.body, atMost: limits.bodyByteCountMax)
    }
  }

  private func ask(
    _ url: WebURL, end: NIODeadline
  ) async throws(FetchProblem) -> FetchHandler.Answer {
    try rule.check(url)
    let addresses = try await addresses(of: url, end: end)
    try rule.check(addresses, of: url)
    let tls = url.scheme == .https ? try tlsContext() : nil
    var problem = FetchProblem.noSuchHost(url.host.description)
    for address in addresses.prefix(limits.addressCountMax) {
      guard NIODeadline.now() < end else { throw .timeout(limits.totalMilliseconds) }
      // Another address is tried where a connection fails, not where an answer does.
      switch await connect(to: address, for: url, tls: tls, end: end) {
      case .success(let answer): return try await Self.result(of: answer)
      case .failure(let failure): problem = failure
      }
    }
    throw problem
  }

  // MARK: Names

  private func addresses(
    of url: WebURL, end: NIODeadline
  ) async throws(FetchProblem) -> [AddressBlock.Address] {
    if let address = url.host.address { return [address] }
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let promise = loop.makePromise(of: [AddressBlock.Address].self)
    let (resolver, name) = (resolver, url.host.description)
    // The system may wait for a name server for minutes: its thread is left alone then.
    Thread.detachNewThread {
      do throws(FetchProblem) { promise.succeed(try resolver.addresses(of: name)) } catch {
        promise.fail(error)
      }
    }
    let total = limits.totalMilliseconds
    let timer = loop.scheduleTask(deadline: end) { promise.fail(FetchProblem.timeout(total)) }
    defer { timer.cancel() }
    return try await Self.result(of: promise.futureResult)
  }

  private static func result<Value: Sendable>(
    of future: EventLoopFuture<Value>
  ) async throws(FetchProblem) -> Value {
    do { return try await future.get() } catch {
      throw error as? FetchProblem ?? .unreachable("\(error)")
    }
  }

  // MARK: Connections

  /// Connects to one address and asks for the page: its future answer, or why connecting failed.
  private func connect(
    to address: AddressBlock.Address, for url: WebURL, tls: NIOSSLContext?, end: NIODeadline
  ) async -> Result<EventLoopFuture<FetchHandler.Answer>, FetchProblem> {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let promise = loop.makePromise(of: FetchHandler.Answer.self)
    let (request, name, limits) = (request(url), Self.certificateName(url), limits)
    let now = NIODeadline.now()
    let patience = min(.milliseconds(limits.silenceMilliseconds), end - now)
    let bootstrap = ClientBootstrap(group: loop)
      .connectTimeout(patience)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let tls {
            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
          }
          let handler = FetchHandler(request, limits: limits, now: now, end: end, promise: promise)
          try FetchHandler.add(handler, to: pipeline)
        }
      }
    do {
      _ = try await bootstrap.connect(
        to: SocketAddress(ipAddress: address.text, port: Int(url.connectionPort))
      ).get()
      return .success(promise.futureResult)
    } catch {
      let problem = FetchProblem.unreachable(Self.reason(error, at: address))
      promise.fail(problem)
      return .failure(problem)
    }
  }

  private static func reason(_ error: any Error, at address: AddressBlock.Address) -> String {
    switch error {
    case ChannelError.connectTimeout: "no answer of \(address.text)"
    case let error as IOError: "\(String(cString: strerror(error.errnoCode))), \(address.text)"
    default: "\(error), \(address.text)"
    }
  }

  private func request(_ url: WebURL) -> HTTPRequestHead {
    var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: String(url.requestTarget))
    head.headers = [
      "Host": String(url.authority), "User-Agent": agent,
      "Accept": "text/html,application/xhtml+xml,*/*;q=0.1", "Accept-Encoding": "gzip",
      "Connection": "close",
    ]
    return head
  }

  /// The name that a certificate has to be for; nil for an address, which the connection knows.
  private static func certificateName(_ url: WebURL) -> String? {
    guard url.host.address == nil else { return nil }
    let name = url.host.description
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }

  private func tlsContext() throws(FetchProblem) -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    if let authoritiesPath { configuration.trustRoots = .file(authoritiesPath) }
    do { return try NIOSSLContext(configuration: configuration) } catch {
      throw .insecure("the system's certificate authorities cannot be read")
    }
  }
}
