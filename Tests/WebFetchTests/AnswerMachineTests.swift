import Testing
import WebFetch

@Suite("An answer that comes bit by bit") struct AnswerMachineTests {
  private static let limits = {
    var limits = FetchLimits()
    (limits.headByteCountMax, limits.bodyByteCountMax) = (100, 1_000)
    (limits.silenceMilliseconds, limits.totalMilliseconds) = (50, 200)
    return limits
  }()
  private static let page = AnswerHead(status: 200, fields: [])

  /// One that began at 1,000.
  private func machine() -> AnswerMachine { AnswerMachine(Self.limits, now: 1_000, end: 1_200) }

  private func reading(_ head: AnswerHead = page) -> AnswerMachine {
    var machine = machine()
    #expect(machine.onBytes(10, at: 1_000) == .readOn && machine.onHead(head) == .readOn)
    return machine
  }

  @Test func `is taken whole`() {
    var machine = reading()
    #expect(machine.onBytes(6, at: 1_010) == .readOn && machine.onBytesRead() == .readOn)
    #expect(machine.onBody([1, 2, 3]) == .readOn && machine.onBody([4]) == .readOn)
    #expect(machine.onEnd() == .finish(Self.page, body: [1, 2, 3, 4]))
  }

  @Test func `may have as many bytes as the bounds say, and not one more`() {
    var head = machine()
    #expect(head.onBytes(100, at: 1_000) == .readOn && head.onBytesRead() == .readOn)
    #expect(head.onBytes(1, at: 1_000) == .readOn)
    #expect(head.onBytesRead() == .refuse(.headTooLarge(100)))

    var body = reading()
    #expect(body.onBody([UInt8](repeating: 0, count: 1_000)) == .readOn)
    #expect(body.onBody([0]) == .refuse(.bodyTooLarge(1_000)))

    // What is around a body counts too: chunks that hold nothing.
    var wire = reading()
    #expect(wire.onBytes(2_090, at: 1_000) == .readOn)
    #expect(wire.onBytes(1, at: 1_000) == .refuse(.bodyTooLarge(1_000)))
  }

  @Test(arguments: [("1000", nil as FetchProblem?), ("1001", .bodyTooLarge(1_000)), ("x", nil)])
  func `is refused by the length that its head says`(length: String, problem: FetchProblem?) {
    var machine = machine()
    let head = AnswerHead(status: 200, fields: [.init("Content-Length", length)])
    #expect(machine.onHead(head) == (problem.map { .refuse($0) } ?? .readOn))
  }

  @Test func `of a redirect is whole with its head`() {
    var machine = machine()
    let head = AnswerHead(
      status: 302, fields: [.init("location", "/"), .init("Content-Length", "99999")])
    #expect(machine.onHead(head) == .finish(head, body: []))
    #expect(machine.onBody([1]) == .ignore && machine.onEnd() == .ignore)
  }

  @Test func `ends when nothing comes`() {
    var machine = machine()
    #expect(machine.deadline == 1_050 && machine.onTime(1_049) == .readOn)
    #expect(machine.onBytes(1, at: 1_049) == .readOn && machine.deadline == 1_099)
    #expect(machine.onTime(1_050) == .readOn && machine.onTime(1_099) == .refuse(.silence(50)))
    #expect(machine.onTime(1_300) == .ignore)
  }

  @Test func `ends in time although something always comes`() {
    var machine = reading()
    for now in stride(from: Int64(1_010), to: 1_200, by: 10) {
      #expect(machine.onBytes(1, at: now) == .readOn)
    }
    #expect(machine.deadline == 1_200 && machine.onTime(1_199) == .readOn)
    var late = machine
    #expect(machine.onTime(1_200) == .refuse(.timeout(200)))
    #expect(late.onBytes(1, at: 1_200) == .refuse(.timeout(200)))
  }

  @Test(arguments: [FetchProblem.brokenOff, .notHTTP("a"), .insecure("a")])
  func `ends with its connection`(problem: FetchProblem) {
    var (early, late) = (machine(), reading())
    #expect(early.onFailure(problem) == .refuse(problem))
    _ = late.onBody([1])
    #expect(late.onFailure(problem) == .refuse(problem))
  }

  @Test func `changes nothing once it ended`() {
    var ended = [machine(), reading(), reading()]
    _ = ended[0].onFailure(.brokenOff)
    _ = ended[1].onEnd()
    _ = ended[2].onTime(1_200)
    for var machine in ended {
      #expect(machine.onBytes(1 << 40, at: 9_000) == .ignore && machine.onBytesRead() == .ignore)
      #expect(machine.onHead(Self.page) == .ignore && machine.onBody([1]) == .ignore)
      #expect(machine.onEnd() == .ignore && machine.onFailure(.brokenOff) == .ignore)
      #expect(machine.onTime(9_000) == .ignore)
    }
  }

  @Test func `has one head`() {
    var machine = reading()
    #expect(machine.onHead(AnswerHead(status: 404, fields: [])) == .ignore)
    #expect(machine.onEnd() == .finish(Self.page, body: []))
  }
}
