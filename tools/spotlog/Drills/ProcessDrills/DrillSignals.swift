#if Server
  import Loopback

  /// What signals do while drills run.
  enum DrillSignals {
    /// Runs `body`. A signal that ends this process meanwhile ends what `body` started, and
    /// removes what it made.
    static func watched<Value>(_ body: () -> Value) -> Value {
      EndingSignals.watched(cleaningUp: { end($0) }, body)
    }

    /// Each holds what the drills need to continue, until nothing is left of them.
    private static func end(_ rest: () -> Void) {
      ServerProcess.killAll {
        DrillChild.killAll {
          SmallDisk.unmountAll()
          DrillFolder.removeAll { rest() }
        }
      }
    }
  }
#endif
