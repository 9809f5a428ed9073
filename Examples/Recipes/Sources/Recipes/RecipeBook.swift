import DeviceIndex
import Foundation

/// Keeps the app's index equal to its recipes, and gives them again when the index asks.
struct RecipeBook: SearchableIndexDelegate {
  static let app = "com.example.recipes"
  static let indexName = "recipes"

  let recipes: [Recipe]

  /// Names the state of the app's data, at most 250 bytes. The index returns the state of its last
  /// batch: after a restore that is an older one.
  private var clientState: [UInt8] { Array("recipes \(recipes.count)".utf8) }

  /// Indexes the recipes, unless the index has them already.
  func update(_ index: SearchableIndex) async throws {
    guard try await index.fetchLastClientState() != clientState else { return }
    var batch = try index.beginBatch()
    try batch.indexSearchableItems(recipes.map(\.item))
    // Durable when it returns. A search sees it soon; a test or a script may want to wait.
    let place = try await batch.end(withClientState: clientState)
    try await index.waitUntilSearchable(place)
  }

  func searchableIndex(
    _ index: SearchableIndex,
    reindexAllSearchableItemsWithAcknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws {
    print("the index asks for all recipes")
    try await index.indexSearchableItems(recipes.map(\.item))
    // Only after the last item: the index removes what was not given by then.
    try await acknowledge()
  }

  func searchableIndex(
    _ index: SearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
    acknowledgementHandler acknowledge: ReindexAcknowledgement
  ) async throws {
    print("the index asks for \(identifiers.sorted().joined(separator: ", "))")
    let wanted = recipes.filter { identifiers.contains($0.id) }
    try await index.indexSearchableItems(wanted.map(\.item))
    try await acknowledge()
  }
}
