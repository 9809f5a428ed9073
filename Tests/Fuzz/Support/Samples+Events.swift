internal import Foundation
internal import JournalFormat
internal import SwiftProtobuf

extension Samples {
  @Sendable static func events() throws -> [[UInt8]] {
    var dice = SplitMix64(9)
    return try (facts + activities).map { fact in
      var event = JournalEvent()
      event.fact = fact
      return try event.payload(using: &dice)
    }
  }

  /// A value of every kind, lists and maps among them.
  private static var values: [JournalValue] {
    let kinds: [JournalValue.OneOf_Kind] = [
      .string("A film"), .number(.nan), .number(7.5), .boolean(true), .dateMilliseconds(-1),
      .data(Data([1, 2])), .null(true), .url("https://example.com/a"), .integer(-3),
      .person(
        .with {
          $0.displayName = "Ann"
          $0.handles = ["ann@example.com"]
        }),
      .localized(
        .with {
          $0.texts = ["de": "Ein Film", "fr": "Un film"]
          $0.fallback = "A film"
        }),
    ]
    let plain = kinds.map { kind in JournalValue.with { $0.kind = kind } }
    return plain + [
      .with { $0.list.values = plain }, .with { $0.map.values = ["a": plain[0], "b": plain[1]] },
    ]
  }

  private static var attributes: JournalAttributes {
    .with {
      $0.values = values.enumerated().map { index, value in
        .with {
          $0.name = "com_example_\(index)"
          $0.value = value
          $0.custom.searchable = true
        }
      }
    }
  }

  private static var facts: [JournalEvent.OneOf_Fact] {
    [
      .itemIndexed(
        .with {
          $0.app = "com.example.films"
          $0.id = "film-1"
          $0.domain = "a.b"
          $0.attributes = attributes
          $0.merge = true
        }),
      .itemsDeleted(
        .with {
          $0.ids = ["film-1"]
          $0.domains = ["a"]
        }),
      .reindexRequested(
        .with {
          $0.requestID = Data([1])
          $0.reason = .restored; $0.deadlineMilliseconds = 5
        }),
      .reindexAcknowledged(.with { $0.requestID = Data([1]) }),
      .batchEnded(.with { $0.clientState = Data([2]) }),
      .synonymsSet(
        .with {
          $0.version = "2"
          $0.groups = [.with { $0.terms = ["tv", "television"] }]
        }),
      .epochAdopted(.with { $0.grant = Data(grant.bytes) }),
      .journalBegun(
        .with {
          $0.lineageSecret = Data([3])
          $0.createdBy = "spotlog"
        }),
    ]
  }

  private static var activities: [JournalEvent.OneOf_Fact] {
    let shown = JournalShownResult.with {
      $0.source = .public
      $0.tag = Data(tag.bytes)
    }
    return [
      .activityRecorded(
        .with {
          $0.type = "view"
          $0.keywords = ["Comedy", "Drama"]
          $0.userInfo = ["a": values[0], "b": values[2]]
          $0.eligibleForPublicIndexing = true
        }),
      .activitiesDeleted(.with { $0.persistentIdentifiers = ["a"] }),
      .itemsExpired(
        .with {
          $0.ids = ["film-1"]
          $0.kind = .activity
          $0.expiredMilliseconds = [-1]
        }),
      .resultsShown(
        .with {
          $0.query = "film"
          $0.results = [shown]
        }),
      .resultEngaged(
        .with {
          $0.result = shown
          $0.shown = [shown, shown]
        }),
    ]
  }
}
