internal import JournalFormat
internal import JournalStore
internal import Sync

/// Requests that share a commit: what they add to the log, and what changes with them at once.
struct RequestGroup {
  let projections: CloudProjections
  var drafts: LogDrafts
  var counters: Aggregator.Counters
  var dice: Dice

  /// Has a control entry, on which every version can act, in the log and in the projections.
  mutating func add(_ entry: ControlEntry, now: Timestamp) {
    projections.applyControl(entry, at: drafts.add(entry, now: now))
  }
}

/// Entries that one commit brings, and what the witness has to hear of them.
struct LogDrafts {
  let start: Journal.Position
  var drafts: [EntryDraft] = []
  /// What the witness is to have before anything is answered.
  var witnessed: [CloudWitness.Record] = []

  init(start: Journal.Position) { self.start = start }

  var nextLogNumber: UInt64 { start.number + UInt64(drafts.count) + 1 }

  /// Where the log will have the entry.
  @discardableResult
  mutating func add(_ entry: ControlEntry, now: Timestamp) -> LogPlace {
    let place = LogPlace(number: nextLogNumber, time: now)
    if entry.takesBack {
      witnessed.append(.act(CloudWitness.Recorded(logNumber: place.number, value: entry)))
    }
    drafts.append(EntryDraft(entry, at: now))
    return place
  }
}

/// An answer that is given once the group is durable.
enum PreparedAnswer {
  case ready(SyncResponse)
  case refused(Refusal)
  case enrolled(epoch: UInt32)
  case opened(epoch: UInt32, OpenVerdict)
  case news(epoch: UInt32)
  case granted(epoch: UInt32)
  case received(epoch: UInt32, BatchPlace, endorsed: [UInt32])
  case verdict(epoch: UInt32, OpenVerdict)

  static func refuse(_ code: Refusal.Code, _ message: String) -> PreparedAnswer {
    .refused(Refusal(code, message))
  }
}

extension ControlEntry {
  /// Whether a log that forgets it would show or count again what it should not.
  var takesBack: Bool {
    switch self {
    case .takeDown, .revoke, .erase, .retract: true
    case .enrol, .grant, .fence, .cloudLife, .threshold, .mark, .incident, .admitted, .withdrawal,
      .recovered, .hole, .recovering, .redacted:
      false
    }
  }
}
