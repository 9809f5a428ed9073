/// An encoding of text that is not read here. Its name is what helps who is handed such a file.
package enum TextEncoding: String, Sendable {
  case utf16 = "UTF-16"
  case utf32 = "UTF-32"

  /// The encoding of a text by how it begins: with a byte order mark, or with a letter of ASCII.
  /// Nil when it can be UTF-8.
  package init?(ofBeginning bytes: some Collection<UInt8>) {
    let beginning = Array(bytes.prefix(4))
    guard beginning.count >= 2 else { return nil }
    let pair = (beginning[0], beginning[1])
    if beginning.count == 4, beginning == [0, 0, 0xFE, 0xFF] || beginning == [0xFF, 0xFE, 0, 0] {
      self = .utf32
    } else if pair == (0xFF, 0xFE) || pair == (0xFE, 0xFF) {
      self = .utf16
    } else if beginning.count == 4, beginning.count(where: { $0 == 0 }) == 3,
      beginning[0] != 0 || beginning[3] != 0
    {
      self = .utf32
    } else if (pair.0 == 0) != (pair.1 == 0) {
      self = .utf16
    } else {
      return nil
    }
  }
}

/// A compressed format that is not read here.
enum Compression: String, CaseIterable {
  case zip, bzip2, xz, zstd

  /// By the first bytes; nil for anything else.
  init?(ofBeginning bytes: [UInt8]) {
    guard let format = Self.allCases.first(where: { bytes.starts(with: $0.beginning) }) else {
      return nil
    }
    self = format
  }

  private var beginning: [UInt8] {
    switch self {
    case .zip: [0x50, 0x4B, 0x03, 0x04]
    case .bzip2: Array("BZh".utf8)
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    }
  }

  /// What writes the lines to standard output.
  var command: String {
    switch self {
    case .zip: "unzip -p FILE"
    case .bzip2: "bzip2 -dc FILE"
    case .xz: "xz -dc FILE"
    case .zstd: "zstd -dc FILE"
    }
  }
}
