internal import JournalFormat

extension DrillLedger {
  /// What the apps of a device have, as they said it: what its index has to hold.
  func data(on device: Int) -> AppData {
    var data = AppData()
    for place in held[device] ?? [] {
      for event in facts[place].given { data.record(event) }
    }
    return data
  }

  /// What is nowhere any more: how many, how many of them the cloud had acknowledged, how long
  /// before the disaster the oldest was made, and for whom each is lost.
  var loss: DrillReport.Loss {
    let gone = gone
    let spans = gone.map { place in
      let time = facts[place].time
      return Double((goneSince[place] ?? time).milliseconds - time.milliseconds) / 1_000
    }
    let proven = gone.intersection(acknowledged).count
    return DrillReport.Loss(
      events: gone.count, seconds: spans.max() ?? 0, acknowledged: proven,
      unacknowledged: gone.count - proven, gone: rows(of: gone))
  }

  private func rows(of gone: FactSet) -> [DrillReport.Gone] {
    var rows: [DrillReport.Gone: Int] = [:]
    for place in gone {
      let fact = facts[place]
      let row = DrillReport.Gone(
        device: fact.device, app: fact.app, event: fact.kind, page: fact.page, count: 0,
        isAcknowledged: acknowledged.contains(place))
      rows[row, default: 0] += 1
    }
    return rows.map { row, count in
      var row = row
      row.count = count
      return row
    }.sorted { $0.order < $1.order }
  }
}

extension DrillReport.Gone {
  fileprivate var order: (Int, String, String, Int) {
    (device, page, event.rawValue, isAcknowledged ? 1 : 0)
  }
}
