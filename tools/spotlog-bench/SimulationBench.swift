import Simulation

/// The simulator: its loop alone, and worlds of faults with everything on.
enum SimulationBench {
  private static let devices = 10_000
  private static let kernelEvents = 4_000_000
  private static let worlds: ClosedRange<UInt64> = 1...100

  static func run() -> [Measurement] {
    var kernel = KernelLoad(devices: devices, seed: 1)
    var hash: UInt64 = 0
    let seconds = BenchClock.cpuSeconds { hash = kernel.run(events: kernelEvents) }
    precondition(hash != 0, "the loop was run")
    let small = worlds(of: .small)
    let power = worlds(of: .power)
    let cuts = power.counts[.powerCut] + power.counts[.cloudPowerCut]
    return [
      Measurement(
        name: "the loop alone, \(devices) devices", ours: Double(kernelEvents) / seconds,
        unit: "events/CPU s", target: 2_000_000),
      Measurement(
        name: "small worlds of faults, every checker", ours: Double(small.events) / small.seconds,
        unit: "events/CPU s", target: 100_000),
      Measurement(
        name: "small worlds of faults", ours: Double(worlds.count) / small.seconds * 3_600,
        unit: "seeds/CPU h", target: 50_000),
      Measurement(
        name: "power cuts", ours: Double(cuts) / power.seconds * 3_600, unit: "cuts/CPU h",
        target: 250_000),
    ]
  }

  private struct Totals {
    var counts = FaultCounts()
    var events = 0
    var seconds = 0.0
  }

  private static func worlds(of profile: FaultProfile) -> Totals {
    var totals = Totals()
    totals.seconds = BenchClock.cpuSeconds {
      for seed in worlds {
        let outcome = SeedOutcome(FaultPlan(seed: seed, profile: profile), diskName: "bench")
        totals.counts.add(outcome.counts)
        totals.events += outcome.events
      }
    }
    return totals
  }
}
