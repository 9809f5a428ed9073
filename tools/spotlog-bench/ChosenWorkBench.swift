import CloudAggregator
import JournalFormat
import Sync

/// The CPU of one request with 4,096 reports: of an honest device, and of devices that choose their
/// reports to be as much work as they can be. Nobody else is answered meanwhile.
enum ChosenWorkBench {
  private static let reportCount = 4_096
  /// Each kind is measured so often: the median counts, and the slowest of all is told beside it.
  private static let rounds = 5
  private static let chosenCount = UInt64(reportCount)
  private static let targetMilliseconds = 50.0

  static func run() throws -> [Measurement] {
    let honest = try measured { round in
      var world = try World(round)
      return try world.measureHonestDevice()
    }
    var results = [measurement("honest reports", honest.median, nil)]
    var slowest = 0.0
    for attack in Attack.all {
      let times = try measured { round in
        var world = try World(round)
        return try world.send(attack.reports)
      }
      results.append(measurement(attack.name, times.median, honest.median))
      slowest = max(slowest, times.slowest)
    }
    for attack in LongAttack.all {
      var world = try World(0)
      for reports in attack.filling { try world.send(reports) }
      let times = try measured(LongAttack.rounds) { try world.send(attack.reports(UInt64($0))) }
      results.append(measurement(attack.name, times.median, honest.median))
      slowest = max(slowest, times.slowest)
    }
    results.append(measurement("the slowest of all chosen ones", slowest, honest.median))
    return results
  }

  private static func measured(
    _ rounds: Int = rounds, _ body: (_ round: Int) throws -> Double
  ) rethrows -> (median: Double, slowest: Double) {
    let times = try (0..<rounds).map(body).sorted()
    return (times[rounds / 2], times[rounds - 1])
  }

  private static func measurement(
    _ name: String, _ milliseconds: Double, _ honest: Double?
  ) -> Measurement {
    Measurement(
      name: "aggregator, a request of 4,096: \(name)", ours: milliseconds, unit: "ms",
      limitName: honest == nil ? nil : "honest ones", limit: honest, target: targetMilliseconds,
      smallerIsBetter: true)
  }

  // MARK: One device and its cloud

  private struct World {
    private let folder: BenchFolder
    private let aggregator: Aggregator
    private var fleet: BenchFleet
    private var chain: BenchChain
    private let writer = BatchWriter()
    private static let now = Day(16_000).start

    init(_ round: Int) throws {
      folder = try BenchFolder()
      var fleet = BenchFleet(seed: UInt64(round))
      aggregator = try Aggregator.open(
        CloudStorage.folder(folder.path), keys: CloudKeys(signing: fleet.cloudKey),
        configuration: CloudConfiguration(tagSalt: Array("benchmark's salt".utf8)),
        dice: .seeded(8), now: Self.now)
      fleet.enrol(2, with: aggregator, now: Self.now)
      chain = BenchChain(fleet.members[0].grant, fleet.members[0].key)
      self.fleet = fleet
    }

    mutating func measureHonestDevice() throws -> Double {
      try milliseconds(of: fleet.batch(from: 1, reports: reportCount, day: 16_000))
    }

    /// Milliseconds of CPU until the batch is durable and answered.
    @discardableResult
    mutating func send(_ reports: [Report]) throws -> Double {
      try milliseconds(of: chain.batch(of: reports, writer))
    }

    private func milliseconds(of batch: [UInt8]) throws -> Double {
      let request = SyncRequest.append(AppendRequest(batch: batch)).bytes
      var answer: [UInt8] = []
      let seconds = BenchClock.cpuSeconds { answer = aggregator.handle(request, now: Self.now) }
      // 3: a receipt.
      guard answer.first == 3 else {
        throw BenchError("A batch of the benchmark was refused.")
      }
      return seconds * 1_000
    }
  }

  // MARK: Attacks

  private struct Attack {
    let name: String
    let reports: [Report]

    static var all: [Attack] {
      [
        Attack(
          name: "withdrawals and contents of one item",
          reports: (0..<chosenCount / 2).map { withdrawn($0, bits: 1) }
            + (0..<chosenCount / 2).map {
              engaged(chosenCount + $0, bits: 1, content: $0, isCarried: true)
            }),
        Attack(
          name: "contents of one item",
          reports: (0..<chosenCount).map { engaged($0, bits: 1, content: $0) }),
        Attack(
          name: "tags whose halves cancel",
          reports: (0..<chosenCount).map { engaged($0, bits: twin($0), content: 1) }),
        Attack(
          name: "tags whose halves cancel inverted",
          reports: (0..<chosenCount).map { engaged($0, bits: twin($0, inverted: true), content: 1) }
        ),
      ]
    }

    private static func twin(_ number: UInt64, inverted: Bool = false) -> UInt128 {
      let half = number &* 0x9E37_79B9_7F4A_7C15
      return UInt128(half) << 64 | UInt128(inverted ? ~half : half)
    }
  }

  /// What one device says after it has said much: so often that the projections are written
  /// meanwhile.
  private struct LongAttack {
    /// Requests that are measured.
    static let rounds = 32

    let name: String
    let filling: [[Report]]
    let reports: (_ round: UInt64) -> [Report]

    static var all: [LongAttack] { [fullItems, distantItems] }

    /// Items of which as much was said as is kept.
    private static var fullItems: LongAttack {
      // So many that a batch about all of them is not refused as too much work.
      let count: UInt64 = 15
      return LongAttack(
        name: "items of which as much was said as is kept",
        filling: (0..<count).map { item in
          (0..<4_090).map {
            engaged(item * chosenCount + $0, bits: UInt128(item + 1), content: $0)
          }
        },
        reports: { round in
          (0..<chosenCount).map {
            engaged(
              (count + round) * chosenCount + $0, bits: UInt128($0 % count + 1), content: 1)
          }
        })
    }

    /// Items of which no two lie in one page of the projections' file.
    private static var distantItems: LongAttack {
      let batchCount: UInt64 = 64
      return LongAttack(
        name: "items far from each other in the projections",
        filling: (0..<batchCount).map { batch in
          (0..<chosenCount).map { number in
            let item = batch * chosenCount + number
            return engaged(item, bits: UInt128(item + 1), content: item)
          }
        },
        reports: { round in
          (0..<chosenCount).map { number in
            let item = number * batchCount + round
            return engaged(
              (batchCount + round) * chosenCount + number, bits: UInt128(item + 1), content: item)
          }
        })
    }
  }

  private static func engaged(
    _ origin: UInt64, bits: UInt128, content: UInt64, isCarried: Bool = false
  ) -> Report {
    var random = SplitMix64(content)
    return .engaged(
      Report.Engaged(
        tag: Tag(suite: 1, bits: bits), content: ContentDigest(using: &random),
        origin: Origin(rawValue: origin + 1), isCarried: isCarried))
  }

  private static func withdrawn(_ origin: UInt64, bits: UInt128) -> Report {
    .withdrawn(
      Report.Withdrawn(
        tag: Tag(suite: 1, bits: bits), origin: Origin(rawValue: origin + 1),
        isCarried: true))
  }
}
