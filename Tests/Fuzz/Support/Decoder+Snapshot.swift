internal import JournalFormat
internal import JournalStore

extension Decoder {
  /// A snapshot's clear row, a zero byte, and its manifest: what is read of an archive before any
  /// row is believed.
  package static let snapshotManifest = Decoder("snapshot-manifest", samples: Samples.manifests) {
    try survives($0, decode: SnapshotWords.init(bytes:), encode: \.bytes)
  }

  /// The file that a restore which was interrupted left in a folder.
  package static let restorePlan = Decoder("restore-plan", samples: Samples.restorePlans) {
    try survives(
      $0,
      decode: { bytes in
        let plan = try RestorePlan(bytes: bytes, path: "restore.json")
        try isInside(plan.members.map(\.file) + plan.derivedFiles)
        return plan
      }, encode: \.bytes)
  }

  /// Anyone who makes or removes files by these names stays in one folder.
  fileprivate static func isInside(_ names: [String]) throws {
    for name in names where name.isEmpty || name.hasPrefix(".") || name.contains("/") {
      throw Violation(description: "\(name.debugDescription) was let through")
    }
  }
}

/// Show a snapshot's manifest.
private struct SnapshotWords: Equatable {
  let header: SnapshotHeader
  let manifest: SnapshotManifest

  init(bytes: [UInt8]) throws {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw CancellationError() }
    header = try SnapshotHeader(bytes: Array(parts[0]), path: "a snapshot")
    manifest = try SnapshotManifest(bytes: Array(parts[1]), header: header, path: "a snapshot")
    try Decoder.isInside(
      manifest.journals.map(\.file) + manifest.rows.map(\.name)
        + [manifest.base?.file].compactMap { $0 })
    // Whatever the leading journal claims, it can be worked with.
    guard manifest.journals.allSatisfy({ $0.identity != nil && $0.head.position != nil }) else {
      throw Violation(description: "a journal that is nobody's was let through")
    }
    for row in manifest.rows where row.bytes < 1 || row.bytes > 1_000_000_000 {
      throw Violation(description: "a row of \(row.bytes) bytes was let through")
    }
  }

  var bytes: [UInt8] { header.bytes + [0] + manifest.bytes }
}

extension Samples {
  private static let hex = String(repeating: "5a", count: 32)
  private static let name = "0102030405060708090a0b0c0d0e0f10"

  private static func row(_ name: String) -> String {
    #"{"name":"\#(name)","bytes":4096,"digest":"\#(hex)"}"#
  }

  /// A journal of entries 1 to 9, or of those after 4.
  private static func journal(isWhole: Bool) -> String {
    let identity = JournalIdentity(kind: .private, name: JournalName(bits: 3))
    let genesis = #"{"number":0,"digest":"\#(identity.genesis)"}"#
    let since = isWhole ? genesis : #"{"number":4,"digest":"\#(hex)"}"#
    let first = isWhole ? 1 : 5
    return #"{"file":"private.journal","kind":"\#(identity.kind)","name":"\#(identity.name)","#
      + #""lineage":"\#(identity.lineage)","created":5,"floor":\#(genesis),"since":\#(since),"#
      + #""head":{"number":9,"digest":"\#(hex)"},"isWhole":\#(isWhole),"redactionCount":1,"#
      + #""redactionDigest":"0102030405060708","segments":[{"first":\#(first),"#
      + #""last":9,"row":\#(row("private.journal-entries-\(first)-9.sqlite"))}],"#
      + #""redactions":[\#(row("private.journal-redactions-1.sqlite"))],"#
      + #""local":[\#(row("private.journal-local-1.sqlite"))]}"#
  }

  /// One that stands alone and is encrypted, and an increment.
  @Sendable static func manifests() -> [[UInt8]] {
    let start = #"{"format":1,"tool":"spotlog","name":"\#(name)","kind":"device","created":5,"#
    let base = #""base":{"file":"snapshot-a.sqlar","name":"\#(name)","digest":"\#(hex)"},"#
    let texts = [
      #"{"format":1,"snapshot":"\#(name)","encryption":"AES-256-GCM","key":"\#(name)"}"#
        + "\0" + start
        + #""depth":0,"cloudLife":"\#(name)","journals":[\#(journal(isWhole: true))]}"#,
      #"{"format":1,"snapshot":"\#(name)","encryption":"none"}"#
        + "\0" + start + #""depth":1,"# + base + #""journals":[\#(journal(isWhole: false))]}"#,
    ]
    return texts.map { Array($0.utf8) }
  }

  @Sendable static func restorePlans() -> [[UInt8]] {
    RestorePlan.Phase.allCases.map { phase in
      let text =
        #"{"format":1,"phase":"\#(phase.rawValue)","snapshot":"\#(name)","point":"head","#
        + #""members":[{"file":"private.journal","wasThere":true,"isRestored":true},"#
        + #"{"file":"shared.journal","wasThere":false,"isRestored":true}],"#
        + #""derivedFiles":["index.sqlite","projections.sqlite"]}"#
      return Array(text.utf8)
    }
  }
}
