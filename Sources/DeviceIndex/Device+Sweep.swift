internal import Foundation
package import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

/// Taking an app's answer to a reindex request: mark and sweep.
extension Device {
  /// What an answer did.
  package enum ReindexEnding: Hashable, Sendable {
    /// The request has ended, and so many items had not been given again.
    case ended(sweptCount: Int)
    /// The app could not resume and was asked for everything.
    case askedForAll(ReindexRequestName)
    /// There is no such open request.
    case notOpen
  }

  /// The app has given what it was asked for, or cannot resume: ends the request, and sweeps what
  /// was not given again, all in one transaction. Nothing is swept of what it was asked about since
  /// it expires: that goes when it has expired, at once or later.
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
    case .sweeps(let request): return .ended(sweptCount: try sweep(request, at: now))
    case .ends(let request):
      try record([.acknowledged(name, app: request.target.app)], at: now)
      try expire(at: now)
      return .ended(sweptCount: 0)
    }
  }

  private func sweep(_ request: ReindexRequest, at now: Timestamp) throws(DeviceError) -> Int {
    let swept = try asking { fold throws(SQLiteError) in
      var indexError: SQLiteError?
      let swept = Result { () throws(DeviceError) in
        try self.sweep(request, at: now) { last throws(JournalError) in
          do throws(SQLiteError) { return try fold.unconfirmed(of: request, after: last) } catch {
            indexError = error
            throw JournalError(error, path: storage.indexPath)
          }
        }
      }
      // Thrown as what it is: a damaged index is made anew and asked again.
      if let indexError { throw indexError }
      return swept
    }
    return try swept.get()
  }

  /// - Parameter next: the identifiers to sweep that follow one, a page at a time.
  private func sweep(
    _ request: ReindexRequest, at now: Timestamp,
    next: (String) throws(JournalError) -> [String]
  ) throws(DeviceError) -> Int {
    var count = 0
    try reading { () throws(JournalError) in
      try privateJournal.write { appender throws(JournalError) in
        var expired = JournalEvent()
        expired.itemsExpired.app = request.target.app
        expired.itemsExpired.requestID = Data(request.name.bytes)
        while true {
          expired.itemsExpired.ids = try next(expired.itemsExpired.ids.last ?? "")
          if expired.itemsExpired.ids.isEmpty { break }
          count += expired.itemsExpired.ids.count
          try append(expired, at: now, to: &appender)
        }
        try append(
          .acknowledged(request.name, app: request.target.app), at: now, to: &appender)
      }
    }
    return count
  }

  private func append(
    _ event: JournalEvent, at time: Timestamp, to appender: inout Appender
  ) throws(JournalError) {
    let payload: [UInt8]
    do throws(FormatError) { payload = try event.payload(using: &random) } catch {
      throw JournalError(error, path: privateJournal.path)
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
