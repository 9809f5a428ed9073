internal import Foundation

extension JournalResultsShown {
  /// A list of which nothing was opened.
  ///
  /// - Parameter visible: results that could be seen, from the top down. None is counted twice.
  package init(query: String = "", visible: [JournalShownResult]) {
    self.init()
    self.query = query
    results = visible.eachOnce()
  }

  /// Lists and sums are never in one entry.
  package var isOfSums: Bool { !sums.isEmpty }
}

extension JournalShownSums {
  /// More than any person looks at, so that sums can be added up whatever an entry says.
  private static let countMax: UInt64 = 1 << 40

  /// How many lists it was in, 0 to 2^40.
  package var listCount: Int64 { Int64(min(lists, Self.countMax)) }
  /// How often it was looked at, in thousandths, 0 to 2^40.
  package var lookCount: Int64 { Int64(min(looks, Self.countMax)) }
}

extension [JournalShownResult] {
  /// The results in their order, each where it is first.
  func eachOnce(without other: JournalShownResult? = nil) -> Self {
    var known: Set<ResultName> = []
    if let other { known.insert(ResultName(other)) }
    return filter { known.insert(ResultName($0)).inserted }
  }

  /// Where a result is among these, each of which counts where it is first: from 1 on.
  func place(of result: JournalShownResult) -> Int? {
    let name = ResultName(result)
    return eachOnce().firstIndex { ResultName($0) == name }.map { $0 + 1 }
  }
}

/// What two results have in common that are one.
private struct ResultName: Hashable {
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
