#if Server
  import JournalFormat
  import Testing

  @testable import AggregatorServer

  /// What happens on a connection, as far as its deadlines care.
  private enum Input: Sendable {
    case bytes, part, requestEnd, answerBegun, answerSent

    /// Whether the machine says that a phase with a deadline of its own begins.
    func apply(to machine: inout RequestDeadlines) -> Bool {
      switch self {
      case .bytes: return machine.onBytes()
      case .part: return machine.onPart()
      case .requestEnd: return machine.onRequestEnd()
      case .answerBegun:
        machine.onAnswerBegun()
        return false
      case .answerSent: return machine.onAnswerSent()
      }
    }

    static let request: [Input] = [.bytes, .part, .part, .requestEnd]
    static let answer: [Input] = [.answerBegun, .answerSent]
    /// Sent ahead: the bytes were there before.
    static let ahead: [Input] = [.part, .requestEnd]
  }

  /// After these inputs the last of which begins a phase or not, what a deadline does.
  private struct Case: Sendable, CustomStringConvertible {
    let description: String
    let inputs: [Input]
    let begins: Bool
    let state: RequestDeadlines.State
    let onDeadline: RequestDeadlines.OnDeadline

    init(
      _ description: String, _ inputs: [Input], begins: Bool, _ state: RequestDeadlines.State,
      _ onDeadline: RequestDeadlines.OnDeadline
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
      Case("a head", [.bytes, .part], begins: false, .reading, .refuse),
      Case("a head and a body", [.bytes, .part, .bytes, .part], begins: false, .reading, .refuse),
      Case("a request", Input.request, begins: true, .answering, .close),
      Case("an answer begun", Input.request + [.answerBegun], begins: false, .answering, .close),
      Case("an answer sent", Input.request + Input.answer, begins: false, .idle, .nothing),
      Case(
        "a byte after an answer", Input.request + Input.answer + [.bytes], begins: true, .reading,
        .refuse),
      Case("an end of nothing", [.requestEnd], begins: false, .idle, .nothing),
      Case("an answer to nothing", Input.answer, begins: false, .idle, .nothing),
      Case(
        "a byte after an answer to nothing", Input.answer + [.bytes], begins: true, .reading,
        .refuse),
    ]

    static let early = [
      Case(
        "an answer begun before its request is whole", [.bytes, .part, .answerBegun],
        begins: false, .reading, .close),
      Case(
        "an answer before its request is whole", [.bytes, .part] + Input.answer, begins: false,
        .reading, .close),
      Case(
        "more of a request that was answered", [.bytes, .part] + Input.answer + [.bytes, .part],
        begins: false, .reading, .close),
      Case(
        "the end of a request that was answered",
        [.bytes, .part] + Input.answer + [.requestEnd], begins: false, .idle, .nothing),
      Case(
        "the next request after that",
        [.bytes, .part] + Input.answer + [.requestEnd] + Input.request, begins: true, .answering,
        .close),
      Case(
        "its end between writing the answer and its being sent",
        [.bytes, .part, .answerBegun, .requestEnd, .answerSent], begins: false, .idle, .nothing),
    ]

    static let ahead = [
      Case(
        "a head behind a request", Input.request + [.part], begins: false, .answering, .close),
      Case(
        "the answer to the first", Input.request + [.part] + Input.answer, begins: true, .reading,
        .refuse),
      Case(
        "two requests", Input.request + Input.ahead, begins: false, .answering, .close),
      Case(
        "the first answer to two", Input.request + Input.ahead + Input.answer, begins: true,
        .answering, .close),
      Case(
        "both answers to two", Input.request + Input.ahead + Input.answer + Input.answer,
        begins: false, .idle, .nothing),
      Case(
        "a second answer begun before the first is taken",
        Input.request + Input.ahead + [.answerBegun, .answerBegun, .answerSent], begins: true,
        .answering, .close),
      Case(
        "two answers, and the body of a third is missing",
        Input.request + Input.ahead + [.part] + Input.answer + Input.answer, begins: true,
        .reading, .refuse),
      Case(
        "bytes while an answer is made", Input.request + [.bytes], begins: false, .answering,
        .close),
    ]
  }

  @Suite("The deadlines of a connection") struct RequestDeadlinesTests {
    @Test(arguments: Case.one + Case.early + Case.ahead)
    fileprivate func `follow what happened`(row: Case) {
      var machine = RequestDeadlines()
      var begins = false
      for input in row.inputs { begins = input.apply(to: &machine) }
      #expect(begins == row.begins)
      #expect(machine.state == row.state)
      #expect(machine.onDeadline(of: machine.phase) == row.onDeadline)
      #expect(machine.canRefuse == (row.onDeadline != .close))
    }

    /// Whatever has happened meanwhile, so long as it began something else.
    @Test(arguments: Case.one + Case.early + Case.ahead)
    fileprivate func `of an earlier phase say nothing`(row: Case) {
      var machine = RequestDeadlines()
      var phases: Set<Int> = []
      for input in row.inputs {
        phases.insert(machine.phase)
        if input.apply(to: &machine) { #expect(!phases.contains(machine.phase)) }
      }
      for phase in phases.subtracting([machine.phase]) {
        #expect(machine.onDeadline(of: phase) == .nothing)
      }
      #expect(machine.onDeadline(of: machine.phase + 1) == .nothing)
    }

    /// Each byte of a drip would otherwise be given as long as the whole.
    @Test func `are not put off by anything that comes in between`() {
      var machine = RequestDeadlines()
      _ = machine.onBytes()
      let phase = machine.phase
      for _ in 0..<100 {
        let begins = [machine.onBytes(), machine.onPart()]
        #expect(begins == [false, false])
      }
      #expect(machine.phase == phase)
      #expect(machine.onDeadline(of: phase) == .refuse)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `end where every request has its answer`(seed: UInt64) {
      var random = SplitMix64(seed)
      var machine = RequestDeadlines()
      var ahead = 0
      for _ in 0..<1_000 {
        if Bool.random(using: &random) {
          _ = machine.onBytes()
          _ = machine.onPart()
          _ = machine.onRequestEnd()
          ahead += 1
        } else if ahead > 0 {
          machine.onAnswerBegun()
          _ = machine.onAnswerSent()
          ahead -= 1
        }
        #expect(machine.state == (ahead > 0 ? .answering : .idle))
      }
    }
  }
#endif
