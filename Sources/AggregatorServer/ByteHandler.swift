internal import NIOCore

/// Sees bytes before they are HTTP, and keeps from the decoder what nobody hears.
final class ByteHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: ConnectionHandler

  init(connection: ConnectionHandler) { self.connection = connection }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard connection.receive(unwrapInboundIn(data)) else { return }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    connection.connectionEnded()
    context.fireChannelInactive()
  }
}
