public import JournalFormat

/// Reads a cloud's data folder, also while its server runs. No file is changed.
///
///     let cloud = try CloudReader("run/cloud")
///     for entry in try cloud.search("les mis", limit: 5) {
///       print(entry.events, entry.item.title, entry.item.key)
///     }
///     if let why = try cloud.explanation(of: "https://example.com/dune") { print(why.sentence) }
///
/// All answers are as of the moment when it was made. Making it reads the log from where the
/// projections end, and all of the log if there are none. It is for one task at a time, and each
/// call blocks its thread.
public final class CloudReader {
  package let projections: CloudProjections
  package let log: JournalCloudLog
  /// What has to stay while this reads.
  private let owner: AnyObject?
  private var publicSearch: PublicSearch?

  /// - Parameters:
  ///   - folder: the path of the cloud's data folder.
  ///   - notice: receives a sentence for people about a file beside the log that is not part of
  ///     it, and is not read.
  /// - Throws: `CloudError.Code.notFound` if the folder holds no cloud; `log` if its log is damaged
  ///   or may not be read by this process; `projections`; `newerLog`.
  public convenience init(
    _ folder: String, notice: (@Sendable (String) -> Void)? = nil
  ) throws(CloudError) {
    let storage = CloudStorage.folder(folder, notice: notice)
    guard storage.holdsLog else {
      throw CloudError(.notFound, "There is no cloud in \(folder). Check the path.")
    }
    try self.init(storage)
  }

  /// - Parameters:
  ///   - last: the last entry of the log that counts; nil: all do.
  ///   - owner: kept as long as this is.
  package init(
    _ storage: CloudStorage, until last: UInt64? = nil, keeping owner: AnyObject? = nil
  ) throws(CloudError) {
    self.owner = owner
    (projections, log) = try CloudProjections.read(at: storage, until: last)
  }

  /// Results of a search if the caller does not say how many.
  public static let resultsStandard = 20

  /// Finds public items in which every word of the query begins a word, highest ranked first: by
  /// devices, then by engagements, then by key.
  ///
  /// - Parameters:
  ///   - query: at most 256 bytes and 16 words. Nothing is found without a word.
  ///   - limit: the largest number of results, at least 1.
  ///   - installed: an item without a page is found only if its app is among them.
  /// - Throws: `CloudError.Code.query` for another query or limit; `projections` if the words of an
  ///   item cannot be read.
  public func search(
    _ query: String, limit: Int = resultsStandard, installed: InstalledApps = InstalledApps()
  ) throws(CloudError) -> [PublicEntry] {
    guard limit > 0 else {
      throw CloudError(.query, "\(limit) results were asked for; give a number from 1 on.")
    }
    let search: PublicSearch
    if let publicSearch { search = publicSearch } else { search = PublicSearch(of: try items()) }
    publicSearch = search
    return try search.find(query, limit: limit, installed: installed)
  }

  /// All public items, sorted by key, then by tag.
  ///
  /// - Throws: `CloudError.Code.projections` if the words of an item cannot be read.
  public func items() throws(CloudError) -> [PublicEntry] { try projections.publicEntries() }

  /// What the cloud holds. It takes as long as there are devices and items.
  ///
  /// - Throws: `CloudError.Code.projections` if they cannot be read.
  public func status() throws(CloudError) -> CloudStatus { try projections.status() }

  /// The counts of every item that was ever engaged with, sorted by key. Rows of items below the
  /// threshold are for the cloud's operator alone.
  ///
  /// - Throws: `CloudError.Code.projections` if the words of an item cannot be read.
  public func popularity() throws(CloudError) -> [PopularityRow] { try projections.popularity() }

  /// Explains why an item is public or not, and which reports its counts are made of.
  ///
  /// The answer names devices, and items below the threshold: it is for the cloud's operator. The
  /// log is read twice.
  ///
  /// - Parameter name: the key of a public item, or the tag of any item, in hexadecimal digits with
  ///   or without "tag:" before them.
  /// - Returns: nil if nobody has reported such an item, or if it is not public and was not named
  ///   by its tag.
  /// - Throws: `CloudError.Code.query` if several apps have a public item with this key; the
  ///   message names their tags. `log` if the log is damaged.
  public func explanation(of name: String) throws(CloudError) -> ItemExplanation? {
    let tags = try projections.tags(named: name)
    guard let tag = tags.first else { return nil }
    guard tags.count == 1 else {
      throw CloudError(
        .query,
        "\(Figure.count(tags.count, "item")) have the key \(name.printable), of several apps. "
          + "Name one by its tag: \(tags.map(\.description).joined(separator: ", ")).")
    }
    return try explanation(of: tag)
  }

  package func explanation(of tag: Tag) throws(CloudError) -> ItemExplanation? {
    try projections.explanation(of: tag, in: log)
  }
}
