#if Server
  import JournalFormat
  import Testing

  @testable import AggregatorServer

  /// What happens on a connection.
  private enum Input: Sendable {
    case bytes, head, lastHead, end, begun, lastBegun, taken, unreadable, close
    /// A whole request; one whose bytes were there before; a whole answer.
    case request, ahead, answer

    var parts: [Input] {
      switch self {
      case .request: [.bytes, .head, .bytes, .end]
      case .ahead: [.head, .end]
      case .answer: [.begun, .taken]
      default: [self]
      }
    }

    func apply(to machine: inout Exchanges) {
      switch self {
      case .bytes: machine.onBytes()
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
  private struct Case: Sendable, CustomStringConvertible {
    let description: String
    let inputs: [Input]
    let begins: Bool
    let state: Exchanges.State
    let onDeadline: Exchanges.OnDeadline

    init(
      _ description: String, _ inputs: [Input], begins: Bool, _ state: Exchanges.State,
      _ onDeadline: Exchanges.OnDeadline
    ) {
      self.description = description
      self.inputs = inputs
      self.begins = begins
      self.state = state
      self.onDeadline = onDeadline
    }

    static let one = [
      Case("nothing", [], begins: false, .idle, .nothing),
      Case("a byte", [.bytes], begins: true, .reading, .refuse),
      Case("a byte and another", [.bytes, .bytes], begins: false, .reading, .refuse),
      Case("a head", [.bytes, .head], begins: false, .reading, .refuse),
      Case("a head and a body", [.bytes, .head, .bytes], begins: false, .reading, .refuse),
      Case("a request", [.request], begins: false, .making, .nothing),
      Case("an answer begun", [.request, .begun], begins: true, .sending, .giveUp),
      Case("an answer taken", [.request, .answer], begins: false, .idle, .nothing),
      Case(
        "a byte after an answer", [.request, .answer, .bytes], begins: true, .reading,
        .refuse),
      Case("an end of nothing", [.end], begins: false, .idle, .nothing),
      Case("an answer to nothing", [.answer], begins: false, .idle, .nothing),
      Case(
        "a byte after an answer to nothing", [.answer, .bytes], begins: true, .reading,
        .refuse),
    ]

    static let early = [
      Case(
        "an answer begun before its request is whole", [.bytes, .head, .begun], begins: false,
        .reading, .giveUp),
      Case(
        "an answer before its request is whole", [.bytes, .head, .answer], begins: false,
        .reading, .giveUp),
      Case(
        "more of a request that was answered", [.bytes, .head, .answer, .bytes],
        begins: false, .reading, .giveUp),
      Case(
        "the end of a request that was answered",
        [.bytes, .head, .answer, .end], begins: false, .idle, .nothing),
      Case(
        "the next request after that",
        [.bytes, .head, .answer, .end, .request], begins: false, .making,
        .nothing),
      Case(
        "the end of a request whose answer is being taken", [.bytes, .head, .begun, .end],
        begins: true, .sending, .giveUp),
      Case(
        "and the taking of it", [.bytes, .head, .begun, .end, .taken],
        begins: false, .idle, .nothing),
    ]

    static let ahead = [
      Case("bytes behind a request", [.request, .bytes], begins: false, .making, .nothing),
      Case(
        "the answer before these bytes", [.request, .bytes, .answer], begins: true,
        .reading, .refuse),
      Case("a head behind a request", [.request, .head], begins: false, .making, .nothing),
      Case(
        "the answer to the first", [.request, .head, .answer], begins: true, .reading,
        .refuse),
      Case("two requests", [.request, .ahead], begins: false, .making, .nothing),
      Case(
        "a head behind an answer that is taken", [.request, .begun, .head], begins: false,
        .sending, .giveUp),
      Case(
        "the first answer to two", [.request, .ahead, .answer], begins: false,
        .making, .nothing),
      Case(
        "both answers to two", [.request, .ahead, .answer, .answer],
        begins: false, .idle, .nothing),
      Case(
        "a second answer begun before the first is taken",
        [.request, .ahead, .begun, .begun], begins: false, .sending, .giveUp),
      Case(
        "the taking of the first",
        [.request, .ahead, .begun, .begun, .taken], begins: true, .sending,
        .giveUp),
      Case(
        "two answers, and the body of a third is missing",
        [.request, .ahead, .head, .answer, .answer], begins: true,
        .reading, .refuse),
    ]

    static let last = [
      Case(
        "a request that is the last", [.bytes, .lastHead, .end], begins: false,
        .making, .nothing),
      Case(
        "and its answer begun", [.bytes, .lastHead, .end, .begun], begins: true,
        .sending, .giveUp),
      Case(
        "and taken", [.bytes, .lastHead, .end, .begun, .taken], begins: true,
        .over, .close),
      Case(
        "bytes behind the last answer",
        [.bytes, .lastHead, .end, .begun, .taken, .bytes], begins: false, .over,
        .close),
      Case(
        "a last answer before its request is whole", [.bytes, .head, .lastBegun], begins: true,
        .sending, .giveUp),
      Case("a refusal of bytes", [.bytes, .lastBegun], begins: true, .sending, .giveUp),
      Case("and taken", [.bytes, .lastBegun, .taken], begins: true, .over, .close),
      Case(
        "a last answer to the first of two", [.request, .ahead, .lastBegun],
        begins: true, .sending, .giveUp),
      Case(
        "what is no request behind one", [.request, .unreadable], begins: false, .making,
        .nothing),
      Case(
        "and the answer to the one", [.request, .unreadable, .answer], begins: true,
        .over, .close),
      Case(
        "what is no request behind an answer that is taken",
        [.request, .begun, .bytes, .unreadable], begins: false, .sending, .giveUp),
      Case(
        "half a request behind one", [.request, .head, .unreadable, .answer],
        begins: true, .over, .close),
      Case(
        "half a request that was answered", [.bytes, .head, .answer, .unreadable],
        begins: true, .over, .close),
      Case(
        "a server that ends", [.request, .ahead, .begun, .close], begins: false,
        .sending, .giveUp),
    ]

    static let all = one + early + ahead + last
  }

  @Suite("The requests and answers of a connection") struct ExchangesTests {
    @Test(arguments: Case.all)
    fileprivate func `are waited for by what happened`(row: Case) {
      var machine = Exchanges()
      var begins = false
      for input in row.inputs.flatMap(\.parts) {
        let before = machine.wait
        input.apply(to: &machine)
        begins = machine.wait != before && machine.wait.hasDeadline
      }
      #expect(begins == row.begins)
      #expect(machine.state == row.state)
      #expect(machine.onDeadline == row.onDeadline)
      #expect(machine.wait.hasDeadline == (row.onDeadline != .nothing))
      // Nothing can be put between the parts of an answer, or in the place of one that is made.
      #expect(machine.canRefuse == (row.onDeadline == .refuse || row.state == .idle))
    }

    /// Each byte of a drip would otherwise be given as long as the whole.
    @Test func `are given no more time for what comes in between`() {
      var machine = Exchanges()
      machine.onBytes()
      let wait = machine.wait
      _ = machine.onRequest(.keep)
      for _ in 0..<100 { machine.onBytes() }
      #expect(machine.wait == wait)
    }

    /// Otherwise the time of one could count for another.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `are never waited for as others were before`(seed: UInt64) {
      var random = SplitMix64(seed)
      var machine = Exchanges()
      var (heads, ends, begun, taken) = (0, 0, 0, 0)
      var seen: Set<Exchanges.Wait> = []
      for _ in 0..<2_000 {
        let before = machine.wait
        switch random.below(5) {
        case 0 where heads == ends:
          Input.head.apply(to: &machine)
          heads += 1
        case 1 where heads > ends:
          machine.onRequestEnd()
          ends += 1
        case 2 where begun < heads:
          Input.begun.apply(to: &machine)
          begun += 1
        case 3 where taken < begun:
          machine.onAnswerTaken()
          taken += 1
        default: machine.onBytes()
        }
        if machine.wait != before, before.hasDeadline {
          #expect(seen.insert(before).inserted, "\(before)")
        }
      }
      #expect(seen.count > 100)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `end where every request has its answer`(seed: UInt64) {
      var random = SplitMix64(seed)
      var machine = Exchanges()
      var ahead = 0
      for _ in 0..<1_000 {
        if Bool.random(using: &random) {
          Input.request.apply(to: &machine)
          ahead += 1
        } else if ahead > 0 {
          Input.answer.apply(to: &machine)
          ahead -= 1
        }
        #expect(machine.state == (ahead > 0 ? .making : .idle))
      }
    }
  }
#endif
