internal import CloudAggregator
internal import HTTPTypes
internal import Hummingbird
internal import JournalFormat
internal import Logging
internal import Sync
internal import Synchronization

/// What all routes share. Takes requests apart, asks the aggregator, and puts its answers together.
final class Edge: Sendable {
  let host: CloudHost
  let configuration: ServerConfiguration
  let metrics: EdgeMetrics
  let reader: BodyReader
  let clock: @Sendable () -> Timestamp
  let load: ClientLoad
  let addresses: ClientAddress
  let operatorToken: OperatorToken
  let hook: AttestationHook?
  let started: Timestamp
  private let enrolments: Mutex<AddressLimiter>

  init(
    host: CloudHost, configuration: ServerConfiguration, metrics: EdgeMetrics, load: ClientLoad,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    self.host = host
    self.configuration = configuration
    self.metrics = metrics
    self.clock = clock
    self.load = load
    reader = BodyReader(
      host: host, load: load, byteCountMax: configuration.limits.bodyByteCountMax,
      inflatedByteCountMax: configuration.limits.inflatedByteCountMax)
    addresses = ClientAddress(trustedProxies: configuration.trustedProxies)
    operatorToken = OperatorToken(
      configuration.operatorToken, viewer: configuration.viewerToken)
    hook = configuration.attestationHook.map { AttestationHook(program: $0) }
    started = clock()
    enrolments = Mutex(AddressLimiter(perMinute: configuration.enrolmentsPerMinute))
  }

  /// Adds every endpoint to a router.
  func add(to router: Router<EdgeContext>) {
    router.add(middleware: UnknownPaths(edge: self))
    for endpoint in Endpoint.allCases {
      for method in endpoint.methods {
        router.on(RouterPath(endpoint.path), method: method) { request, context in
          // The router takes more spellings of a path for one.
          let isExact = endpoint.matches(request.uri.path)
          return await self.perform(isExact ? endpoint : nil, request, context)
        }
      }
    }
    guard configuration.hasBenchRoute else { return }
    router.on("/bench/body", method: .post) { request, _ in
      _ = try await request.body.collect(upTo: self.configuration.limits.bodyByteCountMax)
      return Response(status: .noContent)
    }
  }

  /// Answers a request of an endpoint, whatever happens.
  func perform(
    _ endpoint: Endpoint?, _ request: Request, _ context: EdgeContext
  ) async -> Response {
    let begun = ContinuousClock.now
    var response: Response
    do {
      response = try await admitted(endpoint, request, context, begun: begun)
    } catch let problem as ProblemDetails {
      response = problem.response
    } catch let error as CloudError {
      response = ProblemDetails(error).response
    } catch is BrokenOff, is CancellationError {
      context.logger.debug("A request was broken off.")
      metrics.countBrokenOffRequest()
      // Hardly anybody reads this.
      return ProblemDetails(.retryLater, "The request was broken off. Send it again.").response
    } catch {
      // Nobody foresaw it, and its words may be an item's.
      context.logger.error("A request failed.", metadata: ["error": "\(type(of: error))"])
      response =
        ProblemDetails(.internalError, "Something went wrong here. Try again later.").response
    }
    // What was not read of a body that was refused is not worth reading.
    if ![.get, .head].contains(request.method), response.status.code >= 400 {
      response.headers[.connection] = "close"
    }
    let duration = ContinuousClock.now - begun
    metrics.recordAnswer(endpoint, status: response.status.code, after: duration)
    context.logger.info(
      "A request was answered.",
      metadata: [
        "endpoint": "\(endpoint?.rawValue ?? "other")", "status": "\(response.status.code)",
        "microseconds": "\(duration / .microseconds(1))",
      ])
    return response
  }

  /// Answers once the address has a place for one more request. The operator always has one, and
  /// anyone who asks for the health is not what the health tells of.
  private func admitted(
    _ endpoint: Endpoint?, _ request: Request, _ context: EdgeContext,
    begun: ContinuousClock.Instant
  ) async throws -> Response {
    if endpoint == .health { return health() }
    let address: String? =
      switch endpoint?.access {
      case .operator, .viewer: nil
      case .everyone, .device, nil: addresses.name(of: request, context)
      }
    guard let ticket = load.admit(from: address, at: begun) else {
      throw ProblemDetails(
        .tooManyRequests,
        "Too many requests of this address wait. Try again after the time that Retry-After says.",
        retryAfterMilliseconds: 1_000)
    }
    defer { load.end(ticket) }
    return try await dispatch(endpoint, request, context)
  }

  /// How long the oldest request has waited; zero: none waits.
  var oldestRequestAge: Duration { load.oldestAge(at: .now) ?? .zero }

  private func dispatch(
    _ endpoint: Endpoint?, _ request: Request, _ context: EdgeContext
  ) async throws -> Response {
    guard let endpoint else { throw Self.unknown(request) }
    try operatorToken.check(request, for: endpoint)
    switch endpoint {
    case .enrol, .open, .append, .wanted, .rotate, .grant, .recover, .resend:
      return try await sync(endpoint, request, context)
    case .page: return try searchPage(request)
    case .search: return try search(request)
    case .item: return try item(context)
    case .popularity: return try popularity(request)
    case .deployment: return try await deployment()
    case .health: return health()
    case .openAPI: return JSONBody.response(bytes: Array(OpenAPIDocument.text.utf8))
    case .metrics: return metricsPage()
    case .statusPage: return try await statusPage()
    case .status, .devices, .incidents, .candidates:
      return try await list(endpoint, request)
    case .revokeDevice, .reinstateDevice, .retractReports, .eraseDevice, .takeDownItem,
      .restoreItem:
      return try await act(endpoint, request, context)
    }
  }

  /// Whether the address may enrol one more device now.
  func admitEnrolment(_ request: Request, _ context: EdgeContext) throws(ProblemDetails) {
    let address = addresses.name(of: request, context)
    let now = clock()
    guard
      case .tooMany(let delay) = enrolments.withLock({ $0.attempt(from: address, now: now) })
    else { return }
    throw ProblemDetails(
      .tooManyRequests,
      "Too many devices enrol from this address. Try again after the time that Retry-After says.",
      retryAfterMilliseconds: delay)
  }

  private static func unknown(_ request: Request) -> ProblemDetails {
    let path = request.uri.path
    let methods = Endpoint.allCases.filter { $0.matches(path) }.flatMap(\.methods)
      .map(\.rawValue)
    guard !methods.isEmpty else {
      return ProblemDetails(
        .notFound, "There is nothing under this path. GET /v1/openapi.json lists all paths.")
    }
    var problem = ProblemDetails(
      .methodNotAllowed,
      "This path does not support the method. Use \(methods.joined(separator: " or ")).")
    problem.allowedMethods = methods.joined(separator: ", ")
    return problem
  }
}

extension Endpoint {
  /// What it answers. To `HEAD` as to `GET`: the connection leaves out the body.
  var methods: [HTTPRequest.Method] {
    switch method {
    case .get: [.get, .head]
    case .post: [.post]
    }
  }
}

/// Gives what no route answers an answer of ours.
private struct UnknownPaths: RouterMiddleware {
  let edge: Edge

  func handle(
    _ request: Request, context: EdgeContext,
    next: (Request, EdgeContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch is HTTPError {
      return await edge.perform(nil, request, context)
    }
  }
}
