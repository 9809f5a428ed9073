internal import Foundation
package import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

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

/// The end of a request with a sweep of what its app did not give again: mark and sweep.
struct ReindexSweep {
  let request: ReindexRequest
  let index: ManagedIndex
  let journal: DeviceJournal

  /// Ends the request, and sweeps, in one transaction.
  func run(at now: Timestamp) throws(DeviceError) -> ReindexEnding {
    let ending = try index.asking { projection throws(SQLiteError) in
      var indexError: SQLiteError?
      let ending = Result { () throws(DeviceError) in
        try run(ReindexMachine(projection.requests), at: now) {
          last, isLocked throws(JournalError) in
          do throws(SQLiteError) {
            return try projection.given.unconfirmed(of: request, after: last, isLocked: isLocked)
          } catch {
            indexError = error
            throw JournalError(error, path: journal.file.path)
          }
        }
      }
      // Thrown as what it is: a damaged index is rebuilt and asked again.
      if let indexError { throw indexError }
      return ending
    }
    return try ending.get()
  }

  /// - Parameter next: the identifiers that follow one and were not given again, a page at a time:
  ///   of items that can be given now, or of those that cannot.
  private func run(
    _ machine: ReindexMachine, at now: Timestamp,
    next: (_ last: String, _ isLocked: Bool) throws(JournalError) -> [String]
  ) throws(DeviceError) -> ReindexEnding {
    var (sweptCount, lockedCount) = (0, 0)
    try journal.write { appender throws(JournalError) in
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
        let again = machine.again(request, for: locked, now: now, using: &journal.random)
        try append(again.event, at: now, to: &appender)
        locked = try next(last, true)
      }
    }
    return .ended(sweptCount: sweptCount, lockedCount: lockedCount)
  }

  private func append(
    _ event: JournalEvent, at time: Timestamp, to appender: inout Appender
  ) throws(JournalError) {
    let payload = try JournalError.translating(journal.file.path) {
      try event.payload(using: &journal.random)
    }
    try appender.append(EntryDraft(kind: .event, time: time, payload: payload))
  }
}
