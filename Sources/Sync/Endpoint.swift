/// What a cloud answers over HTTP, a row each. The server's router and metrics, the clients,
/// docs/HTTP.md and the OpenAPI document follow this table.
package enum Endpoint: String, Sendable, CaseIterable {
  case enrol, open, append, wanted, rotate, grant, recover, resend
  case page, search, item, popularity, deployment, health, openAPI = "openapi"
  case statusPage, status, metrics, devices, incidents, candidates
  case revokeDevice, reinstateDevice, retractReports, eraseDevice, takeDownItem, restoreItem

  /// Who may ask.
  package enum Access: String, Sendable {
    /// Anybody.
    case everyone
    /// Anyone who signs with a device's key, inside the body.
    case device
    /// Anyone who has the viewer's token, or the operator's.
    case viewer
    /// Anyone who has the operator's token.
    case `operator`
  }

  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  private struct Row {
    let method: Method
    let path: String
    let access: Access
    let purpose: String
    var request: SyncRequest.Kind?

    static func get(_ path: String, _ access: Access, _ purpose: String) -> Row {
      Row(method: .get, path: path, access: access, purpose: purpose)
    }

    static func post(_ path: String, _ access: Access, _ purpose: String) -> Row {
      Row(method: .post, path: path, access: access, purpose: purpose)
    }

    static func sync(_ request: SyncRequest.Kind, _ path: String, _ purpose: String) -> Row {
      Row(method: .post, path: path, access: .device, purpose: purpose, request: request)
    }
  }

  /// The table, a row each.
  private static let table: @Sendable (Endpoint) -> Row = { endpoint in
    switch endpoint {
    case .enrol: .sync(.enrol, "/v1/enrol", "Enrol a device")
    case .open: .sync(.open, "/v1/open", "Report the device's position")
    case .append: .sync(.append, "/v1/append", "Send a batch")
    case .wanted: .sync(.wanted, "/v1/wanted", "Ask what is wanted")
    case .rotate: .sync(.rotate, "/v1/rotate", "Change the device's key")
    case .grant: .sync(.grant, "/v1/grant", "Start a new epoch")
    case .recover: .sync(.recover, "/v1/recover", "Bring back grants that the cloud forgot")
    case .resend:
      .sync(.resend, "/v1/resend", "Send entries that the cloud had before it was restored")
    case .page: .get("/", .everyone, "Search the public index on a page for people")
    case .search: .get("/v1/search", .everyone, "Search the public index")
    case .item: .get("/v1/items/{tag}", .everyone, "A public item")
    case .popularity: .get("/v1/popularity", .everyone, "Counts of the public items")
    case .deployment: .get("/v1/deployment", .everyone, "Deployment document")
    case .health: .get("/v1/health", .everyone, "Health check")
    case .openAPI: .get("/v1/openapi.json", .everyone, "This document")
    case .statusPage: .get("/status", .viewer, "The status on a page for people")
    case .status: .get("/v1/status", .viewer, "What the log and its projections hold")
    case .metrics: .get("/v1/metrics", .viewer, "Prometheus metrics")
    case .devices: .get("/v1/devices", .operator, "Devices")
    case .incidents: .get("/v1/incidents", .operator, "Detected forks")
    case .candidates: .get("/v1/candidates", .operator, "Contents that are asked for")
    case .revokeDevice: .post("/v1/devices/{lineage}/revoke", .operator, "Remove a device")
    case .reinstateDevice:
      .post("/v1/devices/{lineage}/reinstate", .operator, "Take a removed device back")
    case .retractReports:
      .post("/v1/devices/{lineage}/retract", .operator, "Take reports out of the counts")
    case .eraseDevice:
      .post("/v1/devices/{lineage}/erase", .operator, "Erase what a device reported")
    case .takeDownItem: .post("/v1/items/{tag}/take-down", .operator, "Hide an item")
    case .restoreItem: .post("/v1/items/{tag}/restore", .operator, "Restore an item")
    }
  }

  private var row: Row { Self.table(self) }
  /// `HEAD` is answered where this is `GET`.
  package var method: Method { row.method }
  package var isPost: Bool { method == .post }
  /// With its parameter in braces, as OpenAPI and the router write it.
  package var path: String { row.path }
  package var access: Access { row.access }
  /// As the OpenAPI document summarizes it.
  package var purpose: String { row.purpose }
  /// The request of the conversation that it takes; nil for any other endpoint.
  package var requestKind: SyncRequest.Kind? { row.request }

  private static let ofRequests = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { endpoint in
      endpoint.requestKind.map { ($0, endpoint) }
    })

  /// The endpoint that takes a request of the conversation.
  package init?(_ request: SyncRequest.Kind) {
    guard let endpoint = Self.ofRequests[request] else { return nil }
    self = endpoint
  }

  // MARK: Paths

  private static let slash = UInt8(ascii: "/")

  /// The path to ask.
  ///
  /// - Parameter subject: the lineage or the tag that the path names; nil where it names none.
  package func path(of subject: String?) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.map { $0.hasPrefix("{") ? subject ?? "" : String($0) }.joined(separator: "/")
  }

  /// Whether a request's path is one of this endpoint's, byte for byte: a proxy's rules are about
  /// one spelling, so there is one. Names in a path are hexadecimal digits in lower case.
  package func matches(_ requested: String) -> Bool {
    let own = path.utf8.split(separator: Self.slash, omittingEmptySubsequences: false)
    let other = requested.utf8.split(separator: Self.slash, omittingEmptySubsequences: false)
    return own.count == other.count
      && zip(own, other).allSatisfy { own, other in
        guard own.first == UInt8(ascii: "{") else { return own.elementsEqual(other) }
        return !other.isEmpty && other.allSatisfy(Self.isDigit)
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
