#if Server
  import Foundation
  import LoadGenerator
  import Loopback

  /// The server over HTTP, as a process of its own beside the load that it gets. Both share the
  /// machine, so figures are lower than with the load from elsewhere.
  enum ServerBench {
    static func run() throws -> [Measurement] {
      try BatchLoad.run() + FleetLoad.run() + SearchLoad.run()
    }

    static func milliseconds(_ name: String, _ microseconds: UInt64, target: Double? = nil)
      -> Measurement
    {
      Measurement(
        name: name, ours: Double(microseconds) / 1_000, unit: "ms", target: target,
        smallerIsBetter: true)
    }

    /// A figure that has to be zero, since anything else is a fault and no slowness.
    static func count(_ name: String, _ count: Int, unit: String) -> Measurement {
      Measurement(
        name: name, ours: Double(count), unit: unit, target: 0, smallerIsBetter: true)
    }

    /// A run whose answers have to be good for its figures to mean anything.
    static func checked(_ outcome: LoadOutcome, _ what: String) throws -> LoadOutcome {
      guard outcome.errors == 0, outcome.good > 0 else {
        throw BenchError(
          "\(what): answers by status \(outcome.statuses), \(outcome.lost) lost, "
            + "\(outcome.unanswered) missing. Look into the server's log.")
      }
      return outcome
    }
  }
#endif
