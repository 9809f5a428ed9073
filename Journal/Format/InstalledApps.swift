/// The apps that somebody who searches has, as far as he names them.
///
/// A public item without a page is shown to nobody else. Nothing names apps to a server but the
/// caller.
public struct InstalledApps: Hashable, Sendable {
  /// Apps of one search at most.
  public static let countMax = 100
  /// The largest number of bytes of a bundle identifier.
  public static let nameByteCountMax = 255

  /// Bundle identifiers.
  public let names: Set<String>

  /// None: only items with a page are shown.
  public init() { names = [] }

  /// - Parameter names: bundle identifiers, at most 100 of 1 to 255 bytes each.
  /// - Throws: `FormatError.Code.tooLarge` for more, or for a longer one; `malformed` for an empty
  ///   one.
  public init(_ names: some Collection<String>) throws(FormatError) {
    guard names.count <= Self.countMax else {
      throw FormatError(
        .tooLarge,
        "\(names.count) installed apps are named; at most \(Self.countMax) are accepted. Name "
          + "fewer.")
    }
    for name in names {
      guard !name.isEmpty else {
        throw FormatError(.malformed, "An installed app has no name. Give its bundle identifier.")
      }
      guard name.utf8.count <= Self.nameByteCountMax else {
        throw FormatError(
          .tooLarge,
          "The name of an installed app has \(name.utf8.count) bytes; at most "
            + "\(Self.nameByteCountMax) are accepted. Give its bundle identifier.")
      }
    }
    self.names = Set(names)
  }
}

extension PublicItem {
  /// Whether it opens for somebody: its page for everybody, else its app, which he has.
  package func opens(with installed: InstalledApps) -> Bool {
    switch identity {
    case .url: true
    case .related: installed.names.contains(app)
    }
  }
}
