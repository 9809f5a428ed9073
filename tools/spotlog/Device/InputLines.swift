import DeviceIndex
import JournalFormat
import TraceLines

/// The lines of standard input, of which the first can be looked at before a device is made for
/// them.
final class InputLines {
  let reader: TraceReader
  let defaults: TraceEvent.Defaults
  let unlocking: UnlockOptions
  /// What was read ahead, and nobody was given yet.
  private var first: Result<[UInt8]?, TraceError>?

  static let nothingJournaled = "No new line was journaled."

  /// Opens standard input.
  init(app: String?, _ unlocking: UnlockOptions) throws(TraceError) {
    reader = try TraceReader(path: "-")
    defaults = .oneDevice(app: app)
    self.unlocking = unlocking
  }

  /// The next line; nil at the end.
  func next() throws(TraceError) -> [UInt8]? {
    guard let first else { return try reader.next() }
    self.first = nil
    return try first.get()
  }

  /// Refuses input of which not even the first line could be recorded in a new device. Waits for
  /// that line.
  ///
  /// - Parameter setsAside: whether a bad line is no obstacle to those behind it.
  func refuseUnrecordable(setsAside: Bool) throws {
    let found = Result { () throws(TraceError) in try reader.next() }
    first = found
    do throws(TraceError) {
      guard let line = try found.get() else { return }
      try check(line)
    } catch {
      guard setsAside, error.isAboutOneLine else {
        throw Failure(status(of: error), "\(error) \(Self.nothingJournaled)")
      }
    }
  }

  private func check(_ line: [UInt8]) throws(TraceError) {
    do {
      let event = try TraceEvent(json: line, defaults: defaults).journaled()
      try Device.refuseUnrecordable(event, isUnlocked: unlocking.unlock != nil)
    } catch {
      throw refusal(of: error)
    }
  }

  /// The error of the line that was read last.
  func refusal(of error: any Error) -> TraceError {
    if let error = error as? TraceLineError {
      return reader.error(aboutLine: error.reason, column: error.column)
    }
    var refusal = reader.error(aboutLine: "cannot be taken: \(unlocking.sentence(of: error))")
    // What the device's files or keys are in the way of is in the way of the next line, too.
    refusal.isAboutOneLine =
      (error as? DeviceError).map {
        [.invalidItem, .invalidActivity, .quotaExceeded].contains($0.code)
      } ?? false
    return refusal
  }
}
