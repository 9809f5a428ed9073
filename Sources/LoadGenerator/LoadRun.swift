package import Loopback

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Many connections at once from a few threads, against a server of this machine.
package struct LoadRun: Sendable {
  private let address: LoopbackAddress
  private let plan: LoadPlan

  package init(_ plan: LoadPlan, against address: LoopbackAddress) {
    self.plan = plan
    self.address = address
  }

  /// Runs to the end of the plan. Blocks.
  ///
  /// - Parameter client: makes what a connection sends, by the connection's number from 0. It is
  ///   made and asked on one of the run's threads, always the same for a connection.
  package func perform(_ client: @escaping @Sendable (Int) -> LoadClient) -> LoadOutcome {
    Descriptors.allowAll()
    let threads = plan.threadCount
    guard threads > 1 else { return work(0, of: 1, client) }
    let workers = (0..<threads).map { number in
      WorkerThread { work(number, of: threads, client) }
    }
    var outcome = LoadOutcome()
    for worker in workers { outcome.add(worker.result()) }
    return outcome
  }

  private func work(_ number: Int, of count: Int, _ client: (Int) -> LoadClient) -> LoadOutcome {
    let sessions = stride(from: number, to: plan.connectionCount, by: count).map {
      LoadSession(address: address, client: client($0))
    }
    let share = Double(sessions.count) / Double(plan.connectionCount)
    return LoadWorker(plan, share: share, sessions: sessions).run()
  }
}

/// A thread that works once and is waited for.
private final class WorkerThread: @unchecked Sendable {
  private let work: () -> LoadOutcome
  /// Written by the thread, read once it has ended.
  private var outcome = LoadOutcome()
  #if canImport(Glibc)
    private var thread = pthread_t()
  #else
    private var thread: pthread_t?
  #endif

  init(_ work: @escaping () -> LoadOutcome) {
    self.work = work
    let box = Unmanaged.passRetained(self).toOpaque()
    let status = pthread_create(&thread, nil, Self.main, box)
    precondition(status == 0, "a thread of the load generator cannot be started")
  }

  #if canImport(Glibc)
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { box in
        box.map { Unmanaged<WorkerThread>.fromOpaque($0).takeRetainedValue().perform() }
        return nil
      }
  #else
    private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { box in
        Unmanaged<WorkerThread>.fromOpaque(box).takeRetainedValue().perform()
        return nil
      }
  #endif

  private func perform() { outcome = work() }

  func result() -> LoadOutcome {
    #if canImport(Glibc)
      pthread_join(thread, nil)
    #else
      if let thread { pthread_join(thread, nil) }
    #endif
    return outcome
  }
}
