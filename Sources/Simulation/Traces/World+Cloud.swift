internal import CloudAggregator
internal import DeviceIndex
internal import JournalFormat
internal import Sync

/// Requests at the cloud's end. What replies at once does so here too; for what takes real time,
/// the world waits before it runs too far ahead.
extension World {
  /// The process of a device that asked; anyone who comes after it hears nothing of the answer.
  struct Sender {
    let device: Int
    let process: Int
  }

  /// A request that the cloud has and has not answered.
  struct OpenRequest {
    let ticket: CloudTicket
    let request: DeviceSync.Outgoing
    let sender: Sender
    let time: Timestamp
  }

  /// How far virtual time may be ahead of a request that is open.
  private static let aheadMaxMilliseconds: Int64 = 6 * 3_600_000
  /// Longer than the world runs ahead: a device gives no request up because of that.
  static let remoteTimeoutMilliseconds: UInt32 = 8 * 3_600_000

  /// Hands in what arrives at the cloud now.
  func handIn(_ request: DeviceSync.Outgoing, of sender: Sender, arrivedAt time: Timestamp) throws {
    let ticket = cloudEnd.take(request.bytes, of: sender.device, now: now)
    openRequests.append(
      OpenRequest(ticket: ticket, request: request, sender: sender, time: time))
    try listen(waiting: false)
  }

  /// Waits really for what the world would leave too far behind, before something happens at
  /// `time`.
  func keepUp(before time: Timestamp) throws {
    guard !openRequests.isEmpty else { return }
    try listen(waiting: false)
    while let oldest = openRequests.first {
      let latest = oldest.time.advanced(byMilliseconds: Self.aheadMaxMilliseconds)
      let next = min(time, nextTime ?? time)
      guard latest < next || openRequests.count >= plan.openRequestsMax else { return }
      try listen(waiting: true)
    }
  }

  /// Waits really until something is to happen again, or nothing is open.
  func awaitReplies() throws {
    while !openRequests.isEmpty, nextTime == nil { try listen(waiting: true) }
  }

  private func listen(waiting: Bool) throws {
    for reply in try cloudEnd.replies(waiting: waiting) {
      guard let place = openRequests.firstIndex(where: { $0.ticket == reply.ticket }) else {
        continue
      }
      hear(reply.outcome, of: openRequests.remove(at: place))
    }
  }

  private func hear(_ outcome: CloudReply.Outcome, of open: OpenRequest) {
    let sender = open.sender
    devices[sender.device].agenda.expectsNoMore(firstAnswer(to: open.time))
    switch outcome {
    case .answer(let bytes):
      heard(bytes)
      losses?.heard(bytes, to: open.request.bytes, of: sender.device)
      send(.toDevice(bytes, answers: open.request.number, of: sender), sender.device)
    case .failed(let reason):
      schedule(.failed(reason, open.request.number, of: sender), sender.device)
    }
    handOver(sender.device)
  }
}
