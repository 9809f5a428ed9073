/// Why a server could not be attacked, measured or started.
package struct LoopbackError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Hashable, Sendable {
    /// Only this machine's own servers are attacked.
    case notLoopback
    case cannotConnect
    case timedOut
    /// The connection ended before the answer did.
    case closedByPeer
    /// What came is not an answer of HTTP/1.1.
    case notHTTP
    case cannotStart
    /// The server ended before it listened, with this status.
    case ended(status: Int32)
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
