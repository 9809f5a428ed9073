import DeviceIndex
import JournalFormat

/// What is said where nothing was found.
enum NoResults {
  /// - Parameter app: whose items alone were looked for; nil: everybody's.
  static func text(in device: Device, ofApp app: String?) throws -> String {
    guard let app else { return "no results" }
    var everything = JournalItemsDeleted()
    (everything.app, everything.all) = (app, true)
    guard try device.queries.reachesNothing(everything) else { return "no results" }
    return "no results: the index has nothing of \(app.printable). Check --app."
  }
}
