internal import TextAnalysis

/// A part of a text, and where words of a query are in it.
package struct MatchedText: Hashable, Sendable {
  package let text: String
  /// In the order of their places; none overlaps another.
  package let matches: [Range<String.Index>]
}

extension SearchDocument {
  /// Bytes that are looked through for words, and that a snippet has.
  private static let byteCountMax = 256 << 10
  private static let snippetByteCount = 160
  /// Bytes of it before the first match.
  private static let leadByteCount = 40

  /// The title with the words of a query marked, and the part of the text that has most of them: of
  /// several the first. Nil: there is no text besides the title.
  package func matched(
    by query: String, _ corrections: [QueryCorrection], _ synonyms: [QuerySynonym] = []
  ) -> (title: MatchedText, snippet: MatchedText?) {
    let words =
      QueryWord.searched(in: query).map { word in
        corrections.first { [$0.typed] == word.parts }.map { QueryWord($0.meant) } ?? word
      } + synonyms.flatMap { QueryWord.searched(in: $0.meant) }
    return (Self.marked(title[...], by: words), body.isEmpty ? nil : Self.snippet(body, words))
  }

  /// Where the words are, in UTF-8: of those that overlap the first, and of these the shortest:
  /// what is joined of several words begins where the first of them does.
  private static func places(
    of words: [QueryWord], in text: Substring
  ) -> [(range: Range<Int>, word: Int)] {
    let tokens = Token.all(in: String(text))
    let all = words.enumerated().flatMap { word in
      word.element.places(in: tokens).map { (range: $0, word: word.offset) }
    }.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var end = 0
    return all.filter { place in
      guard place.range.lowerBound >= end else { return false }
      end = place.range.upperBound
      return true
    }
  }

  private static func marked(_ text: Substring, by words: [QueryWord]) -> MatchedText {
    let shown = String(text)
    var ranges: [Range<String.Index>] = []
    for place in places(of: words, in: text) {
      let range = shown.characters(from: place.range.lowerBound, to: place.range.upperBound)
      // A word may be a part of a character: of a picture that is joined of several.
      if let last = ranges.last, range.lowerBound < last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return MatchedText(text: shown, matches: ranges)
  }

  private static func snippet(_ body: String, _ words: [QueryWord]) -> MatchedText {
    let text = body.cut(from: 0, to: byteCountMax)
    let places = places(of: words, in: text)
    var best = (start: 0, match: 0, count: 0)
    var last = 0
    for first in places.indices {
      let match = places[first].range
      // A long match has less before it.
      let lead = max(0, min(leadByteCount, snippetByteCount - match.count))
      let start = max(0, match.lowerBound - lead)
      while last < places.count, places[last].range.upperBound <= start + snippetByteCount {
        last += 1
      }
      let count = Set(places[first..<max(first, last)].map(\.word)).count
      if count > best.count { best = (start, match.lowerBound, count) }
    }
    let cut = body.cut(
      from: best.start, to: best.start + snippetByteCount, beginningBefore: best.match)
    return marked(cut, by: words)
  }
}

extension String {
  /// The characters that have something between two offsets of UTF-8.
  fileprivate func characters(from start: Int, to end: Int) -> Range<Index> {
    var first = utf8.index(startIndex, offsetBy: start)
    var last = utf8.index(startIndex, offsetBy: end)
    while first.samePosition(in: self) == nil { first = utf8.index(before: first) }
    while last.samePosition(in: self) == nil { last = utf8.index(after: last) }
    return first..<last
  }

  /// The characters that are whole between two offsets of UTF-8. One that begins in a word begins
  /// with the next one, where there is one soon and not behind a place.
  fileprivate func cut(from start: Int, to end: Int, beginningBefore place: Int = 0) -> Substring {
    var (first, last) = (startIndex, endIndex)
    if start > 0 {
      first = utf8.index(startIndex, offsetBy: start, limitedBy: endIndex) ?? endIndex
      while first < endIndex, first.samePosition(in: self) == nil {
        first = utf8.index(after: first)
      }
      let match = utf8.index(startIndex, offsetBy: place, limitedBy: endIndex) ?? endIndex
      let ahead = first < match ? self[first..<match].prefix(20) : self[first..<first]
      if let blank = ahead.firstIndex(where: \.isWhitespace) { first = index(after: blank) }
    }
    if let cut = utf8.index(startIndex, offsetBy: end, limitedBy: endIndex), cut < endIndex {
      last = cut
      while last > first, last.samePosition(in: self) == nil { last = utf8.index(before: last) }
    }
    return first < last ? self[first..<last] : self[first..<first]
  }
}
