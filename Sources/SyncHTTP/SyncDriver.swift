public import DeviceIndex
public import Foundation
package import JournalFormat
internal import Sync

/// Has a device speak with its cloud until there is nothing more to say.
///
///     let host = try DeviceHost(folder: folder, configuration: configuration)
///     let driver = try SyncDriver(host, to: url)
///     let summary = try await driver.sync()
///
/// What is sent, when, and what an answer means is decided by the device; this carries it out.
public actor SyncDriver {
  private enum Event: Sendable {
    case came(SyncOutcome, to: RequestNumber)
    case isTime(Timestamp)
  }

  private let host: DeviceHost
  private let transport: any SyncTransport
  private let clock: @Sendable () -> Timestamp
  private var running: Task<Result<SyncSummary, DeviceError>, Never>?

  /// - Parameters:
  ///   - host: the device.
  ///   - url: the aggregator's address, as for `HTTPTransport`.
  ///   - timeout: of one request. 30 seconds by default.
  /// - Throws: `TransportError.Code.invalidURL`.
  public init(
    _ host: DeviceHost, to url: URL, timeout: Duration = .seconds(30)
  ) throws(TransportError) {
    self.init(host, over: try HTTPTransport(url: url, timeout: timeout))
  }

  /// Over a way of the app's own, such as to a cloud in the same process:
  ///
  ///     let driver = SyncDriver(host) { request in await cloud.answer(request) }
  ///
  /// - Parameters:
  ///   - host: the device.
  ///   - carry: takes the bytes of a request to the cloud and returns the bytes of its answer. If
  ///     it throws, the device tries again later. Called on any thread, also several times at once,
  ///     and cancelled when the answer is not waited for any more.
  public init(
    _ host: DeviceHost,
    carrying carry: @escaping @Sendable (_ request: [UInt8]) async throws -> [UInt8]
  ) {
    self.init(host, over: OwnTransport(carry: carry))
  }

  package init(
    _ host: DeviceHost, over transport: any SyncTransport,
    clock: @escaping @Sendable () -> Timestamp = { .system }
  ) {
    self.host = host
    self.transport = transport
    self.clock = clock
  }

  /// Syncs what is journaled when it begins. A second call meanwhile waits for the same sync.
  ///
  /// Returns when the cloud has acknowledged everything, when the device is stopped, or when
  /// nothing more can come of it within `wait`, as when reports wait longer for a fuller batch.
  /// Cancelling the task ends it too.
  ///
  /// - Parameter wait: how long failures are tried again. 30 seconds by default.
  /// - Throws: `DeviceError` when the device's files cannot be read or written, and
  ///   `DeviceError.Code.notEnrolled` when it was opened with `DeviceConfiguration.local`.
  @discardableResult
  public func sync(waitingAtMost wait: Duration = .seconds(30)) async throws(DeviceError)
    -> SyncSummary
  {
    if let running { return try await running.value.get() }
    let task = Task { await self.run(waitingAtMost: Int64(wait.seconds * 1_000)) }
    running = task
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    running = nil
    return try result.get()
  }

  private func run(
    waitingAtMost milliseconds: Int64
  ) async -> Result<SyncSummary, DeviceError> {
    var run = SyncRun()
    do throws(DeviceError) {
      try await host.runFilter(now: clock())
      let end = clock().advanced(byMilliseconds: milliseconds)
      let said = await withTaskGroup(of: Event.self) { group in
        let said = await self.converse(over: &group, until: end, &run)
        group.cancelAll()
        return said
      }
      try said.get()
      for request in run.pending {
        try await host.failed("the sync ended before the answer came", request, now: clock())
      }
      return .success(run.summary(of: try await host.syncState(now: clock())))
    } catch {
      return .failure(error)
    }
  }

  /// Asks what to do, and does it, until there is nothing or the time is over.
  private func converse(
    over group: inout TaskGroup<Event>, until end: Timestamp, _ run: inout SyncRun
  ) async -> Result<Void, DeviceError> {
    do throws(DeviceError) {
      while clock() < end, !Task.isCancelled {
        var wakeUp = end
        switch try await host.nextSyncStep(now: clock()) {
        case .send(let request):
          run.recordSent(request)
          group.addTask { [transport] in
            .came(await transport.send(request.bytes), to: request.number)
          }
          continue
        case .stopped: return .success(())
        case .nothing:
          run.isQuiet = run.pending.isEmpty
          if run.isQuiet { return .success(()) }
        case .wait(let time):
          // With nothing on its way, nothing happens before that time.
          if run.pending.isEmpty, time >= end { return .success(()) }
          wakeUp = min(time, end)
        }
        if run.needsWakeUp(at: wakeUp) { addWakeUp(at: wakeUp, to: &group) }
        guard let event = await group.next() else { break }
        try await handle(event, &run)
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func addWakeUp(at time: Timestamp, to group: inout TaskGroup<Event>) {
    let distance = max(1, time.milliseconds - clock().milliseconds)
    group.addTask {
      try? await Task.sleep(for: .milliseconds(distance))
      return .isTime(time)
    }
  }

  private func handle(_ event: Event, _ run: inout SyncRun) async throws(DeviceError) {
    switch event {
    case .isTime(let time): run.wakeUps.remove(time)
    case .came(let outcome, let request):
      run.pending.remove(request)
      switch outcome {
      case .answer(let response): try await host.receive(response, to: request, now: clock())
      case .failed(let reason): try await host.failed(reason, request, now: clock())
      }
    }
  }
}
