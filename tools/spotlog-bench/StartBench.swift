/// How long the program takes to say what it can do.
enum StartBench {
  private static let runs = 20

  /// The best of several starts: a start is disturbed by others, never helped.
  static func run() throws -> [Measurement] {
    var best = Double.infinity
    for _ in 0..<runs { best = min(best, try BenchChild(["--help"]).wallSeconds) }
    return [
      Measurement(
        name: "start of spotlog --help", ours: best * 1_000, unit: "ms", target: 50,
        targetIsRatio: false, smallerIsBetter: true)
    ]
  }
}
