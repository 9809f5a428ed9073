package import JournalFormat

/// Makes snapshots: consistent copies of the journals of a folder, taken while they are in use.
package struct Snapshot {
  /// Open journals under the names of their files, in the order in which they are read; the one
  /// that a place to restore to is meant in comes last.
  package var journals: [(file: String, journal: Journal)]
  package var kind: SnapshotKind
  /// Where the file is put.
  package var folder: String
  package var files: any SnapshotFiles = SystemFiles()
  package var key: SnapshotKey?
  /// What to say of the program.
  package var tool = "spotlog"
  package var cloudLife: CloudLife?
  package var progress: (String) -> Void = { _ in }

  package init(
    of journals: [(file: String, journal: Journal)], kind: SnapshotKind, to folder: String
  ) {
    self.journals = journals
    self.kind = kind
    self.folder = folder
  }

  /// A snapshot of the journals that lie in a folder. A process may write them meanwhile.
  ///
  /// - Parameter notice: told what lies beside a journal and is not part of it.
  /// - Throws: `SnapshotError.Code.unfinished`; `JournalError` for a journal that cannot be opened.
  package init(
    ofFolder directory: String, _ profile: SnapshotProfile, to folder: String,
    notice: (@Sendable (String) -> Void)? = nil
  ) throws {
    try RestorePlan.refuseUnfinished(in: directory)
    let journals = try profile.journals.compactMap { member -> (String, Journal)? in
      let path = directory + "/" + member.file
      guard member == profile.leader || SystemFiles().exists(path) else { return nil }
      var options = JournalOptions()
      options.notice = notice
      let journal = try Journal.open(at: path, kind: member.kind, for: .read, options: options)
      // A copy would lack what was acknowledged, and take the place of one that has it.
      guard !journal.isLogBroken else { throw LogCheck.refusal(of: path) }
      return (member.file, journal)
    }
    // One that began meanwhile may have put away one of them and not the other.
    try RestorePlan.refuseUnfinished(in: directory)
    self.init(of: journals.map { (file: $0.0, journal: $0.1) }, kind: profile.kind, to: folder)
  }

  /// What came of it.
  package struct Made: Hashable, Sendable {
    package let path: String
    package let manifest: SnapshotManifest
  }

  /// Makes a snapshot and returns once it was read again and is durable.
  ///
  /// - Parameter base: the snapshot that this one continues from. A journal that does not continue
  ///   from what the base holds is copied whole.
  package func make(
    over base: SnapshotArchive? = nil, created: Timestamp, dice: inout Dice
  ) throws(SnapshotError) -> Made {
    let name = Nonce(using: &dice).description
    let path = folder + "/" + SnapshotName.file(created: created, name: name)
    // All transactions begin before the first entry is copied: what lags stays behind its cause.
    var sources: [SnapshotSource] = []
    for (file, journal) in journals {
      sources.append(try SnapshotSource(journal, file: file))
    }
    try SnapshotError.translating { try files.makeFolder(folder) }
    let writer = try SnapshotArchiveWriter(
      path: path, seal: key.map { RowSeal(key: $0, snapshot: name) }, created: created,
      files: files)
    var parts: [SnapshotManifest.JournalPart] = []
    for source in sources {
      let before = base?.manifest.journals.first { $0.file == source.file }
      parts.append(try part(source, over: before, writer))
    }
    let isIncrement = parts.contains { !$0.isWhole }
    let manifest = SnapshotManifest(
      tool: tool, name: name, kind: kind, created: created.milliseconds,
      depth: isIncrement ? (base?.manifest.depth ?? 0) + 1 : 0,
      base: isIncrement ? base.map(SnapshotManifest.Base.init) : nil,
      cloudLife: cloudLife?.description, journals: parts)
    progress("verifying")
    try writer.finish(manifest, key: key)
    return Made(path: path, manifest: manifest)
  }

  private func part(
    _ source: SnapshotSource, over base: SnapshotManifest.JournalPart?,
    _ writer: SnapshotArchiveWriter
  ) throws(SnapshotError) -> SnapshotManifest.JournalPart {
    let increment = try base.flatMap { base throws(SnapshotError) in
      try source.increment(over: base)
    }
    let since = increment?.since ?? source.floor
    var part = SnapshotManifest.JournalPart(source, since: since)
    try EntryCopy.run(source, after: since) { first, last, image throws(SnapshotError) in
      progress("\(source.file): entry \(last) of \(source.head.number)")
      let name = SnapshotManifest.JournalPart.segmentName(source.file, first, last)
      part.segments.append(
        .init(first: first, last: last, row: try writer.add(image, as: name)))
    }
    try LocalCopy.run(source) { image throws(SnapshotError) in
      let name = SnapshotManifest.JournalPart.localName(source.file, part.local.count)
      part.local.append(try writer.add(image, as: name))
    }
    let known = increment?.redactions ?? 0
    try LocalCopy.redactions(source, after: known) { image throws(SnapshotError) in
      let name = SnapshotManifest.JournalPart.redactionsName(source.file, part.redactions.count)
      part.redactions.append(try writer.add(image, as: name))
    }
    return part
  }
}

extension SnapshotManifest.JournalPart {
  fileprivate init(_ source: SnapshotSource, since: Journal.Position) {
    let identity = source.journal.identity
    self.init(
      file: source.file, kind: identity.kind.description, name: identity.name.description,
      lineage: identity.lineage.description, parent: Self.hex(identity.parent),
      created: source.journal.created.milliseconds, floor: .init(source.floor),
      since: .init(since), head: .init(source.head), isWhole: since == source.floor,
      redactionCount: source.redactions.count, redactionDigest: source.redactions.digest.hex,
      segments: [], redactions: [], local: [])
  }
}

extension SnapshotManifest.Base {
  fileprivate init(_ archive: SnapshotArchive) {
    self.init(
      file: archive.path.fileName, name: archive.manifest.name,
      digest: archive.manifestDigest.description)
  }
}
