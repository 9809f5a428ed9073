import Testing

@testable import TextAnalysis

/// What a query ignores, the index ignores as well: else an index would leave out what a query
/// means.
@Suite("The words of an index") struct FoldingAgreementTests {
  private func searched(_ scalars: [Unicode.Scalar]) -> [UInt8] {
    var folding = SearchFolding()
    for scalar in scalars { folding.append(scalar) }
    folding.end()
    return folding.bytes
  }

  @Test(arguments: [TextFolding(), .ignoresCase, .ignoresAccents, [.ignoresCase, .ignoresAccents]])
  func `are the same for every character that a query takes for another`(folding: TextFolding) {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let folded = folding.folded(String(scalar))
      guard searched(folded) != searched([scalar]) else { continue }
      Issue.record("\(String(value, radix: 16)): \(folded)")
      return
    }
  }

  @Test func `fold to themselves`() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = searched([scalar])
      let twice = searched(Array(String(decoding: once, as: UTF8.self).unicodeScalars))
      guard once != twice else { continue }
      Issue.record("\(String(value, radix: 16))")
      return
    }
  }

  /// So that words begin and end at the same places in every way of writing a text.
  @Test func `are taken apart as their canonical decomposition is`() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let parts = TextFolding().folded(String(scalar)).map { WordCharacter($0) }
      let whole = WordCharacter(scalar)
      let isSame = parts.first.map {
        $0.isWord == whole.isWord && $0.isUpper == whole.isUpper && $0.isLower == whole.isLower
          && $0.isDense == whole.isDense && $0.extends == whole.extends
      }
      guard isSame != true || !parts.dropFirst().allSatisfy(\.extends) else { continue }
      Issue.record("\(String(value, radix: 16))")
      return
    }
  }
}
