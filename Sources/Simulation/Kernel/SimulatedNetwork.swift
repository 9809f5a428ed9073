package import JournalFormat

/// What a network does to messages. Chances are in thousandths, so that no rounding is involved.
package struct NetworkProfile: Hashable, Sendable {
  package var name: String
  package var lostPerThousand: UInt64 = 0
  package var duplicatedPerThousand: UInt64 = 0
  /// Messages that arrive up to `lateMaxMilliseconds` late, and so behind later ones.
  package var latePerThousand: UInt64 = 0
  package var lateMaxMilliseconds: UInt64 = 0
  package var latencyMinMilliseconds: UInt64 = 20
  package var latencyMaxMilliseconds: UInt64 = 400

  /// Every message arrives once, soon.
  package static let calm = NetworkProfile(name: "none")

  /// One message in five is lost, one in ten comes twice, and one in five comes up to three days
  /// late.
  package static let lossy: NetworkProfile = {
    var profile = NetworkProfile(name: "lossy")
    profile.lostPerThousand = 200
    profile.duplicatedPerThousand = 100
    profile.latePerThousand = 200
    profile.lateMaxMilliseconds = 3 * 86_400_000
    return profile
  }()

  package static let all = [calm, lossy]

  private init(name: String) { self.name = name }
}

/// Decides when, whether and how often a message arrives.
package struct SimulatedNetwork {
  package let profile: NetworkProfile
  private var dice: SplitMix64
  package private(set) var counters = Counters()

  package struct Counters: Hashable, Sendable, Codable {
    package var sent = 0
    package var lost = 0
    package var duplicated = 0
    package var late = 0
  }

  package init(profile: NetworkProfile, seed: UInt64) {
    self.profile = profile
    dice = SplitMix64(seed)
  }

  /// The times at which copies of a message arrive; none when it is lost.
  package mutating func arrivals(sentAt now: Timestamp) -> [Timestamp] {
    counters.sent += 1
    if happens(profile.lostPerThousand) {
      counters.lost += 1
      return []
    }
    var times = [now.advanced(byMilliseconds: latency())]
    if happens(profile.duplicatedPerThousand) {
      counters.duplicated += 1
      times.append(now.advanced(byMilliseconds: latency()))
    }
    return times
  }

  private mutating func happens(_ perThousand: UInt64) -> Bool {
    perThousand > 0 && dice.below(1_000) < perThousand
  }

  private mutating func latency() -> Int64 {
    let usual = profile.latencyMaxMilliseconds - profile.latencyMinMilliseconds
    var milliseconds = profile.latencyMinMilliseconds + dice.below(usual + 1)
    if happens(profile.latePerThousand) {
      counters.late += 1
      milliseconds += dice.below(profile.lateMaxMilliseconds + 1)
    }
    return Int64(milliseconds)
  }
}
