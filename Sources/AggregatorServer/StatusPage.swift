internal import CloudAggregator
internal import HTMLPages
internal import JournalFormat

/// What an operator looks at: the health, and what the status says, for people. It changes nothing,
/// and has no script.
struct StatusPage {
  private let status: CloudStatus
  private let health: CloudHealth
  private let oldestRequestAge: Duration
  private let day: Day

  init(_ status: CloudStatus, _ health: CloudHealth, oldestRequestAge: Duration, day: Day) {
    (self.status, self.health) = (status, health)
    (self.oldestRequestAge, self.day) = (oldestRequestAge, day)
  }

  var page: HTMLPage {
    HTMLPage(
      title: "Status", heading: "Status", subtitle: "Cloud life \(status.cloudLife)",
      content: verdict + figures + backups + losses + log, madeOn: day)
  }

  // MARK: Parts

  private var verdict: HTML {
    let (look, words) =
      switch health.status {
      case .ready: ("good", "Ready")
      case .degraded: ("bad", "Degraded: searches are answered, and not all else works")
      case .recovering: ("bad", "Recovering: nothing is answered yet")
      }
    return .verdict(words, look: look) + Self.list(health.reasons)
  }

  private static func list(_ sentences: [String]) -> HTML {
    guard !sentences.isEmpty else { return "" }
    return "<ul>\(sentences.map { "<li>\($0)</li>" as HTML }.joined())</ul>"
  }

  private var figures: HTML {
    .tiles([
      (Figure.grouped(status.lineages), "devices"), (Figure.grouped(status.reports), "reports"),
      (Figure.grouped(status.publicItems), "public items"),
      (Figure.grouped(status.wanted), "contents that devices are asked for"),
      (Figure.grouped(status.incidents), "detected forks"),
      (Figure.grouped(oldestRequestAge.components.seconds), "seconds that a request waits"),
    ])
  }

  private var backups: HTML {
    let missing = status.logEntries - min(status.logEntries, status.backedUpEntry)
    let last: HTML =
      if let backup = status.lastBackup {
        "<p>The last one, \(backup.file), is of \(backup.time).</p>"
      } else {
        "<p class=bad>There is none that can be restored.</p>"
      }
    let lag: HTML =
      "<p>Not in every backup: \(Figure.count(missing, "entry", "entries")) of the log.</p>"
    return .section("Backups", last + lag + Self.list(status.damagedBackups))
  }

  /// Nothing where nothing was lost.
  private var losses: HTML {
    var sentences = [status.recovering].compactMap { $0 }
    if status.acceptsLoss {
      sentences.append("accept-loss is set: remove it after recovery.")
    }
    return .section("Losses", Self.list(sentences + status.acceptedLosses))
  }

  private var log: HTML {
    .section(
      "Log",
      .pairs([
        ("entries", Figure.grouped(status.logEntries)), ("epochs", Figure.grouped(status.epochs)),
        ("items engaged with", Figure.grouped(status.items)),
        ("threshold", Figure.grouped(status.threshold)),
        ("numbers pruned by devices", Figure.grouped(status.missingNumbers)),
        ("contents without effect", Figure.grouped(status.unaskedContents)),
        ("head", status.logDigest), ("state", status.stateDigest),
      ]))
  }
}
