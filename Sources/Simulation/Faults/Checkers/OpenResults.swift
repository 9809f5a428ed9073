internal import CloudAggregator
internal import JournalFormat

/// A search of the public index finds what opens for whoever searches, all of it and nothing else;
/// and nothing that an app did not share is in it.
final class OpenResults: InvariantChecker {
  /// What no app shares.
  var canary = PrivateStaysPrivate.canary
  /// Every title has one of them.
  private static let words = [AppDice.word, "page"]

  func atRest(_ rest: FaultRest, in world: FaultWorld) throws {
    let entries = try rest.cloud.projections.publicEntries()
    for entry in entries {
      let text = String(decoding: entry.item.bytes, as: UTF8.self)
      world.expect(
        .openResults, !text.contains(canary),
        "page \(world.page(of: entry.tag)) has in public what its app did not share")
    }
    for apps in [[], [AppDice.apps[0]], [AppDice.apps[1]], AppDice.apps] {
      for word in Self.words {
        let found = try rest.cloud.projections.search(
          word, limit: 10_000, installed: try InstalledApps(apps))
        let expected = entries.filter {
          Self.opens($0, with: apps) && $0.item.title.lowercased().contains(word)
        }
        let difference = SetDifference(
          Set(found.map { world.page(of: $0.tag) }),
          from: Set(expected.map { world.page(of: $0.tag) }))
        world.expect(
          .openResults, difference == nil,
          "who has \(apps.isEmpty ? "no app" : apps.joined(separator: " and ")) "
            + (difference?.description ?? ""))
      }
    }
  }

  /// RULES, "The cloud": by the key alone, which is an address or begins with the app.
  private static func opens(_ entry: PublicEntry, with apps: [String]) -> Bool {
    let key = entry.item.key
    return key.hasPrefix("http") || apps.contains { key.hasPrefix($0 + "/") }
  }
}
