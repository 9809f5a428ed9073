import ArgumentParser
import JournalFormat

/// Public results that a person could see: `device search --json` prints their tags.
struct PublicResultOptions: ParsableArguments {
  @Option(
    help: "The tag of a public result that was visible; can be repeated.",
    transform: PublicResultOptions.tag)
  var shownTag: [Tag] = []

  static func tag(_ text: String) throws -> Tag {
    let hex = text.hasPrefix("tag:") ? String(text.dropFirst(4)) : text
    guard let tag = Tag(hex: hex) else {
      throw ValidationError(
        "\"\(text.printable)\" is not a tag; expected 34 hex digits, as `spotlog device search "
          + "--json` prints them.")
    }
    return tag
  }
}
