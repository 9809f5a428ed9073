import CoreSpotlightCompat
import DeviceIndex
import Foundation
import Synchronization
import TestSupport
import Testing

/// The listings speak to the process's one device: they are run one after the other.
@Suite("Apple's names", .serialized) enum AppleNames {}

/// A device of a test's own, as the process's.
struct CompatHome {
  let folder: TemporaryFolder
  let host: DeviceHost
  let errors = Gathered<String>()

  init(in folder: TemporaryFolder? = nil) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    host = try DeviceHost(
      folder: folder.path,
      configuration: DeviceConfiguration(
        tagSalt: [UInt8](repeating: 1, count: 16), cloudKeys: []))
    CoreSpotlightDevice.use(host, bundleIdentifier: "com.example.app")
    let errors = errors
    CoreSpotlightDevice.setErrorHandler { errors.add("\($0)") }
  }

  /// What a query finds, by identifier.
  func found(_ query: String = "uniqueIdentifier == *") async throws -> [String] {
    var found: [String] = []
    for try await item in CSSearchQuery(queryString: query, attributes: nil).results {
      found.append(item.id)
    }
    return found.sorted()
  }

  static func item(_ id: String, _ title: String = "soup", domain: String? = nil)
    -> CSSearchableItem
  {
    let attributeSet = CSSearchableItemAttributeSet(contentType: .text)
    attributeSet.title = title
    return CSSearchableItem(
      uniqueIdentifier: id, domainIdentifier: domain, attributeSet: attributeSet)
  }
}

/// What handlers were given, in their order.
final class Gathered<Element: Sendable>: Sendable {
  private let all = Mutex<[Element]>([])

  var elements: [Element] { all.withLock { $0 } }
  func add(_ element: Element) { all.withLock { $0.append(element) } }
}
