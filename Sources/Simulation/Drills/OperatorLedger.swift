/// What the operator of a cloud decided, as docs/RULES.md, "The cloud", reads it: a part of the
/// ledger of what really happened.
struct OperatorLedger {
  /// Whether something holds. Nobody can tell where a request failed, or where the cloud went back
  /// to before it knew the device.
  enum Certainty { case no, perhaps, yes }

  /// What was decided about all devices of a person.
  private struct Decision {
    var isRefused = false
    var wasEverRefused = false
    var isErased = false
    /// What had been reported, perhaps, when it was retracted: it need not count.
    var retracted: FactSet = []
    /// What of it nobody has reported again since: it does not count.
    var gone: FactSet = []
    var isUnclear = false
  }

  private var decisions: [Int: Decision] = [:]
  private var takenDown: [String: Certainty] = [:]

  // MARK: Deciding

  mutating func tookDown(_ page: String, isUndone: Bool) {
    // A request that failed may be in the log and not in its witness, so it may be forgotten.
    if takenDown[page] != .perhaps { takenDown[page] = isUndone ? .no : .yes }
  }

  /// - Parameters:
  ///   - facts: what the cloud has of the person, and may have.
  ///   - single: what of it the cloud has, and no device will report in another epoch.
  mutating func retracted(_ facts: FactSet, gone single: FactSet, of person: Int) {
    decisions[person, default: Decision()].retracted.formUnion(facts)
    decisions[person, default: Decision()].gone.formUnion(single)
  }

  /// Everything that was retracted counts again.
  mutating func countsAgain(_ person: Int) {
    decisions[person]?.retracted = []
    decisions[person]?.gone = []
  }

  /// Refuses the person's devices, and keeps their counts.
  mutating func revoked(_ person: Int) {
    countsAgain(person)
    decisions[person, default: Decision()].isRefused = true
    decisions[person, default: Decision()].wasEverRefused = true
  }

  mutating func reinstated(_ person: Int) {
    countsAgain(person)
    decisions[person]?.isRefused = false
  }

  mutating func erased(_ person: Int) {
    revoked(person)
    decisions[person]?.isErased = true
  }

  /// A request about a person, or about a page, failed: it may have had its effect.
  mutating func isUnclear(_ person: Int) {
    decisions[person, default: Decision()].isUnclear = true
    decisions[person]?.wasEverRefused = true
  }

  mutating func isUnclear(page: String) { takenDown[page] = .perhaps }

  // MARK: What happens to it

  /// A device begins an epoch, in which it may report these once more.
  mutating func reportsAgain(_ facts: FactSet) {
    for person in decisions.keys { decisions[person]?.gone.subtract(facts) }
  }

  /// The cloud's witness has it decide all again, in the order in which it was decided. What it
  /// says of a device or an epoch that the log does not know has no effect.
  ///
  /// - Parameter known: of whom the log has reports.
  mutating func cloudWentBack(knowing known: Set<Int>) {
    for (person, decision) in decisions
    where !known.contains(person) || decision.isErased || !decision.retracted.isEmpty {
      decisions[person]?.isUnclear = true
    }
  }

  // MARK: What follows

  func isTakenDown(_ page: String) -> Certainty { takenDown[page] ?? .no }

  func isRefused(_ person: Int) -> Certainty {
    guard let decision = decisions[person] else { return .no }
    if decision.isUnclear { return decision.wasEverRefused ? .perhaps : .no }
    return decision.isRefused ? .yes : .no
  }

  /// Whether a process of the person's may have been refused, and heard of it later.
  func wasEverRefused(_ person: Int) -> Bool { decisions[person]?.wasEverRefused ?? false }

  /// Whether the cloud may ask the person's devices for words.
  func isHeard(_ person: Int) -> Bool {
    guard let decision = decisions[person] else { return true }
    return !decision.isUnclear && !decision.isRefused && decision.retracted.isEmpty
  }

  func isErased(_ person: Int) -> Bool { decisions[person]?.isErased ?? false }

  /// Whether the cloud has nothing of the person for sure.
  func isGone(_ person: Int) -> Bool {
    decisions[person].map { $0.isErased && !$0.isUnclear } ?? false
  }

  /// Of what was made: what need not count, and what cannot.
  ///
  /// - Parameters:
  ///   - facts: all of a person.
  ///   - inCloud: what the cloud has.
  ///   - perhaps: what it may have.
  func consequences(
    _ facts: (Int) -> FactSet, inCloud: FactSet, perhaps: FactSet
  ) -> (excused: FactSet, gone: FactSet) {
    var (excused, gone) = (FactSet(), FactSet())
    for (person, decision) in decisions {
      let own = facts(person)
      if decision.isUnclear {
        excused.formUnion(own)
        continue
      }
      excused.formUnion(decision.retracted)
      gone.formUnion(decision.gone)
      guard decision.isRefused else { continue }
      let unsent = own.subtracting(inCloud)
      excused.formUnion(decision.isErased ? own : unsent)
      gone.formUnion(decision.isErased ? own : unsent.subtracting(perhaps))
    }
    return (excused, gone)
  }
}
