import CloudAggregator
import DeviceIndex
import JournalFormat
import Sync
import TestSupport
import Testing

/// A device and a cloud that hear each other at once, each by its own clock.
struct Conversation {
  /// One question and its answer.
  struct Turn {
    let request: SyncRequest
    let response: SyncResponse
  }

  var home: TestHome
  let log = StrictCloudLog()
  var cloud: Aggregator
  /// How far the device's clock is ahead of the cloud's.
  var clockError: Int64 = 0
  private let folder: TemporaryFolder

  init(_ configure: (inout CloudConfiguration) -> Void = { _ in }) throws {
    home = try TestHome()
    folder = try TemporaryFolder()
    var configuration = CloudConfiguration(tagSalt: Sample.tagSalt)
    configure(&configuration)
    let projections = try CloudProjections(
      path: folder.file("projections.sqlite"), vfs: nil, access: .maintain, log: log,
      logStart: log.start)
    cloud = try Aggregator(
      log: log, projections: projections, keys: CloudKeys(signing: Sample.cloudKey),
      configuration: configuration, dice: .seeded(1), now: home.now)
  }

  /// One run of the device's process; the files stay.
  func life<Result>(
    _ seed: UInt64 = 1, _ body: (Device, DeviceSync) throws -> Result
  ) throws -> Result {
    let device = try home.device(seed: seed)
    return try body(device, device.sync(now: deviceTime()))
  }

  func deviceTime(after milliseconds: Int64 = 0) -> Timestamp {
    home.now.advanced(byMilliseconds: clockError &+ milliseconds)
  }

  /// What the device sends now.
  func sent(_ sync: DeviceSync) throws -> (DeviceSync.Outgoing, SyncRequest) {
    let step = try sync.next(now: deviceTime())
    guard case .send(let request) = step else {
      throw DeviceError(.journal, "It has something to send, and says \(step).")
    }
    return (request, try SyncRequest(bytes: request.bytes))
  }

  func answer(_ request: [UInt8], after milliseconds: Int64 = 0) throws -> SyncResponse {
    let now = home.now.advanced(byMilliseconds: milliseconds)
    return try SyncResponse(bytes: cloud.handle(request, now: now))
  }

  /// Lets both speak until the device has nothing more to say, or stops; it waits when it wants to.
  @discardableResult
  func talk(_ sync: DeviceSync) throws -> [Turn] {
    var turns: [Turn] = []
    var passed: Int64 = 0
    while turns.count < 20 {
      switch try sync.next(now: deviceTime(after: passed)) {
      case .send(let request):
        let response = try answer(request.bytes, after: passed)
        turns.append(Turn(request: try SyncRequest(bytes: request.bytes), response: response))
        try sync.received(response, to: request.number, now: deviceTime(after: passed))
      case .wait(let until): passed += until.milliseconds - deviceTime(after: passed).milliseconds
      case .nothing, .stopped: return turns
      }
    }
    Issue.record("the two of them do not come to an end")
    return turns
  }

  /// Has the device engage with a page.
  func engage(_ device: Device, _ sync: DeviceSync, page: String = "1") throws {
    try device.record([try TestHome.activity(page), TestHome.engage(page)], at: home.now)
    try sync.runFilter(now: deviceTime())
  }
}

extension DeviceSync {
  /// Hears an answer as the cloud gives it: signed over the request, the last one where none is
  /// named.
  func hear(
    _ response: SyncResponse, to request: RequestNumber? = nil, now: Timestamp
  ) throws {
    let digest = try #require(machine.digests(of: request).last)
    try received(response.signed(by: Sample.cloudKey, to: digest), to: request, now: now)
  }
}

extension [Conversation.Turn] {
  /// What was asked, and how it was answered.
  var summary: [String] { map { "\($0.request.kind): \($0.response.word)" } }
}

extension SyncResponse {
  fileprivate var word: String {
    switch self {
    case .enrolled: "enrolled"
    case .opened(let verdict, _): "\(verdict)"
    case .received: "received"
    case .notReceived(let verdict, _): "not received, \(verdict)"
    case .refused(let refusal): "\(refusal.code)"
    case .news: "news"
    case .granted: "granted"
    }
  }
}
