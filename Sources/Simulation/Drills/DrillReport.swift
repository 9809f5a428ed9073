internal import JournalFormat

/// What a drill shows, for people and for scripts.
package struct DrillReport: Hashable, Sendable, Codable {
  package enum Verdict: String, Hashable, Sendable, Codable {
    case pass, fail
    /// It could not be run here, which says nothing about the code.
    case skipped
  }

  /// What a drill is made of.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// A fleet in one process, on a disk in memory.
    case simulated
    /// Real files, processes and a real server.
    case processes
  }

  /// What nobody has any more, and nobody can have.
  package struct Loss: Hashable, Sendable, Codable {
    package var events = 0
    /// From when the oldest of them was made to when nobody had it any more.
    package var seconds = 0.0
    package var acknowledged = 0
    package var unacknowledged = 0
    /// For whom, by device and page; all of them together are `events`.
    package var gone: [Gone] = []
  }

  package struct Phase: Hashable, Sendable, Codable {
    package var phase: String
    package var milliseconds: Double
  }

  /// The two sides of the system, and the ledger that was kept outside of it, as digests.
  package struct Digests: Hashable, Sendable, Codable {
    /// Where each device's outbox ends, as the devices say; empty where nobody looked.
    package var headsOnDevices = ""
    /// The same, as the cloud says.
    package var headsInCloud = ""
    /// What each device has to find, as the ledger says.
    package var itemsExpected = ""
    /// What each device finds.
    package var itemsFound = ""
    package var cloudMaintained = ""
    package var cloudRebuilt = ""
    package var countsExpected = ""
    package var countsFound = ""
  }

  /// How many facts came back from where.
  package struct Origins: Hashable, Sendable, Codable {
    package var snapshot = 0
    package var cloud = 0
    /// What the cloud had forgotten and devices brought it again.
    package var devices = 0
    /// What apps gave again.
    package var apps = 0
  }

  package struct Moment: Hashable, Sendable, Codable {
    /// For the eye of anyone who looks at a timeline.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
      case step, saved, lost, recovered, finding

      var meaning: String {
        switch self {
        case .step: "something happens"
        case .saved: "a snapshot"
        case .lost: "a loss"
        case .recovered: "a recovery"
        case .finding: "a finding"
        }
      }
    }

    package var time: String
    /// The same, since 1970.
    package var milliseconds: Int64
    package var kind: Kind
    package var what: String
  }

  package var name: String
  package var kind = Kind.simulated
  package var summary: String
  package var promises: [Int]
  package var verdict = Verdict.pass
  /// Why it was skipped, in a sentence.
  package var skipReason: String?
  package var seed: UInt64
  package var devices: Int
  package var rpo = Loss()
  package var rto: [Phase] = []
  /// Effects that had to be counted, or shown, and are not.
  package var lost = 0
  /// Effects that are counted more often than they happened.
  package var duplicated = 0
  /// What was taken back and counts, or is shown, again.
  package var resurrected = 0
  package var digests = Digests()
  package var cameBack = Origins()
  /// What is wrong, each a sentence; empty where the verdict is good.
  package var findings: [String] = []
  package var timeline: [Moment] = []
  package var notChecked: [String]
  /// The command that runs it again.
  package var again: String

  /// For people, in a few lines.
  package var text: String {
    let title = "\(verdict.rawValue)  \(name): \(summary)"
    if let skipReason { return title + "\n      SKIPPED: \(skipReason)" }
    var lines = [
      title,
      "      lost \(lost), duplicated \(duplicated), resurrected \(resurrected); gone for good "
        + "\(Figure.count(rpo.events, "event")) of the last \(rpo.seconds) s, "
        + "\(rpo.acknowledged) of them acknowledged",
      "      " + rto.map { "\($0.phase) \($0.milliseconds) ms" }.joined(separator: ", "),
    ]
    lines += rpo.lines.map { "      GONE: \($0)" }
    lines += findings.map { "      FINDING: \($0)" }
    lines += (details + ["again: \(again)"]).map { "      " + $0 }
    return lines.joined(separator: "\n")
  }
}

extension DrillReport {
  /// The report of a drill with processes, to be filled in.
  package init(
    ofProcesses name: String, summary: String, promises: [Int], seed: UInt64, devices: Int,
    notChecked: [String], again: String
  ) {
    self.init(
      name: name, kind: .processes, summary: summary, promises: promises, seed: seed,
      devices: devices, notChecked: notChecked, again: again)
  }

  /// Nothing of it was looked at.
  package mutating func skip(_ reason: String) {
    verdict = .skipped
    skipReason = reason
  }

  /// It ends before anything happened.
  package mutating func fail(_ finding: String) {
    verdict = .fail
    findings.append(finding)
  }
}

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

extension DrillReport {
  /// What is gone for somebody: so many events of one kind with one page, made on one device.
  package struct Gone: Hashable, Sendable, Codable {
    package enum Event: String, Hashable, Sendable, Codable {
      case engaged, deleted
      /// On the device alone: nothing of it is ever counted.
      case kept
    }

    package var device: Int
    package var app: String
    package var event: Event
    package var page: String
    package var count: Int
    /// Whether the cloud once gave a receipt for it.
    package var isAcknowledged: Bool

    /// For people.
    var text: String {
      let what =
        switch event {
        case .engaged: "opened page"
        case .deleted: "deleted page"
        case .kept: "kept item"
        }
      return "device \(device), \(app): \(what) \(page)" + (count == 1 ? "" : ", \(count) times")
        + (isAcknowledged ? ", acknowledged" : "")
    }
  }
}

extension DrillReport.Loss {
  private static let lineCountMax = 20

  /// For people: for whom what is gone, of a long list its beginning.
  var lines: [String] {
    let lines = gone.prefix(Self.lineCountMax).map(\.text)
    let rest = gone.count - lines.count
    return rest == 0 ? lines : lines + ["and \(rest) more, which drills.json lists"]
  }
}
