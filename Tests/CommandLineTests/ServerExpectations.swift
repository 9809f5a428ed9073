#if Server
  import Foundation
  import Loopback
  import TestSupport
  import Testing

  /// What may come back for bytes that nobody should send.
  enum Expected: Sendable, CustomStringConvertible {
    /// A problem document with this status and name.
    case problem(Int, String)
    /// Taken as what it means: with this status and no problem.
    case served(Int)
    /// The connection ends, with nothing said: there is nobody to say it to.
    case closed

    static let malformed = Expected.problem(400, "malformed")
    static let notFound = Expected.problem(404, "not-found")
    static let tooLarge = Expected.problem(413, "too-large")
    static let mediaType = Expected.problem(415, "unsupported-media-type")
    static let headersTooLarge = Expected.problem(431, "headers-too-large")

    var description: String {
      switch self {
      case .problem(let status, let name): "\(status) \(name)"
      case .served(let status): "\(status)"
      case .closed: "a closed connection"
      }
    }

    func holds(_ answer: RawAnswer?) -> Bool {
      switch self {
      case .problem(let status, let name):
        answer?.status == status && answer.flatMap { ReceivedProblem($0) }?.name == name
      case .served(let status):
        answer?.status == status && answer.flatMap { ReceivedProblem($0) } == nil
      case .closed: answer == nil
      }
    }
  }

  extension RawAnswer {
    /// For people who read a failed test.
    var summary: String {
      "\(status) \(headers.map { "\($0.name): \($0.value)" }) \(text.prefix(400))"
    }
  }

  /// One of several things came back; and if it is a problem, then one that says what to do next.
  func expect(
    _ answer: RawAnswer?, _ allowed: [Expected], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      allowed.contains { $0.holds(answer) },
      "expected \(allowed), got \(answer?.summary ?? "nothing")", sourceLocation: sourceLocation)
    guard let answer, answer.status >= 400 else { return }
    guard let problem = ReceivedProblem(answer) else {
      Issue.record(
        "an error without a problem document: \(answer.summary)", sourceLocation: sourceLocation)
      return
    }
    #expect(problem.status == answer.status, sourceLocation: sourceLocation)
    #expect(problem.name != nil, "\(problem.type)", sourceLocation: sourceLocation)
    #expect(!problem.title.isEmpty, sourceLocation: sourceLocation)
    // What was wrong and what comes next, or a rule that says both.
    #expect(
      problem.detail.hasSuffix(".") && problem.detail.contains(/[.;:,] \w| has to | only\./),
      "says no next step: \(problem.detail)", sourceLocation: sourceLocation)
    #expect(problem.detail.utf8.count < 1_000, sourceLocation: sourceLocation)
  }

  @discardableResult
  func expectProblem(
    _ answer: RawAnswer, _ status: Int, _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> ReceivedProblem? {
    expect(answer, [.problem(status, name)], sourceLocation: sourceLocation)
    return ReceivedProblem(answer)
  }

  extension String {
    /// Every byte as a query's value may carry it.
    var percentEncoded: String {
      utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  extension RawConnection {
    /// The answer; nil when the server closed the connection without one.
    func receiveIfAny() throws -> RawAnswer? {
      do throws(LoopbackError) { return try receive() } catch {
        guard error.code == .closedByPeer else { throw error }
        return nil
      }
    }
  }

  extension RunningServer {
    /// Nothing changed since, and others are served as ever.
    func expectUnharmed(
      since before: Status, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(try get("/v1/health").status == 200, sourceLocation: sourceLocation)
      let after = try status()
      #expect(after == before, "the state changed", sourceLocation: sourceLocation)
    }

    /// Sends bytes over a connection of their own, in pieces, until the server answers.
    func attack(_ bytes: [UInt8], thenFinishes: Bool = false) throws -> RawAnswer? {
      let connection = try connect()
      let pieces = stride(from: 0, to: bytes.count, by: 16 << 10).map {
        Array(bytes[$0..<min($0 + 16 << 10, bytes.count)])
      }
      try connection.drip(pieces, pauseMilliseconds: 0)
      if thenFinishes { connection.finishSending() }
      return try connection.receiveIfAny()
    }
  }

  /// A row of a table: bytes, and what may come back.
  struct BadRequest: Sendable, CustomStringConvertible {
    let description: String
    let bytes: [UInt8]
    let expected: [Expected]
    var thenFinishes = false

    init(_ description: String, _ text: String, _ expected: Expected...) {
      self.description = description
      bytes = Array(text.utf8)
      self.expected = expected
    }

    init(_ description: String, _ request: RawRequest, _ expected: Expected...) {
      self.description = description
      bytes = request.bytes
      self.expected = expected
    }

    /// The same, with the sending side closed after it.
    var finished: BadRequest {
      var request = self
      request.thenFinishes = true
      return request
    }
  }
#endif
