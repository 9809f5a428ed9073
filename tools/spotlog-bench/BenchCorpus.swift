/// A million documents of made-up words, and what people type to find them: the same on every
/// machine. Word frequencies are Zipf's, and what is asked for is in a document's title.
struct BenchCorpus {
  struct Document {
    let title: String
    let description: String
    /// 0 to 1,000,000; few have much of it.
    let popularity: Int
  }

  struct Query {
    /// How much of it was typed: "p1" one letter, "w1+p" a word and the beginning of another.
    let kind: String
    let text: String
  }

  private static let wordCount = 200_000
  /// The commonest words are hardly asked for.
  private static let commonCount = 20
  private static let onsets = [
    "b", "c", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "st",
    "tr", "br", "pl", "gr", "sh", "ch", "th", "cl",
  ]
  private static let nuclei = ["a", "e", "i", "o", "u", "ai", "ea", "ou"]
  private static let codas = ["", "", "n", "r", "s", "t", "l", "m", "d", "nd", "st", "ng"]

  private var words: [String] = []
  /// For each word, how often it and all before it come.
  private var frequencies: [UInt64] = []

  init() {
    var random = Draw(seed: 0x590_7106)
    var seen: Set<String> = []
    while words.count < Self.wordCount {
      let word = Self.word(rank: words.count, &random)
      if seen.insert(word).inserted { words.append(word) }
    }
    var total: UInt64 = 0
    for rank in 0..<UInt64(Self.wordCount) {
      total += (1 << 40) / (rank + 3)
      frequencies.append(total)
    }
  }

  private static func word(rank: Int, _ random: inout Draw) -> String {
    let (least, most) = rank < 300 ? (1, 1) : rank < 20_000 ? (2, 2) : (2, 3)
    var word = ""
    for _ in 0..<least + random.below(most - least + 1) {
      word += onsets[random.below(onsets.count)]
      word += nuclei[random.below(nuclei.count)]
    }
    return word + codas[random.below(codas.count)]
  }

  private func rank(_ random: inout Draw) -> Int {
    let drawn = random.below(frequencies[frequencies.count - 1])
    var (low, high) = (0, frequencies.count)
    while low < high {
      let middle = (low + high) / 2
      if frequencies[middle] > drawn { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func ranks(
    of number: Int
  ) -> (title: [Int], description: [Int], popularity: Int) {
    var random = Draw(seed: 0xD0C0_0000 &+ UInt64(number) &* 0x100_0003)
    let titleLength = 3 + random.below(7)
    let length = 18 + random.below(25)
    let title = (0..<titleLength).map { _ in rank(&random) }
    let description = (0..<length).map { _ in rank(&random) }
    return (title, description, 1_000_000 / (1 + random.below(100_000)))
  }

  func document(_ number: Int) -> Document {
    let ranks = ranks(of: number)
    return Document(
      title: ranks.title.map { words[$0] }.joined(separator: " "),
      description: ranks.description.map { words[$0] }.joined(separator: " "),
      popularity: ranks.popularity)
  }

  /// - Parameter documentCount: the documents that are asked for.
  func queries(_ count: Int, of documentCount: Int) -> [Query] {
    var random = Draw(seed: 0x9E_5217)
    return (0..<count).map { _ in
      let title = ranks(of: random.below(documentCount)).title
      var pool = title.filter { $0 >= Self.commonCount }
      if pool.isEmpty { pool = title }
      func pick(_ random: inout Draw) -> String {
        let place = random.below(pool.count)
        return words[pool.count > 1 ? pool.remove(at: place) : pool[place]]
      }
      switch random.below(100) {
      case ..<10: return Query(kind: "p1", text: String(pick(&random).prefix(1)))
      case ..<20: return Query(kind: "p2", text: String(pick(&random).prefix(2)))
      case ..<40:
        let word = pick(&random)
        return Query(kind: "p3-4", text: String(word.prefix(3 + random.below(2))))
      case ..<50: return Query(kind: "w1", text: pick(&random))
      case ..<85:
        let (first, last) = (pick(&random), pick(&random))
        return Query(kind: "w1+p", text: "\(first) \(last.prefix(1 + random.below(4)))")
      default:
        let (first, second, last) = (pick(&random), pick(&random), pick(&random))
        return Query(
          kind: "w2+p", text: "\(first) \(second) \(last.prefix(1 + random.below(4)))")
      }
    }
  }

  /// SplitMix64, and numbers below a bound by the upper half of a product.
  private struct Draw {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: UInt64) -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return (mixed ^ (mixed >> 31)).multipliedFullWidth(by: bound).high
    }

    mutating func below(_ bound: Int) -> Int { Int(below(UInt64(bound))) }
  }
}
