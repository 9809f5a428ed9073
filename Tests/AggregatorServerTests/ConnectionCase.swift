#if Server
  @testable import AggregatorServer

  /// What happens on a connection.
  enum ConnectionInput: Sendable {
    case bytes, head, lastHead, end, begun, lastBegun, taken, unreadable, close
    /// A whole request; one whose bytes were there before; a whole answer.
    case request, ahead, answer

    var parts: [ConnectionInput] {
      switch self {
      case .request: [.bytes, .head, .bytes, .end]
      case .ahead: [.head, .end]
      case .answer: [.begun, .taken]
      default: [self]
      }
    }

    func apply(to machine: inout ExchangeMachine) {
      switch self {
      case .bytes: _ = machine.onBytes(count: 1)
      case .head: _ = machine.onRequest(.keep)
      case .lastHead: _ = machine.onRequest(.end)
      case .end: machine.onRequestEnd()
      case .begun: _ = machine.onAnswer(isLast: false)
      case .lastBegun: _ = machine.onAnswer(isLast: true)
      case .taken: machine.onAnswerTaken()
      case .unreadable: machine.onUnreadable()
      case .close: machine.onClose()
      case .request, .ahead, .answer: for part in parts { part.apply(to: &machine) }
      }
    }
  }

  /// After these inputs, the last of which begins what has a time of its own or not, what is waited
  /// for and what happens when that has lasted too long.
  struct ConnectionCase: Sendable, CustomStringConvertible {
    let description: String
    let inputs: [ConnectionInput]
    let begins: Bool
    let state: ExchangeMachine.State
    let onDeadline: ExchangeMachine.OnDeadline

    init(
      _ description: String, _ inputs: [ConnectionInput], begins: Bool,
      _ state: ExchangeMachine.State,
      _ onDeadline: ExchangeMachine.OnDeadline
    ) {
      self.description = description
      self.inputs = inputs
      self.begins = begins
      self.state = state
      self.onDeadline = onDeadline
    }

    static let one = [
      ConnectionCase("nothing", [], begins: false, .idle, .nothing),
      ConnectionCase("a byte", [.bytes], begins: true, .reading, .refuse),
      ConnectionCase("a byte and another", [.bytes, .bytes], begins: false, .reading, .refuse),
      ConnectionCase("a head", [.bytes, .head], begins: false, .reading, .refuse),
      ConnectionCase(
        "a head and a body", [.bytes, .head, .bytes], begins: false, .reading, .refuse),
      ConnectionCase("a request", [.request], begins: false, .making, .nothing),
      ConnectionCase("an answer begun", [.request, .begun], begins: true, .sending, .giveUp),
      ConnectionCase("an answer taken", [.request, .answer], begins: false, .idle, .nothing),
      ConnectionCase(
        "a byte after an answer", [.request, .answer, .bytes], begins: true, .reading,
        .refuse),
      ConnectionCase("an end of nothing", [.end], begins: false, .idle, .nothing),
      ConnectionCase("an answer to nothing", [.answer], begins: false, .idle, .nothing),
      ConnectionCase(
        "a byte after an answer to nothing", [.answer, .bytes], begins: true, .reading,
        .refuse),
    ]

    static let early = [
      ConnectionCase(
        "an answer begun before its request is whole", [.bytes, .head, .begun], begins: false,
        .reading, .giveUp),
      ConnectionCase(
        "an answer before its request is whole", [.bytes, .head, .answer], begins: false,
        .reading, .giveUp),
      ConnectionCase(
        "more of a request that was answered", [.bytes, .head, .answer, .bytes],
        begins: false, .reading, .giveUp),
      ConnectionCase(
        "the end of a request that was answered",
        [.bytes, .head, .answer, .end], begins: false, .idle, .nothing),
      ConnectionCase(
        "the next request after that",
        [.bytes, .head, .answer, .end, .request], begins: false, .making,
        .nothing),
      ConnectionCase(
        "the end of a request whose answer is being taken", [.bytes, .head, .begun, .end],
        begins: true, .sending, .giveUp),
      ConnectionCase(
        "and the taking of it", [.bytes, .head, .begun, .end, .taken],
        begins: false, .idle, .nothing),
    ]

    static let ahead = [
      ConnectionCase(
        "bytes behind a request", [.request, .bytes], begins: false, .making, .nothing),
      ConnectionCase(
        "the answer before these bytes", [.request, .bytes, .answer], begins: true,
        .reading, .refuse),
      ConnectionCase(
        "a head behind a request", [.request, .head], begins: false, .making, .nothing),
      ConnectionCase(
        "the answer to the first", [.request, .head, .answer], begins: true, .reading,
        .refuse),
      ConnectionCase("two requests", [.request, .ahead], begins: false, .making, .nothing),
      ConnectionCase(
        "a head behind an answer that is taken", [.request, .begun, .head], begins: false,
        .sending, .giveUp),
      ConnectionCase(
        "the first answer to two", [.request, .ahead, .answer], begins: false,
        .making, .nothing),
      ConnectionCase(
        "both answers to two", [.request, .ahead, .answer, .answer],
        begins: false, .idle, .nothing),
      ConnectionCase(
        "a second answer begun before the first is taken",
        [.request, .ahead, .begun, .begun], begins: false, .sending, .giveUp),
      ConnectionCase(
        "the taking of the first",
        [.request, .ahead, .begun, .begun, .taken], begins: true, .sending,
        .giveUp),
      ConnectionCase(
        "two answers, and the body of a third is missing",
        [.request, .ahead, .head, .answer, .answer], begins: true,
        .reading, .refuse),
    ]

    static let last = [
      ConnectionCase(
        "a request that is the last", [.bytes, .lastHead, .end], begins: false,
        .making, .nothing),
      ConnectionCase(
        "and its answer begun", [.bytes, .lastHead, .end, .begun], begins: true,
        .sending, .giveUp),
      ConnectionCase(
        "and taken", [.bytes, .lastHead, .end, .begun, .taken], begins: true,
        .over, .close),
      ConnectionCase(
        "bytes behind the last answer",
        [.bytes, .lastHead, .end, .begun, .taken, .bytes], begins: false, .over,
        .close),
      ConnectionCase(
        "a last answer before its request is whole", [.bytes, .head, .lastBegun], begins: true,
        .sending, .giveUp),
      ConnectionCase("a refusal of bytes", [.bytes, .lastBegun], begins: true, .sending, .giveUp),
      ConnectionCase("and taken", [.bytes, .lastBegun, .taken], begins: true, .over, .close),
      ConnectionCase(
        "a last answer to the first of two", [.request, .ahead, .lastBegun],
        begins: true, .sending, .giveUp),
      ConnectionCase(
        "what is no request behind one", [.request, .unreadable], begins: false, .making,
        .nothing),
      ConnectionCase(
        "and the answer to the one", [.request, .unreadable, .answer], begins: true,
        .over, .close),
      ConnectionCase(
        "what is no request behind an answer that is taken",
        [.request, .begun, .bytes, .unreadable], begins: false, .sending, .giveUp),
      ConnectionCase(
        "half a request behind one", [.request, .head, .unreadable, .answer],
        begins: true, .over, .close),
      ConnectionCase(
        "half a request that was answered", [.bytes, .head, .answer, .unreadable],
        begins: true, .over, .close),
      ConnectionCase(
        "a server that ends", [.request, .ahead, .begun, .close], begins: false,
        .sending, .giveUp),
    ]

    static let all = one + early + ahead + last
  }
#endif
