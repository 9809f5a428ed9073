import Foundation
import Inspection

/// What the device's journal says of the app, also while the app has the device open.
struct Logbook {
  private let journal: JournalInspector

  init(folder: String) throws { journal = try JournalInspector(folder) }

  /// Prints the last entries about the app, oldest first. Memory does not grow with the journal.
  func printLast(_ count: Int) throws {
    var reader = try journal.reader()
    reader.filter.app = RecipeBook.app
    try reader.keepLast(count)
    try reader.forEach { print("\($0.number)  \($0.line)") }
  }

  /// Prints why a recipe is found, or not.
  func explain(_ id: String) throws {
    let item = try journal.item(id, inApp: RecipeBook.app)
    for line in item?.lines() ?? ["no such recipe"] { print(line) }
  }
}
