import Foundation
import Inspection

/// What the device's journal says of a recipe. The device may be open meanwhile.
struct History {
  let lines: [String]

  /// - Returns: nil if the journal names no such recipe.
  init?(of id: String, in folder: String) throws {
    let journal = try JournalInspector(folder)
    guard let item = try journal.item(id, inApp: RecipeBook.app) else { return nil }
    lines = item.steps.map { "entry \($0.entry): \($0.effect)" } + [item.sentence]
  }
}
