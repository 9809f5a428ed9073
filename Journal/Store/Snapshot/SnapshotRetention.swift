package import JournalFormat

/// Which snapshots of one device or cloud are kept. What is kept bounds how long what was erased
/// can come back.
package struct SnapshotRetention: Hashable, Sendable {
  /// The newest so many.
  package var last = 0
  /// Of so many of the newest hours, days, weeks (from Monday) and months that have one, in UTC,
  /// the newest of each.
  package var hourly = 0
  package var daily = 0
  package var weekly = 0
  package var monthly = 0

  package init(last: Int = 0, hourly: Int = 0, daily: Int = 0, weekly: Int = 0, monthly: Int = 0) {
    self.last = last
    self.hourly = hourly
    self.daily = daily
    self.weekly = weekly
    self.monthly = monthly
  }

  /// Without a rule nothing goes.
  package var keepsAll: Bool { self == SnapshotRetention() }

  /// A snapshot by what decides about it.
  package struct Candidate: Hashable, Sendable {
    package let file: String
    package let name: String
    package let created: Timestamp
    package let depth: Int
    /// The name of the snapshot that it continues from.
    package let base: String?

    package init(
      file: String, name: String, created: Timestamp, depth: Int = 0, base: String? = nil
    ) {
      self.file = file
      self.name = name
      self.created = created
      self.depth = depth
      self.base = base
    }
  }

  /// The files to remove, in the order in which to remove them: anyone who is interrupted leaves no
  /// snapshot without its base.
  ///
  /// What was made after `now` by its own word was made while a clock was ahead, or `now` is of a
  /// clock that is behind. Nobody can tell which, so it takes no place from others, and stays.
  ///
  /// - Parameter needed: names of snapshots that stay, whatever the rules say.
  package func removals(
    among candidates: [Candidate], keeping needed: Set<String> = [], now: Timestamp
  ) -> [String] {
    guard !keepsAll else { return [] }
    let ahead = candidates.filter { $0.created > now }
    let newestFirst = candidates.filter { $0.created <= now }.sorted {
      ($0.created, $0.depth, $0.file) > ($1.created, $1.depth, $1.file)
    }
    var kept = Set(newestFirst.prefix(last).map(\.name))
    retain(hourly, of: newestFirst, in: &kept) { $0.milliseconds.floored(by: 3_600_000) }
    retain(daily, of: newestFirst, in: &kept) { Int64($0.day.rawValue) }
    // 1970-01-01 was a Thursday.
    retain(weekly, of: newestFirst, in: &kept) { (Int64($0.day.rawValue) + 3).floored(by: 7) }
    retain(monthly, of: newestFirst, in: &kept) { "\($0.day)".dropLast(3) }
    kept.formUnion(needed)
    let left = newestFirst.filter { kept.contains($0.name) } + ahead
    kept.formUnion(Self.bases(of: left, candidates))
    return newestFirst.filter { !kept.contains($0.name) }
      .sorted { ($0.depth, $0.created, $0.file) > ($1.depth, $1.created, $1.file) }.map(\.file)
  }

  /// Names of all that these stand on.
  ///
  /// - Parameter all: among which the bases are; without it, the candidates themselves.
  static func bases(of candidates: [Candidate], _ all: [Candidate] = []) -> Set<String> {
    let byName = Dictionary((candidates + all).map { ($0.name, $0) }) { first, _ in first }
    var bases: Set<String> = []
    for candidate in candidates {
      var base = candidate.base
      while let name = base, bases.insert(name).inserted { base = byName[name]?.base }
    }
    return bases
  }

  private func retain<Period: Hashable>(
    _ count: Int, of newestFirst: [Candidate], in kept: inout Set<String>,
    by period: (Timestamp) -> Period
  ) {
    var periods: Set<Period> = []
    for candidate in newestFirst where periods.count < count {
      if periods.insert(period(candidate.created)).inserted { kept.insert(candidate.name) }
    }
  }
}

extension Int64 {
  /// Divided towards the past.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
