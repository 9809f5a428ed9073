/// How many edits lie between one word and others: the optimal string alignment distance.
package struct EditDistance {
  private let target: [UInt32]
  /// Which of 32 kinds of bytes the target has, where all of it is ASCII.
  private let letters: UInt32?
  private let isPrefix: Bool
  private let max: Int
  /// The last three lines of the table: of a swap, the one before the last is needed.
  private var lines: [Int]
  private var word: [UInt32] = []

  /// - Parameter isPrefix: the nearest beginning of a word counts, not the whole.
  package init(to target: String, isPrefix: Bool, max: Int) {
    self.target = target.unicodeScalars.map(\.value)
    letters = Self.letters(target.utf8)
    self.isPrefix = isPrefix
    self.max = max
    lines = [Int](repeating: 0, count: 3 * (self.target.count + 1))
  }

  /// Nil where some of it is not ASCII.
  @inline(__always)
  private static func letters(_ bytes: some Sequence<UInt8>) -> UInt32? {
    var letters: UInt32 = 0
    for byte in bytes {
      guard byte < 0x80 else { return nil }
      letters |= 1 << UInt32(byte & 31)
    }
    return letters
  }

  /// Nil where there are more than are allowed. 0 for the word itself, or what begins with it.
  package mutating func edits(of bytes: [UInt8]) -> Int? {
    // What is further on than this makes no beginning nearer.
    let reach = target.count + max
    if let letters, let other = Self.letters(isPrefix ? bytes.prefix(reach) : bytes[...]) {
      guard mayBeNear(bytes.count, letters, other) else { return nil }
      word.removeAll(keepingCapacity: true)
      for byte in isPrefix ? bytes.prefix(reach) : bytes[...] { word.append(UInt32(byte)) }
    } else {
      word = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
      guard word.count + max >= target.count, isPrefix || word.count <= reach else { return nil }
    }
    return edits()
  }

  /// Each edit brings one letter and takes one away, at most.
  @inline(__always)
  private func mayBeNear(_ count: Int, _ letters: UInt32, _ other: UInt32) -> Bool {
    guard count + max >= target.count, (letters & ~other).nonzeroBitCount <= max else {
      return false
    }
    return isPrefix
      || (count <= target.count + max && (other & ~letters).nonzeroBitCount <= max)
  }

  private mutating func edits() -> Int? {
    let count = target.count
    for place in 0...count { lines[place] = place }
    var best = isPrefix || word.isEmpty ? count : Int.max
    for line in 0..<word.count {
      let least = fill(line + 1)
      let last = lines[(line + 1) % 3 * (count + 1) + count]
      if isPrefix || line == word.count - 1 { best = Swift.min(best, last) }
      if least > max { break }
    }
    return best <= max ? best : nil
  }

  /// - Returns: the least number in the line.
  private mutating func fill(_ line: Int) -> Int {
    let width = target.count + 1
    let (own, above, twoAbove) = (line % 3 * width, (line + 2) % 3 * width, (line + 1) % 3 * width)
    lines[own] = line
    var all = line
    for place in 1..<width {
      let isSame = word[line - 1] == target[place - 1]
      var least = lines[above + place - 1] + (isSame ? 0 : 1)
      least = Swift.min(least, lines[own + place - 1] + 1, lines[above + place] + 1)
      if line > 1, place > 1, word[line - 1] == target[place - 2],
        word[line - 2] == target[place - 1]
      {
        least = Swift.min(least, lines[twoAbove + place - 2] + 1)
      }
      lines[own + place] = least
      all = Swift.min(all, least)
    }
    return all
  }
}
