internal import NIOCore

/// Runs a connection's tasks on the thread that reads and writes it.
///
/// On the threads of the language's own pool every part of a request would cross to another thread
/// and back, which on a busy core costs more than a search.
final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
