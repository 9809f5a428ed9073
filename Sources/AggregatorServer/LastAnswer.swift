/// Which answer is the last of its connection. Decides; `LastAnswerHandler` does.
///
/// HTTP/1.1 keeps a connection until one side says `close`. HTTP/1.0 ends it after every answer,
/// unless the client asked to keep it and is told that it is kept.
struct LastAnswer {
  /// What a client wants after the answer to its request.
  enum Wish: Equatable {
    /// The connection stays, as it does without a word.
    case keep
    /// It stays, and the answer has to say so.
    case keepAndSaySo
    case end
  }

  /// What an answer says of its connection.
  enum Field: String {
    case keepAlive = "keep-alive"
    case close
  }

  /// Of requests whose answers have not begun, in their order.
  private var wishes: [Wish] = []
  /// An answer that ends the connection has begun.
  private(set) var hasBegun = false

  /// - Returns: whether the request is heard: none is behind the one with the last answer.
  mutating func onRequest(_ wish: Wish) -> Bool {
    guard !hasBegun, wishes.last != .end else { return false }
    wishes.append(wish)
    return true
  }

  /// An answer begins, to the oldest request that has none.
  ///
  /// - Parameter isLast: whether it says by itself that it ends the connection.
  /// - Returns: what it has to say; nil: as it is.
  mutating func onAnswer(isLast: Bool) -> Field? {
    // Bytes that are no request have an answer too.
    let wish = wishes.isEmpty ? nil : wishes.removeFirst()
    hasBegun = isLast || wish == .end
    if hasBegun { return .close }
    return wish == .keepAndSaySo ? .keepAlive : nil
  }
}
