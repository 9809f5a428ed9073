import DeviceIndex
import JournalFormat
import TraceLines

/// The lines of standard input, of which the first can be looked at before a device is made for
/// them.
final class InputLines {
  let reader: TraceReader
  let defaults: TraceEvent.Defaults
  /// What was read ahead, and nobody was given yet.
  private var first: Result<[UInt8]?, TraceError>?

  static let nothingJournaled = "No new line was journaled."

  /// Opens standard input.
  init(app: String?) throws(TraceError) {
    reader = try TraceReader(path: "-")
    defaults = .oneDevice(app: app)
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
  /// - Parameters:
  ///   - isUnlocked: whether protected items could be recorded.
  ///   - setsAside: whether a bad line is no obstacle to those behind it.
  func refuseUnrecordable(isUnlocked: Bool, setsAside: Bool) throws {
    let found = Result { () throws(TraceError) in try reader.next() }
    first = found
    do throws(TraceError) {
      guard let line = try found.get() else { return }
      try check(line, isUnlocked: isUnlocked)
    } catch {
      guard setsAside, error.isAboutOneLine else {
        throw Failure(status(of: error), "\(error) \(Self.nothingJournaled)")
      }
    }
  }

  private func check(_ line: [UInt8], isUnlocked: Bool) throws(TraceError) {
    do {
      let event = try TraceEvent(json: line, defaults: defaults).journaled()
      try Device.refuseUnrecordable(event, isUnlocked: isUnlocked)
    } catch let error as TraceLineError {
      throw reader.error(aboutLine: error.reason, column: error.column)
    } catch {
      var failure = reader.error(aboutLine: "cannot be taken: \(error)")
      failure.isAboutOneLine = Self.isAboutOneLine(error)
      throw failure
    }
  }

  /// Whether what is wrong with a line says nothing of the next one.
  static func isAboutOneLine(_ error: any Error) -> Bool {
    (error as? DeviceError).map {
      [.invalidItem, .invalidActivity, .quotaExceeded].contains($0.code)
    } ?? false
  }
}
