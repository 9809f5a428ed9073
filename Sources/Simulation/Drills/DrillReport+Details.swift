extension DrillReport {
  /// For people: what it judged, what came back from where, both sides against the ledger, and what
  /// it says nothing about.
  var details: [String] {
    let back = cameBack.rows.map { "\($0.count) from \($0.source)" }.joined(separator: ", ")
    return [
      promises.isEmpty
        ? "promises: it names none"
        : "promises \(promises.map(String.init).joined(separator: ", "))",
      "came back: " + back,
    ] + digests.pairs.map(\.text) + notChecked.map { "not checked: \($0)" }
  }
}

extension DrillReport.Origins {
  /// Where facts came back from, for people.
  var rows: [(source: String, count: Int)] {
    [
      ("devices' snapshots", snapshot), ("the cloud's snapshots", cloud),
      ("devices, to the cloud", devices), ("apps", apps),
    ]
  }
}

extension DrillReport.Digests {
  /// Two digests that have to be equal.
  struct Pair {
    let name: String
    let one: String
    let other: String
    let first: String
    let second: String

    /// Of a digest, as much as tells it from others at a glance.
    private static let glance = 16

    var beginning: String { String(one.prefix(Self.glance)) + "…" }

    /// For people, in one line.
    var text: String {
      one == other
        ? "\(name), \(first) and \(second): equal, \(beginning)"
        : "\(name) DIFFER: \(first) \(one), \(second) \(other)"
    }
  }

  /// Those that somebody looked at.
  var pairs: [Pair] {
    [
      Pair(
        name: "devices' items", one: itemsExpected, other: itemsFound, first: "expected",
        second: "found"),
      Pair(
        name: "devices' last reports", one: headsOnDevices, other: headsInCloud, first: "there",
        second: "in the cloud"),
      Pair(
        name: "counts", one: countsExpected, other: countsFound, first: "expected",
        second: "found"),
      Pair(
        name: "cloud", one: cloudMaintained, other: cloudRebuilt, first: "kept",
        second: "rebuilt"),
    ].filter { !$0.one.isEmpty || !$0.other.isEmpty }
  }
}
