internal import Foundation
package import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

/// Taking an app's answer to a reindex request: mark and sweep.
extension Device {
  /// What an answer did.
  package enum ReindexEnding: Hashable, Sendable {
    /// The request has ended, and so many items had not been given again. So many others could not
    /// be, since they are protected and the device is locked: they are asked for by new requests.
    case ended(sweptCount: Int, lockedCount: Int = 0)
    /// The app could not resume and was asked for everything.
    case askedForAll(ReindexRequestName)
    /// There is no such open request.
    case notOpen
  }

  /// The app has given what it was asked for, or cannot resume: ends the request, and sweeps what
  /// was not given again, all in one transaction. Nothing is swept of what it was asked about since
  /// it expires: that goes when it has expired, at once or later. What is protected, and could not
  /// be given while the device is locked, is not swept, and asked for anew.
  @discardableResult
  package func answerReindex(
    _ name: ReindexRequestName, _ answer: ReindexMachine.Answer = .done, at now: Timestamp
  ) throws(DeviceError) -> ReindexEnding {
    switch try reindexMachine().answered(name, answer, now: now, using: &random) {
    case .isNotOpen: return .notOpen
    case .asksForAll(let next, let event):
      var ended = JournalEvent.acknowledged(name, app: event.app)
      ended.reindexAcknowledged.cannotResume = true
      try record([ended, event.event], at: now)
      return .askedForAll(next)
    case .sweeps(let request): return try sweep(request, at: now)
    case .ends(let request):
      try record([.acknowledged(name, app: request.target.app)], at: now)
      try expire(at: now)
      return .ended(sweptCount: 0)
    }
  }

  private func sweep(
    _ request: ReindexRequest, at now: Timestamp
  ) throws(DeviceError) -> ReindexEnding {
    let machine = try reindexMachine()
    let ending = try asking { fold throws(SQLiteError) in
      var indexError: SQLiteError?
      let ending = Result { () throws(DeviceError) in
        try self.sweep(request, machine, at: now) { last, isLocked throws(JournalError) in
          do throws(SQLiteError) {
            return try fold.given.unconfirmed(of: request, after: last, isLocked: isLocked)
          } catch {
            indexError = error
            throw JournalError(error, path: storage.indexPath)
          }
        }
      }
      // Thrown as what it is: a damaged index is made anew and asked again.
      if let indexError { throw indexError }
      return ending
    }
    return try ending.get()
  }

  /// - Parameter next: the identifiers that follow one and were not given again, a page at a time:
  ///   of items that can be given now, or of those that cannot.
  private func sweep(
    _ request: ReindexRequest, _ machine: ReindexMachine, at now: Timestamp,
    next: (_ last: String, _ isLocked: Bool) throws(JournalError) -> [String]
  ) throws(DeviceError) -> ReindexEnding {
    var (sweptCount, lockedCount) = (0, 0)
    try DeviceError.translating(as: .journal) {
      try privateJournal.write { appender throws(JournalError) in
        var expired = JournalEvent()
        expired.itemsExpired.app = request.target.app
        // Its app was asked for items alone: an activity that only has the name of one stays.
        expired.itemsExpired.kind = .item
        expired.itemsExpired.requestID = Data(request.name.bytes)
        while true {
          expired.itemsExpired.ids = try next(expired.itemsExpired.ids.last ?? "", false)
          if expired.itemsExpired.ids.isEmpty { break }
          sweptCount += expired.itemsExpired.ids.count
          try append(expired, at: now, to: &appender)
        }
        try append(
          .acknowledged(request.name, app: request.target.app), at: now, to: &appender)
        var locked = try next("", true)
        while let last = locked.last {
          lockedCount += locked.count
          let again = machine.again(request, for: locked, now: now, using: &random)
          try append(again.event, at: now, to: &appender)
          locked = try next(last, true)
        }
      }
    }
    return .ended(sweptCount: sweptCount, lockedCount: lockedCount)
  }

  private func append(
    _ event: JournalEvent, at time: Timestamp, to appender: inout Appender
  ) throws(JournalError) {
    let payload = try JournalError.translating(privateJournal.path) {
      try event.payload(using: &random)
    }
    try appender.append(EntryDraft(kind: .event, time: time, payload: payload))
  }
}

extension JournalEvent {
  static func acknowledged(_ name: ReindexRequestName, app: String) -> JournalEvent {
    var event = JournalEvent()
    event.reindexAcknowledged.requestID = Data(name.bytes)
    event.reindexAcknowledged.app = app
    return event
  }
}
