import DeviceIndex
import Foundation
import Inspection

/// What an operator's tool says of a device's folder, also while the app has it open.
struct OperatorView {
  let lines: [String]

  init(of folder: String, searching words: String) throws {
    let device = try DeviceReader(folder)
    while try !device.readIndex().isComplete {}
    let found = try device.search(words, inApp: RecipeBook.app, isExplained: true)
    let counts = try device.indexSummary()
    let requests = try device.openReindexRequests()
    let standing = try device.syncStanding()
    lines =
      found.map { result in
        let words = (result.score?.words ?? []).map { "\($0.text) in \($0.documentCount)" }
        return "\(result.uniqueIdentifier): \(words.joined(separator: ", "))"
      } + [
        "items: \(counts.itemCount), open requests: \(requests.count)",
        "cloud: \(standing.phase). Next step: \(standing.nextStep)",
      ]
  }
}
