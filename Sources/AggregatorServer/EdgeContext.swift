internal import Hummingbird
internal import NIOCore

/// What is known of a request beside itself.
struct EdgeContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// Who is at the other end of the connection; nil for a socket without an address.
  let peer: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    peer = source.channel.remoteAddress
  }
}
