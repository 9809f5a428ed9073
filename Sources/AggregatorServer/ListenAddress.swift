internal import Foundation
internal import NIOCore
internal import ServiceLifecycle

/// Where the server is to listen.
struct ListenAddress {
  let host: String
  let port: Int

  /// As it stands in a URL.
  var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

  /// Takes the address for a moment: a wrong one is found out before anything else is touched.
  ///
  /// - Throws: `ServerError.Code.address`.
  func check() throws(ServerError) {
    do {
      try SocketAddress.makeAddressResolvingHost(host, port: port).withSockAddr { address, count in
        let descriptor = socket(Int32(address.pointee.sa_family), Self.stream, 0)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        defer { close(descriptor) }
        // As the server does it: connections that are just ending do not block the address.
        var one: Int32 = 1
        setsockopt(
          descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, address, socklen_t(count)) == 0 else {
          throw IOError(errnoCode: errno, reason: "bind")
        }
      }
    } catch {
      throw failure(error)
    }
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  /// What went wrong, in the system's words.
  func failure(_ error: any Error) -> ServerError {
    let reason =
      switch error {
      case let error as IOError: String(cString: strerror(error.errnoCode))
      case let error as SocketAddressError.UnknownHost: error.errorDescription
      default: "\(error)"
      }
    let isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
    return ServerError(
      .address,
      "\(text) cannot be listened on (\(reason)). "
        + (isTaken
          ? "Choose another port with --port, or end what has it."
          : "Name an address of this machine with --host, and a port that you may use with "
            + "--port."),
      cause: error)
  }
}

/// What answers at an address. It throws only where it cannot begin to.
struct ListeningService<Server: Service>: Service {
  let server: Server
  let address: ListenAddress

  func run() async throws {
    do { try await server.run() } catch let error as CancellationError {
      throw error
    } catch {
      throw address.failure(error)
    }
  }
}
