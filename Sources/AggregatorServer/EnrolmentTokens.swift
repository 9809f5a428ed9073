internal import JournalFormat

/// The file of enrolment tokens: one a line, and after a space how many devices it admits.
enum EnrolmentTokens {
  /// - Parameters:
  ///   - path: for messages.
  ///   - lines: of the file.
  /// - Returns: how many devices each token admits, by its SHA-256.
  static func read(_ path: String, _ lines: [[UInt8]]) throws(ServerError) -> [Digest: UInt64] {
    var tokens: [Digest: UInt64] = [:]
    for (place, line) in lines.enumerated() where !line.isEmpty {
      let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
      guard let token = words.first, words.count <= 2, let count = count(words.dropFirst().first)
      else {
        throw ServerError(
          .configuration,
          "Line \(place + 1) of \(path), the enrol-token-file, is not a token. Write a token "
            + "without spaces, and after a space how many devices it admits (1 to \(countMax)).")
      }
      let digest = Digest(of: Array(token))
      guard tokens.updateValue(count, forKey: digest) == nil else {
        throw ServerError(
          .configuration,
          "Line \(place + 1) of \(path), the enrol-token-file, repeats a token. Write each once.")
      }
    }
    guard !tokens.isEmpty else {
      throw ServerError(
        .configuration, "\(path), the enrol-token-file, holds no token. Write one a line.")
    }
    return tokens
  }

  private static let countMax: UInt64 = 1_000_000_000

  /// 1 where nothing is said; nil where it is not a number in range.
  private static func count(_ word: ArraySlice<UInt8>?) -> UInt64? {
    guard let word else { return 1 }
    guard word.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = UInt64(String(decoding: word, as: UTF8.self)), 1...countMax ~= count
    else { return nil }
    return count
  }
}
