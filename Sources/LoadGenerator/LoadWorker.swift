internal import Loopback

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The connections of one thread. What comes next is decided here; sessions only carry it out.
final class LoadWorker {
  private let plan: LoadPlan
  private let sessions: [LoadSession]
  private var pollers: [pollfd]
  private var outcome = LoadOutcome()
  private var start: UInt64 = 0
  private var deadline: UInt64 = 0
  private var lastAnswer: UInt64 = 0
  /// Sessions without a connection, last first; not all connect at once, since what waits to be
  /// accepted has a bound.
  private var apart: [Int]
  private var connectingCount = 0
  private var pausing: Set<Int> = []
  private var overCount = 0
  /// Open loop: sessions that have nothing to do.
  private var idle: [Int] = []
  private var schedule: Schedule?

  private static let connectingMax = 64
  /// After a connection was refused.
  private static let reconnectNanoseconds: UInt64 = 50_000_000
  private static let graceNanoseconds: UInt64 = 5_000_000_000
  private static let napNanoseconds: UInt64 = 150_000

  /// When requests are due in an open loop.
  private struct Schedule {
    let intervalNanoseconds: Double
    var start: UInt64 = 0
    var begun: UInt64 = 0

    var next: UInt64 { start + UInt64(Double(begun) * intervalNanoseconds) }

    /// When requests were due before `end` that were not begun: no connection was free.
    func missed(before end: UInt64) -> [UInt64] {
      var schedule = self
      var times: [UInt64] = []
      while schedule.next < end {
        times.append(schedule.next)
        schedule.begun += 1
      }
      return times
    }
  }

  /// - Parameter share: this thread's part of all connections.
  init(_ plan: LoadPlan, share: Double, sessions: [LoadSession]) {
    self.plan = plan
    self.sessions = sessions
    pollers = sessions.map { _ in pollfd(fd: -1, events: 0, revents: 0) }
    apart = Array(sessions.indices.reversed())
    if case .openLoop(let perSecond) = plan.pace {
      schedule = Schedule(intervalNanoseconds: 1e9 / max(perSecond * share, 0.001))
    }
  }

  func run() -> LoadOutcome {
    start = Monotonic.nanoseconds
    deadline = start + UInt64(plan.seconds * 1e9)
    // Requests are due once there are connections to send them over.
    schedule?.start = start + 200_000_000
    while overCount < sessions.count {
      let now = Monotonic.nanoseconds
      if now >= deadline, !hasBusy || now >= deadline + Self.graceNanoseconds { break }
      startDueRequests(now)
      wait(until: nextTime(now), now)
    }
    countUnanswered()
    outcome.seconds = Double(max(lastAnswer, start) - start) / 1e9
    for session in sessions { session.drop() }
    return outcome
  }

  /// What has no answer took at least until now: left out, a server that stands still would look
  /// fast.
  private func countUnanswered() {
    let now = Monotonic.nanoseconds
    let missed = schedule?.missed(before: deadline) ?? []
    let waiting = sessions.filter { $0.request != nil }.map(\.since)
    for since in waiting + missed {
      outcome.unanswered += 1
      outcome.latency.add(microseconds: (now - min(now, since)) / 1_000)
    }
  }

  private var hasBusy: Bool { sessions.contains { $0.request != nil } }

  // MARK: Time

  private func startDueRequests(_ now: UInt64) {
    while connectingCount < Self.connectingMax, let place = apart.popLast() {
      connectingCount += 1
      handle(sessions[place].connect(), at: place)
    }
    for place in pausing {
      guard case .pausing(let until) = sessions[place].state, until <= now else { continue }
      pausing.remove(place)
      resume(place)
    }
    guard now < deadline else { return }
    while let due = schedule?.next, due <= now, let place = idle.popLast() {
      schedule?.begun += 1
      startNextRequest(place, since: due)
    }
  }

  private func resume(_ place: Int) {
    let session = sessions[place]
    if session.descriptor < 0 {
      session.state = .apart
      apart.append(place)
    } else {
      handle(session.startRequest(), at: place)
    }
  }

  private func nextTime(_ now: UInt64) -> UInt64 {
    var next = now < deadline ? deadline : deadline + Self.graceNanoseconds
    for place in pausing {
      if case .pausing(let until) = sessions[place].state { next = min(next, until) }
    }
    if now < deadline, !idle.isEmpty, let due = schedule?.next { next = min(next, due) }
    return next
  }

  // MARK: Waiting

  private func wait(until time: UInt64, _ now: UInt64) {
    let nanoseconds = time > now ? time - now : 0
    let milliseconds = Int32(min(nanoseconds / 1_000_000, 1_000))
    if nanoseconds > 0, milliseconds == 0 {
      // Milliseconds are too coarse for a rate of thousands. An answer that comes during the nap is
      // seen so much later.
      var nap = timespec(tv_sec: 0, tv_nsec: Int(min(nanoseconds, Self.napNanoseconds)))
      nanosleep(&nap, nil)
    }
    var ready = poll(&pollers, nfds_t(pollers.count), milliseconds)
    for place in pollers.indices where ready > 0 && pollers[place].revents != 0 {
      ready -= 1
      handle(sessions[place].advance(), at: place)
    }
  }

  /// What is waited for follows from what the session does now.
  private func updatePolling(at place: Int) {
    let session = sessions[place]
    let events = session.pollEvents
    pollers[place].fd = events == 0 ? -1 : session.descriptor
    pollers[place].events = events
    pollers[place].revents = 0
  }

  // MARK: Events

  private func handle(_ event: LoadSession.Event, at place: Int) {
    let session = sessions[place]
    switch event {
    case .nothing: break
    case .connected:
      connectingCount -= 1
      if session.request != nil { return handle(session.startRequest(), at: place) }
      scheduleNextRequest(place)
    case .refused:
      connectingCount -= 1
      outcome.refused += 1
      plan.sendsLostAgain ? pause(place, nanoseconds: Self.reconnectNanoseconds) : end(place)
    case .answered(let answer): recordAnswer(answer, at: place)
    case .lost(let wasBusy): lost(place, wasBusy: wasBusy)
    }
    updatePolling(at: place)
  }

  private func recordAnswer(_ answer: RawAnswer, at place: Int) {
    let session = sessions[place]
    let now = Monotonic.nanoseconds
    if answer.closesConnection { session.drop() }
    if plan.honoursRetryAfter, let milliseconds = answer.retryAfterMilliseconds {
      outcome.retries += 1
      return pause(place, nanoseconds: UInt64(max(milliseconds, 1)) * 1_000_000)
    }
    lastAnswer = now
    outcome.statuses[answer.status, default: 0] += 1
    outcome.latency.add(microseconds: (now - min(now, session.since)) / 1_000)
    session.request = nil
    session.lastAnswer = answer
    scheduleNextRequest(place)
  }

  private func lost(_ place: Int, wasBusy: Bool) {
    let session = sessions[place]
    session.drop()
    if wasBusy { outcome.lost += 1 }
    idle.removeAll { $0 == place }
    guard plan.sendsLostAgain || !wasBusy else { return end(place) }
    session.state = .apart
    apart.append(place)
  }

  private func pause(_ place: Int, nanoseconds: UInt64) {
    sessions[place].state = .pausing(until: Monotonic.nanoseconds + nanoseconds)
    pausing.insert(place)
  }

  private func end(_ place: Int) {
    sessions[place].request = nil
    sessions[place].state = .over
    sessions[place].drop()
    overCount += 1
  }

  /// The session can send: at once in a closed loop, when something is due in an open one.
  private func scheduleNextRequest(_ place: Int) {
    let session = sessions[place]
    session.state = .idle
    if schedule != nil, session.descriptor >= 0 { return idle.append(place) }
    guard schedule == nil else {
      session.state = .apart
      return apart.append(place)
    }
    startNextRequest(place, since: Monotonic.nanoseconds)
  }

  private func startNextRequest(_ place: Int, since: UInt64) {
    let session = sessions[place]
    guard Monotonic.nanoseconds < deadline, let request = session.client(session.lastAnswer) else {
      return end(place)
    }
    session.lastAnswer = nil
    session.request = request
    session.since = since
    if session.descriptor < 0 {
      session.state = .apart
      apart.append(place)
    } else {
      handle(session.startRequest(), at: place)
    }
  }
}
