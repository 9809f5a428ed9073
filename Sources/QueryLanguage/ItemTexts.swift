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

  /// - Parameter keeps: whether they are asked for more than once.
  init(_ item: Item, keeps: Bool) { (self.item, self.keeps) = (item, keeps) }

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
