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
    /// How many facts there were when a device last may have reported anything of it again.
    var factCount = 0
    var isUnclear = false
  }

  private var decisions: [Int: Decision] = [:]
  private var takenDown: [String: Certainty] = [:]

  /// What decisions make of facts.
  struct Consequences: Equatable {
    /// What need not count.
    var excused: FactSet = []
    /// What cannot count.
    var gone: FactSet = []
    /// What a device may have reported again, in a later epoch, after it was retracted.
    var displaced: FactSet = []
    /// By person: facts below this place were there when that last happened.
    var factCounts: [Int: Int] = [:]

    /// Whether nothing says any more that a withdrawal came before an engagement of its person: the
    /// report that stood in front of it is retracted, and who reports the withdrawal again, in
    /// another epoch, knows nothing of the engagement. Docs/decisions/0026: it is hidden then.
    ///
    /// - Parameters:
    ///   - withdrawal: its place.
    ///   - engagement: its place.
    ///   - person: who made both.
    func hasLostItsPlace(_ withdrawal: Int, before engagement: Int, of person: Int) -> Bool {
      displaced.contains(withdrawal) && engagement < factCounts[person] ?? 0
    }
  }

  // MARK: Deciding

  mutating func tookDown(_ page: String, isUndone: Bool) {
    // A request that failed may be in the log and not in its witness, so it may be forgotten.
    if takenDown[page] != .perhaps { takenDown[page] = isUndone ? .no : .yes }
  }

  /// - Parameters:
  ///   - facts: what the cloud has of the person, and may have.
  ///   - single: what of it the cloud has, and no device will report in another epoch.
  ///   - factCount: how many facts there are, of all people.
  mutating func retracted(
    _ facts: FactSet, gone single: FactSet, of person: Int, factCount: Int
  ) {
    decisions[person, default: Decision()].retracted.formUnion(facts)
    decisions[person, default: Decision()].gone.formUnion(single)
    // What is not gone for sure may be on its way once more.
    decisions[person]?.factCount = factCount
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
  ///
  /// - Parameter factCount: how many facts there are, of all people.
  mutating func reportsAgain(_ facts: FactSet, factCount: Int) {
    for (person, decision) in decisions
    where !decision.retracted.intersection(facts).isEmpty {
      decisions[person]?.gone.subtract(facts)
      decisions[person]?.factCount = factCount
    }
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
  ) -> Consequences {
    var found = Consequences()
    for (person, decision) in decisions {
      let own = facts(person)
      if decision.isUnclear {
        found.excused.formUnion(own)
        continue
      }
      found.excused.formUnion(decision.retracted)
      found.gone.formUnion(decision.gone)
      found.displaced.formUnion(decision.retracted.subtracting(decision.gone))
      found.factCounts[person] = decision.factCount
      guard decision.isRefused else { continue }
      let unsent = own.subtracting(inCloud)
      found.excused.formUnion(decision.isErased ? own : unsent)
      found.gone.formUnion(decision.isErased ? own : unsent.subtracting(perhaps))
    }
    return found
  }
}
