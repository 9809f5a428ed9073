/// The requests of a connection and their answers, in their order: which of them are heard, which
/// answer is the last, and what is waited for. Decides; `ConnectionHandler` does.
///
/// HTTP/1.1 keeps a connection until one side says `close`. HTTP/1.0 ends it after every answer,
/// unless the client asked to keep it and is told that it is kept. A client may send requests
/// ahead, and an answer may come before its request is whole.
struct ExchangeMachine {
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

  /// How an answer is sent.
  struct Answer: Equatable {
    /// What it has to say of its connection; nil: as it is.
    let field: Field?
    /// Whether its body is sent: `HEAD` asks for all but that.
    let hasBody: Bool
  }

  /// What of a request matters to its answer.
  private struct Request {
    var wish: Wish
    let isHead: Bool
  }

  enum State: Equatable {
    /// Nothing of a request has come.
    case idle
    /// A request is being read.
    case reading
    /// One was read whole; its answer is being made.
    case making
    /// An answer is being taken by the client.
    case sending
    /// The last answer was taken. The client has yet to end its side.
    case over
  }

  /// What is waited for, and which of its kind it is.
  struct Wait: Hashable {
    let state: State
    let number: Int

    /// How long an answer is being made is up to the server, and no fault of the client's.
    var hasDeadline: Bool {
      switch state {
      case .idle, .making: false
      case .reading, .sending, .over: true
      }
    }
  }

  enum OnDeadline: Equatable {
    case nothing
    /// The request did not come whole in time: say so, and end the connection.
    case refuse
    /// The answer was not taken in time, or there was one before the request was whole.
    case giveUp
    /// Nobody is owed anything.
    case close
  }

  enum OnBody: Equatable {
    case heard
    /// Neither they are heard nor what follows them.
    case unheard
    /// It costs more to take them in than they are worth.
    case tooSmall
  }

  /// How far the request is that is being read.
  private enum Reading {
    case nothing
    /// Bytes, of a head perhaps that never ends.
    case bytes
    case request
    /// Its answer has begun.
    case answering
    /// Its answer was taken.
    case answered
  }

  /// Requests whose answers have not begun. Who sends more ahead is not answered further.
  static let requestCountMax = 8
  /// Bytes of bodies that came before their turn. While there are any no more are asked for, so
  /// that only the end of a connection brings so many, which is read to the end at once.
  static let aheadByteCountMax = 128 << 10

  /// Pieces of a body that are taken whatever they hold; further ones have to be worth their work.
  static let pieceCountFree = 1_024
  static let pieceByteCountMin = 64

  /// Bytes behind the last request, which are thrown away so that its answer is not lost. Who
  /// sends more than that does not look at answers.
  static let unheardByteCountMax = 16 << 20

  private var reading = Reading.nothing
  /// Those whose answers have not begun. The last of them may be the one that is being read.
  private var requests: [Request] = []
  /// Answers that have begun and were not taken.
  private var sendingCount = 0
  private var aheadByteCount = 0
  /// Of the body that is being read.
  private var pieceCount = 0
  private var pieceByteCount = 0
  private var unheardByteCount = 0
  private var readCount = 0
  private var takenCount = 0
  /// Whether what comes is heard. Nothing is behind the request with the last answer.
  private(set) var isHearing = true
  /// An answer that ends the connection has begun.
  private(set) var lastHasBegun = false

  var state: State {
    if !isHearing, reading == .nothing, requests.isEmpty, sendingCount == 0 { return .over }
    if sendingCount > (reading == .answering ? 1 : 0) { return .sending }
    if requests.count > (reading == .request ? 1 : 0) { return .making }
    return reading == .nothing ? .idle : .reading
  }

  var wait: Wait {
    let state = state
    return switch state {
    case .idle, .making, .over: Wait(state: state, number: 0)
    case .reading: Wait(state: state, number: readCount)
    case .sending: Wait(state: state, number: takenCount)
    }
  }

  /// Whether to read more: not while something has to wait for an earlier answer, or while the
  /// client does not take one.
  var mayRead: Bool { state == .over || requests.count <= 1 && sendingCount == 0 }

  /// Whether nothing stands before the request that came last, not even a part of an answer.
  var isNext: Bool { requests.count == 1 && sendingCount == 0 }

  /// Whether an answer that nobody made can be put into the stream.
  var canRefuse: Bool {
    guard isHearing, sendingCount == 0 else { return false }
    return switch reading {
    case .nothing, .bytes: requests.isEmpty
    case .request: requests.count == 1
    case .answering, .answered: false
    }
  }

  var onDeadline: OnDeadline {
    switch state {
    case .idle, .making: .nothing
    case .reading: canRefuse ? .refuse : .giveUp
    case .sending: .giveUp
    case .over: .close
    }
  }
}

// MARK: What happens

extension ExchangeMachine {
  enum OnBytes: Equatable {
    case heard, unheard
    /// They are more than the connection is worth.
    case close
  }

  mutating func onBytes(count: Int) -> OnBytes {
    guard isHearing else {
      unheardByteCount += count
      return unheardByteCount > Self.unheardByteCountMax ? .close : .unheard
    }
    if reading == .nothing { reading = .bytes }
    return .heard
  }

  /// - Returns: whether the request is heard.
  mutating func onRequest(_ wish: Wish, isHead: Bool = false) -> Bool {
    guard isHearing else { return false }
    guard requests.count < Self.requestCountMax else {
      endBehindOthers()
      return false
    }
    requests.append(Request(wish: wish, isHead: isHead))
    reading = .request
    (pieceCount, pieceByteCount) = (0, 0)
    return true
  }

  /// A piece of a body came.
  mutating func onBody(byteCount: Int) -> OnBody {
    aheadByteCount = mayRead ? 0 : aheadByteCount + byteCount
    guard aheadByteCount <= Self.aheadByteCountMax else {
      endBehindOthers()
      return .unheard
    }
    pieceCount += 1
    pieceByteCount += byteCount
    let isWorthIt =
      pieceCount <= Self.pieceCountFree + pieceByteCount / Self.pieceByteCountMin
    return isWorthIt ? .heard : .tooSmall
  }

  mutating func onRequestEnd() {
    switch reading {
    case .nothing, .bytes: return
    case .request: if requests.last?.wish == .end { isHearing = false }
    case .answering, .answered: break
    }
    reading = .nothing
    readCount += 1
  }

  /// An answer begins, to the oldest request that has none.
  ///
  /// - Parameter isLast: whether it says by itself that it ends the connection.
  mutating func onAnswer(isLast: Bool) -> Answer {
    // Bytes that are not a request get an answer too.
    let request = requests.isEmpty ? nil : requests.removeFirst()
    sendingCount += 1
    if reading == .request, requests.isEmpty { reading = .answering }
    lastHasBegun = isLast || request?.wish == .end
    if lastHasBegun {
      stopReading()
      requests = []
    }
    let field: Field? = lastHasBegun ? .close : request?.wish == .keepAndSaySo ? .keepAlive : nil
    return Answer(field: field, hasBody: request?.isHead != true)
  }

  mutating func onAnswerTaken() {
    guard sendingCount > 0 else { return }
    sendingCount -= 1
    takenCount += 1
    if reading == .answering, sendingCount == 0 { reading = .answered }
  }

  /// What comes cannot be read. The requests before it have their answers first.
  mutating func onUnreadable() {
    if !canRefuse { endBehindOthers() }
  }

  /// The server ends: what came has its answers, and nothing comes after it.
  mutating func onServerEnding() {
    guard !requests.isEmpty else { return }
    requests[requests.count - 1].wish = .end
    if reading != .request { stopReading() }
  }

  /// No answers are made any more.
  mutating func onClose() {
    stopReading()
    requests = []
  }

  /// The request that is being read is not answered, but those before it are.
  private mutating func endBehindOthers() {
    if reading == .request { requests.removeLast() }
    stopReading()
    if !requests.isEmpty { requests[requests.count - 1].wish = .end }
  }

  private mutating func stopReading() {
    isHearing = false
    reading = .nothing
  }
}
