internal import Foundation

extension JournalResultEngaged {
  /// - Parameter visible: results that could be seen. The opened one is not counted as shown beside
  ///   itself, nor any other twice.
  package init(
    _ result: JournalShownResult, query: String = "", visible: [JournalShownResult] = []
  ) {
    self.init()
    self.result = result
    self.query = query
    var known: Set<Name> = [Name(result)]
    shown = visible.filter { known.insert(Name($0)).inserted }
  }

  /// What two results have in common that are one.
  private struct Name: Hashable {
    let isPublic: Bool
    let app: [UInt8]
    let id: [UInt8]

    init(_ result: JournalShownResult) {
      isPublic = result.source == .public
      // A public result is what its tag says, whatever it is called.
      app = isPublic && !result.tag.isEmpty ? [] : Array(result.app.utf8)
      id = isPublic && !result.tag.isEmpty ? [UInt8](result.tag) : Array(result.id.utf8)
    }
  }
}
