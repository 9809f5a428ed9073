internal import HTTPTypes

/// Everything that the server answers: routes, metrics and the OpenAPI document follow this list.
package enum Endpoint: String, Sendable, CaseIterable {
  case enrol, open, append, wanted, rotate, grant, recover, resend
  case search, item, popularity, deployment, health, openAPI = "openapi"
  case status, metrics, devices, incidents, candidates
  case revokeDevice, reinstateDevice, retractReports, eraseDevice, takeDownItem, restoreItem

  /// Who may ask.
  package enum Access: String, Sendable {
    /// Anybody.
    case everyone
    /// Whoever signs with a device's key, inside the body.
    case device
    /// Whoever has the viewer's token, or the operator's.
    case viewer
    /// Whoever has the operator's token.
    case `operator`
  }

  /// With parameters in braces, as OpenAPI and the router write them.
  package var path: String {
    switch self {
    case .enrol, .open, .append, .wanted, .rotate, .grant, .recover, .resend, .search,
      .popularity, .deployment, .health, .status, .metrics, .devices, .incidents, .candidates:
      "/v1/\(rawValue)"
    case .item: "/v1/items/{tag}"
    case .openAPI: "/v1/openapi.json"
    case .revokeDevice: "/v1/devices/{lineage}/revoke"
    case .reinstateDevice: "/v1/devices/{lineage}/reinstate"
    case .retractReports: "/v1/devices/{lineage}/retract"
    case .eraseDevice: "/v1/devices/{lineage}/erase"
    case .takeDownItem: "/v1/items/{tag}/take-down"
    case .restoreItem: "/v1/items/{tag}/restore"
    }
  }

  package var isPost: Bool {
    switch self {
    case .enrol, .open, .append, .wanted, .rotate, .grant, .recover, .resend, .revokeDevice,
      .reinstateDevice, .retractReports, .eraseDevice, .takeDownItem, .restoreItem:
      true
    default: false
    }
  }

  /// What it is asked with, as OpenAPI names it.
  var method: HTTPRequest.Method { isPost ? .post : .get }

  /// What it answers. To `HEAD` as to `GET`: the connection leaves out the body.
  var methods: [HTTPRequest.Method] { isPost ? [.post] : [.get, .head] }

  package var access: Access {
    switch self {
    case .enrol, .open, .append, .wanted, .rotate, .grant, .recover, .resend: .device
    case .search, .item, .popularity, .deployment, .health, .openAPI: .everyone
    case .status, .metrics: .viewer
    case .devices, .incidents, .candidates, .revokeDevice, .reinstateDevice,
      .retractReports, .eraseDevice, .takeDownItem, .restoreItem:
      .operator
    }
  }
}
