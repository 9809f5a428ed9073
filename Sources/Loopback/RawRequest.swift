/// A request as it goes over the wire: nothing checks that it is one.
package struct RawRequest: Hashable, Sendable {
  package var head: [UInt8]
  package var body: [UInt8]

  package init(head: [UInt8], body: [UInt8]) {
    self.head = head
    self.body = body
  }

  /// A request that is right, unless its parts are not. A length is added where there is a body or
  /// where the method asks for one, unless `headers` say something about it.
  package init(
    _ method: String, _ path: String, _ headers: [(String, String)] = [], body: [UInt8] = []
  ) {
    let names = Set(headers.map { $0.0.lowercased() })
    var text = "\(method) \(path) HTTP/1.1\r\n"
    if !names.contains("host") { text += "Host: 127.0.0.1\r\n" }
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    let saysLength = names.contains("content-length") || names.contains("transfer-encoding")
    if !saysLength, !body.isEmpty || method == "POST" {
      text += "Content-Length: \(body.count)\r\n"
    }
    head = Array((text + "\r\n").utf8)
    self.body = body
  }

  package static let syncMediaType = "application/vnd.spotlog.sync"

  /// A request of the conversation between a device and the cloud: `kind` is the path's last part.
  package static func sync(
    _ kind: String, _ body: [UInt8], _ headers: [(String, String)] = []
  ) -> RawRequest {
    RawRequest(
      "POST", "/v1/\(kind)", [("Content-Type", syncMediaType)] + headers, body: body)
  }

  package var bytes: [UInt8] { head + body }
}
