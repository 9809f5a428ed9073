internal import TextAnalysis

/// The texts of one item, each folded once, however many comparisons look at it.
final class ItemTexts<Item: QueryableItem> {
  private struct Kind: Hashable {
    let attribute: String
    let folding: TextFolding
    let isWords: Bool
  }

  let item: Item
  private let keeps: Bool
  private var kept: [Kind: [FoldedText]] = [:]

  private let isGivenUp: () -> Bool
  private(set) var wasGivenUp = false

  /// - Parameters:
  ///   - keeps: whether they are asked for more than once.
  ///   - isGivenUp: whether nobody waits for what is found out.
  init(_ item: Item, keeps: Bool, isGivenUp: @escaping () -> Bool = { false }) {
    (self.item, self.keeps, self.isGivenUp) = (item, keeps, isGivenUp)
  }

  func asksWhetherGivenUp() -> Bool {
    wasGivenUp = wasGivenUp || isGivenUp()
    return wasGivenUp
  }

  /// The values of an attribute that are texts.
  func texts(of attribute: String, _ folding: TextFolding, isWords: Bool) -> [FoldedText] {
    let kind = Kind(attribute: attribute, folding: folding, isWords: isWords)
    if let texts = kept[kind] { return texts }
    let texts = item.values(of: attribute).compactMap { value -> FoldedText? in
      guard case .text(let text) = value else { return nil }
      return isWords ? FoldedText(words: text, folding) : FoldedText(whole: text, folding)
    }
    if keeps { kept[kind] = texts }
    return texts
  }
}
