internal import CloudAggregator
internal import JournalFormat
internal import JournalStore
internal import SQLite
internal import Search

/// What is made of a journal, rebuilt and held against what lies beside it.
package struct DeepCheck {
  package struct Difference: Hashable, Sendable {
    package let what: String
    package let nextStep: String
  }

  /// What was compared; nil: there is nothing to compare with.
  package private(set) var compared: String?
  package private(set) var differences: [Difference] = []

  /// - Parameter progress: called now and then with the entry that was reached.
  package init(of source: JournalSource, progress: (UInt64) -> Void = { _ in }) throws {
    switch source.journal.identity.kind {
    case .private: try compareIndex(source, progress)
    case .cloud: try compareProjections(source)
    case .shared: break
    }
  }

  private mutating func compareIndex(
    _ source: JournalSource, _ progress: (UInt64) -> Void
  ) throws {
    guard let folder = source.folder, DatabaseFile.exists(folder + "/index.sqlite") else { return }
    compared = "the index"
    let own: OwnIndex
    do {
      guard let found = try OwnIndex(of: source) else {
        return differ(
          "The index beside the journal is of another version or of another past.",
          Self.removeIndex)
      }
      own = found
      if let problem = try own.pageProblem() {
        return differ("The index beside the journal is damaged: \(problem).", Self.removeIndex)
      }
    } catch is IndexCopy.IsBusy {
      compared = nil
      return
    } catch let error as JournalError {
      // What lies there is no file, or no file of this reader's: that is no damage.
      let problem = FileSystem.problem(ofOrdinaryFile: folder + "/index.sqlite")
      return differ(
        "The index beside the journal cannot be read: \(error.meaning)",
        problem == nil ? error.nextStep : Self.removeIndex)
    } catch let error as SQLiteError {
      return differ("The index beside the journal is damaged: \(error.message).", Self.removeIndex)
    }
    let made = try PastIndex(
      of: source, until: own.number, readsAnew: true, progress: progress)
    guard made.gaps.isEmpty else {
      compared = "the index, except for redacted words"
      return try compareIdentities(made, own)
    }
    guard try made.contentDigest() != own.contentDigest() else { return }
    let (mine, theirs) = (try made.contents(), try own.contents())
    let missing = mine.keys.count { theirs[$0] == nil }
    let extra = theirs.keys.count { mine[$0] == nil }
    let other = mine.count { theirs[$0.key] != nil && theirs[$0.key] != $0.value }
    differ(
      "The index is not what the journal says: of items and activities it lacks \(missing), has "
        + "\(extra) too many, and \(other) otherwise.", Self.removeIndex)
  }

  /// The index remembers what the journal does not have any more: that is what it is for.
  private mutating func compareIdentities(_ made: PastIndex, _ own: OwnIndex) throws {
    let lost = try made.identities().subtracting(own.identities())
    guard !lost.isEmpty else { return }
    differ(
      "The index lacks \(Figure.count(lost.count, "item")) that the journal has.", Self.removeIndex)
  }

  private static let removeIndex =
    "Delete index.sqlite and what lies beside it: it is rebuilt from the journal."

  private mutating func compareProjections(_ source: JournalSource) throws {
    guard let folder = source.folder, DatabaseFile.exists(folder + "/projections.sqlite") else {
      return
    }
    compared = "the projections"
    let rebuild = "Have them rebuilt: `spotlog cloud rebuild --data \(folder.asShellWord)`."
    let reading = try CloudReader(reading: folder)
    let projections = reading.projections
    if let reason = projections.rebuildReason {
      return differ("The projections are of no use: \(reason).", rebuild)
    }
    let rebuilt = try CloudProjections(
      path: folder + "/no-projections-there", vfs: nil, access: .look, log: reading.log,
      logStart: source.journal.floor)
    if try rebuilt.stateDigest() != projections.stateDigest() {
      differ("The projections are not what the log says.", rebuild)
    }
  }

  private mutating func differ(_ what: String, _ nextStep: String) {
    differences.append(Difference(what: what, nextStep: nextStep))
  }
}

/// A copy of the index that lies beside a private journal.
private struct OwnIndex {
  private let folder: PrivateFolder
  private let projection: IndexProjection

  var number: UInt64 { projection.checkpoint.number }

  init?(of source: JournalSource) throws {
    folder = try PrivateFolder()
    guard let found = try IndexCopy.open(of: source, in: folder) else { return nil }
    projection = found
  }

  /// Reads all pages, each of which has a checksum.
  func pageProblem() throws(SQLiteError) -> String? {
    let result = try projection.connection.text("PRAGMA quick_check(1)")
    return result == "ok" ? nil : result
  }

  func contentDigest() throws -> Digest { try PastIndex.contentDigest(projection.documents) }
  func contents() throws -> [UInt64: UInt64] { try PastIndex.contents(projection.documents) }
  func identities() throws -> Set<UInt64> { Set(try contents().keys) }
}

extension PastIndex {
  func contents() throws -> [UInt64: UInt64] { try Self.contents(documents) }
  func identities() throws -> Set<UInt64> { Set(try contents().keys) }

  /// Digests of what is found, by digests of identifiers: sixteen bytes each, of any number.
  static func contents(_ documents: DocumentTable) throws -> [UInt64: UInt64] {
    var found: [UInt64: UInt64] = [:]
    for kind in [SearchDocument.Kind.item, .activity] {
      try documents.forEach(kind) { hit in
        let name = [hit.document.app, hit.document.id, "\(kind.rawValue)"]
        found[Self.short(Array(name.joined(separator: "\u{0}").utf8))] =
          Self.short(hit.contentBytes)
      }
    }
    return found
  }

  private static func short(_ bytes: [UInt8]) -> UInt64 {
    Digest(of: bytes).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
