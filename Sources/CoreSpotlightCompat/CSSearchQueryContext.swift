internal import DeviceIndex
public import Foundation
internal import QueryLanguage

/// How a query is asked.
open class CSSearchQueryContext: NSObject, @unchecked Sendable {
  /// Whose items are asked for besides the app's own.
  public struct SourceOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Mail. Makes no difference: apps find their own items alone.
    public static let allowMail = Self(rawValue: 1 << 0)
  }

  /// Only these attributes are in the found items; empty: all.
  public var fetchAttributes: [String] = []
  /// Queries that have to hold besides, all of them.
  public var filterQueries: [String] = []
  /// Makes no difference: words are split and compared alike in every language.
  public var keyboardLanguage: String?
  /// Makes no difference: an app asks for its own items alone.
  public var sourceOptions: SourceOptions = []

  /// A context that asks for all attributes.
  public override init() {}

  /// As it is now: a query is not changed by what is set later.
  func snapshot() throws -> SearchQuery.Context {
    SearchQuery.Context(
      fetchAttributes: fetchAttributes.isEmpty ? nil : Set(fetchAttributes),
      filterQueries: try filterQueries.map { try Query($0) })
  }
}

/// How what a person typed is looked for.
open class CSUserQueryContext: CSSearchQueryContext, @unchecked Sendable {
  /// 0: all that are found.
  public var maxResultCount = 0
  /// 0: as many as there are.
  public var maxSuggestionCount = 0
  /// Whether the best come first, which is what `maxResultCount` then keeps.
  public var enableRankedResults = true
  /// Makes no difference: all results are ranked, exactly.
  public var maxRankedResultCount = 0
  /// Makes no difference: nothing is found by its meaning.
  public var disableSemanticSearch = true
  /// The suggestion that the person chose to get here.
  public private(set) var currentSuggestion: CSSuggestion?

  /// A context that asks for all attributes.
  public override init() { super.init() }

  /// - Parameter currentSuggestion: what the person chose, if anything.
  public init(currentSuggestion: CSSuggestion?) {
    self.currentSuggestion = currentSuggestion
    super.init()
  }

  func takenForWords() throws -> UserQuery.Context {
    let taken = try snapshot()
    var context = UserQuery.Context()
    context.fetchAttributes = taken.fetchAttributes
    context.filterQueries = taken.filterQueries
    context.maxResultCount = maxResultCount > 0 ? maxResultCount : .max
    context.maxSuggestionCount = maxSuggestionCount > 0 ? maxSuggestionCount : .max
    context.isRanked = enableRankedResults
    return context
  }
}
