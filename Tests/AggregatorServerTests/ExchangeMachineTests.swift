#if Server
  import JournalFormat
  import Testing

  @testable import AggregatorServer

  @Suite("The requests and answers of a connection") struct ExchangeMachineTests {
    @Test(arguments: ConnectionCase.all)
    func `are waited for by what happened`(row: ConnectionCase) {
      var machine = ExchangeMachine()
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
      var machine = ExchangeMachine()
      _ = machine.onBytes(count: 1)
      let wait = machine.wait
      _ = machine.onRequest(.keep)
      for _ in 0..<100 { _ = machine.onBytes(count: 1) }
      #expect(machine.wait == wait)
    }

    /// Otherwise the time of one could count for another.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `are never waited for as others were before`(seed: UInt64) {
      var random = SplitMix64(seed)
      var machine = ExchangeMachine()
      var (heads, ends, begun, taken) = (0, 0, 0, 0)
      var seen: Set<ExchangeMachine.Wait> = []
      for _ in 0..<2_000 {
        let before = machine.wait
        switch random.below(5) {
        case 0 where heads == ends && heads - begun < ExchangeMachine.requestCountMax:
          ConnectionInput.head.apply(to: &machine)
          heads += 1
        case 1 where heads > ends:
          machine.onRequestEnd()
          ends += 1
        case 2 where begun < heads:
          ConnectionInput.begun.apply(to: &machine)
          begun += 1
        case 3 where taken < begun:
          machine.onAnswerTaken()
          taken += 1
        default: _ = machine.onBytes(count: 1)
        }
        if machine.wait != before, before.hasDeadline {
          #expect(seen.insert(before).inserted, "\(before)")
        }
      }
      #expect(seen.count > 100)
    }

    @Test func `are so many at a time, and end behind the last of these`() {
      var machine = ExchangeMachine()
      var heard: [Bool] = []
      for _ in 0..<ExchangeMachine.requestCountMax + 2 {
        heard.append(machine.onRequest(.keep))
        machine.onRequestEnd()
      }
      #expect(heard.filter { $0 }.count == ExchangeMachine.requestCountMax)
      #expect(heard.suffix(2) == [false, false])
      let fields = (0..<ExchangeMachine.requestCountMax).map { _ in
        machine.onAnswer(isLast: false).field
      }
      #expect(fields.dropLast().allSatisfy { $0 == nil })
      #expect(fields.last == .close)
    }

    @Test func `ask for a body each for itself`() {
      var machine = ExchangeMachine()
      for isHead in [true, false, true] {
        _ = machine.onRequest(.keep, isHead: isHead)
        machine.onRequestEnd()
      }
      // And one to what was no request.
      let bodies = (0..<4).map { _ in machine.onAnswer(isLast: false).hasBody }
      #expect(bodies == [false, true, false, true])
    }

    @Test func `are as many as there are, one after another`() {
      var machine = ExchangeMachine()
      for _ in 0..<1_000 {
        for input in [ConnectionInput.request, .answer] { input.apply(to: &machine) }
      }
      #expect(machine.isHearing)
    }

    /// By what came before: whether more is asked for.
    @Test(
      arguments: [
        ([], true), ([.bytes], true), ([.bytes, .head], true), ([.request], true),
        ([.request, .head], false), ([.request, .ahead], false), ([.request, .begun], false),
        ([.request, .ahead, .begun], false), ([.request, .ahead, .answer], true),
        ([.bytes, .head, .begun], false), ([.bytes, .head, .answer], true),
        ([.request, .lastBegun], false), ([.request, .lastBegun, .taken], true),
      ] as [([ConnectionInput], Bool)])
    func `are read no further than one ahead, nor for who takes no answer`(
      inputs: [ConnectionInput], mayRead: Bool
    ) {
      var machine = ExchangeMachine()
      for input in inputs { input.apply(to: &machine) }
      #expect(machine.mayRead == mayRead)
    }

    @Test func `have bodies of any length in their turn`() {
      var machine = ExchangeMachine()
      ConnectionInput.head.apply(to: &machine)
      for _ in 0..<1_000 {
        let heard = machine.onBody(byteCount: 1 << 20)
        #expect(heard == .heard)
      }
    }

    @Test func `are let send a little behind the last, which nobody hears`() {
      var machine = ExchangeMachine()
      for input in [ConnectionInput.bytes, .lastHead, .end, .answer] { input.apply(to: &machine) }
      let found = [ExchangeMachine.unheardByteCountMax, 1].map { machine.onBytes(count: $0) }
      #expect(found == [.unheard, .close])
    }

    /// By the bytes of each piece: how many of them are taken, of a million bytes.
    @Test(arguments: [
      (0, 1_024), (1, 1_040), (32, 2_048), (63, 15_873), (64, 15_625), (999, 1_001),
    ])
    func `have bodies in pieces that are worth their work`(byteCount: Int, taken: Int) {
      var machine = ExchangeMachine()
      // What came before is of no matter.
      for _ in 0..<2 {
        ConnectionInput.head.apply(to: &machine)
        let all = byteCount == 0 ? 2_000 : 1_000_000 / byteCount
        let found = (0..<all).prefix { _ in machine.onBody(byteCount: byteCount) == .heard }
        #expect(found.count == min(taken, all))
        for input in [ConnectionInput.end, .answer] { input.apply(to: &machine) }
      }
    }

    /// Behind another request, and behind an answer that the client does not take.
    @Test(arguments: [[.request, .head], [.request, .begun, .head]] as [[ConnectionInput]])
    func `have bodies of bounded length before it`(inputs: [ConnectionInput]) {
      var machine = ExchangeMachine()
      for input in inputs { input.apply(to: &machine) }
      let heard = [ExchangeMachine.aheadByteCountMax - 1, 1, 1].map {
        machine.onBody(byteCount: $0)
      }
      #expect(heard == [.heard, .heard, .unheard])
      #expect(!machine.isHearing)
      // Those before them have their answers.
      if machine.state == .making {
        #expect(machine.onAnswer(isLast: false).field == .close)
      }
      machine.onAnswerTaken()
      #expect(machine.state == .over)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `end where every request has its answer`(seed: UInt64) {
      var random = SplitMix64(seed)
      var machine = ExchangeMachine()
      var ahead = 0
      for _ in 0..<1_000 {
        if Bool.random(using: &random), ahead < ExchangeMachine.requestCountMax {
          ConnectionInput.request.apply(to: &machine)
          ahead += 1
        } else if ahead > 0 {
          ConnectionInput.answer.apply(to: &machine)
          ahead -= 1
        }
        #expect(machine.state == (ahead > 0 ? .making : .idle))
      }
    }
  }
#endif
