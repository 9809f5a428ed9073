#if Server
  import Foundation
  import Loopback

  /// What this process makes of signals while drills run.
  enum DrillSignals {
    /// What asks it to end.
    private static let endings = [SIGINT, SIGTERM, SIGHUP]

    /// Runs `body`. A signal that ends this process meanwhile ends what `body` started, and
    /// removes what it made; writing to a child that has ended is an error like others. Afterwards
    /// signals mean what they meant before.
    static func watched<Value>(_ body: () -> Value) -> Value {
      let restorePipe = handle(SIGPIPE)
      defer { restorePipe?() }
      let restores = endings.compactMap { watch($0) }
      defer { for restore in restores { restore() } }
      return body()
    }

    /// - Returns: what undoes it; nil where the parent process has the signal ignored.
    private static func watch(_ number: Int32) -> (() -> Void)? {
      guard let restore = handle(number) else { return nil }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      let isOver = DispatchSemaphore(value: 0)
      source.setEventHandler { end(128 + number) }
      source.setCancelHandler { isOver.signal() }
      source.resume()
      return {
        source.cancel()
        isOver.wait()
        restore()
      }
    }

    /// A handler that does nothing: what is ignored stays so in children, what is handled does not.
    private static func handle(_ number: Int32) -> (() -> Void)? {
      let former = signal(number) { _ in }
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
        return nil
      }
      return { signal(number, former) }
    }

    /// Each holds what the drills need to continue, until nothing is left of them.
    private static func end(_ status: Int32) {
      ServerProcess.killAll {
        DrillChild.killAll {
          SmallDisk.unmountAll()
          DrillFolder.removeAll { _exit(status) }
        }
      }
    }
  }
#endif
