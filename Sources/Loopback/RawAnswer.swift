/// An answer as it came.
package struct RawAnswer: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    /// In lower case.
    package var name: String
    package var value: String
  }

  package var status: Int
  package var headers: [Header]
  package var body: [UInt8]

  package func header(_ name: String) -> String? {
    headers.first { $0.name == name }?.value
  }

  /// The media type without its parameters.
  package var mediaType: String? {
    header("content-type").map { String($0.prefix { $0 != ";" }).lowercased() }
  }

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// Whether the server said that it closes the connection after it.
  package var closesConnection: Bool { header("connection")?.lowercased() == "close" }

  /// How long the server asks to wait before the request is sent again, where it asks for that.
  package var retryAfterMilliseconds: Int? {
    guard status == 503 || status == 429 else { return nil }
    return header("retry-after").flatMap { Int($0) }.map { $0 * 1_000 }
  }
}
