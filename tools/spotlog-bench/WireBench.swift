import CZlib
import Foundation
import JournalFormat
import Simulation
import TraceLines

/// What travels, and what it costs to open.
enum WireBench {
  static func run() throws -> [Measurement] {
    try [reportBytes(256), reportBytes(1_024), header] + contents() + inflating()
  }

  private static let incompressibleByteCount = 16.0 + 16 + 8

  private static func reportBytes(_ count: Int) throws -> Measurement {
    var fleet = BenchFleet(seed: 4)
    fleet.add(1)
    let batch = try fleet.batch(from: 0, reports: count, day: 16_000)
    return Measurement(
      name: "bytes per report in a batch of \(count), header and all",
      ours: Double(batch.count) / Double(count), unit: "bytes",
      limitName: "tag, digest and origin", limit: incompressibleByteCount, target: 1.1,
      targetIsRatio: true, smallerIsBetter: true)
  }

  // MARK: Content

  private static func contents() throws -> [Measurement] {
    let items = BenchItems.load()
    let groups = stride(from: 0, to: items.all.count - 255, by: 256).map {
      Array(items.all[$0..<$0 + 256])
    }
    let together = try bytes(of: groups)
    let alone = try bytes(of: items.all.prefix(1_024).map { [$0] })
    return [
      Measurement(
        name: "content reports, 256 together (\(items.name))", ours: together.ours,
        unit: "bytes each", limitName: "gzip -6 JSON Lines of the same fields",
        limit: together.gzip, target: 0.85, targetIsRatio: true, smallerIsBetter: true),
      Measurement(
        name: "content reports, each alone as devices send them, without the header",
        ours: alone.ours - Double(BatchHeader.byteCount), unit: "bytes each",
        limitName: "gzip -6 of one JSON line", limit: alone.gzip, target: 0.85,
        targetIsRatio: true, smallerIsBetter: true),
    ]
  }

  /// Bytes per content report in ours and in gzip, both with what salts the digest.
  private static func bytes(
    of groups: [[PublicItem]]
  ) throws -> (ours: Double, gzip: Double) {
    var random = SplitMix64(5)
    let key = SigningKey(using: &random)
    let writer = BatchWriter()
    var ours = 0
    var gzip = 0
    var count = 0
    for group in groups {
      var entries: [Entry] = []
      var digest = Digest.zero
      var lines: [UInt8] = []
      for (place, item) in group.enumerated() {
        let salt = UInt128(random.next() as UInt64) << 64 | UInt128(random.next() as UInt64)
        let payload = Report.content(item, salt: salt).payload
        let header = EntryHeader(
          number: SequenceNumber(UInt64(place + 1))!, time: Day(16_000).start,
          kind: .report(.content),
          encryption: .none, payloadByteCount: UInt32(payload.count),
          payloadDigest: Digest(of: payload))
        digest = header.digest(after: digest)
        entries.append(Entry(header: header, digest: digest, payload: payload))
        lines += try json(item, salt: Data(payload.prefix(16))) + [UInt8(ascii: "\n")]
      }
      ours += try writer.batch(
        of: entries, lineage: LineageName(using: &random), epoch: EpochName(using: &random),
        previousDigest: .zero, signedBy: key
      ).count
      gzip += gzipByteCount(lines)
      count += group.count
    }
    return (Double(ours) / Double(count), Double(gzip) / Double(count))
  }

  private static func json(_ item: PublicItem, salt: Data) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(JSONItem(item, salt: salt)))
  }

  private struct JSONItem: Encodable {
    let app: String
    let type: String
    let url: String
    let title: String
    let description: String
    let keywords: [String]
    let thumbnailURL: String
    let salt: Data

    init(_ item: PublicItem, salt: Data) {
      app = item.app
      type = item.activityType
      url = item.key
      title = item.title
      description = item.contentDescription
      keywords = item.keywords
      thumbnailURL = item.thumbnailURL
      self.salt = salt
    }
  }

  /// What gzip -6 makes of the bytes: zlib with 16 added to the window is gzip's format.
  private static func gzipByteCount(_ bytes: [UInt8]) -> Int {
    var stream = z_stream()
    deflateInit2_(
      &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var bytes = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    return bytes.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
  }

  /// What every batch has before its entries; for a batch of one report it is most of it.
  private static var header: Measurement {
    Measurement(
      name: "header of a batch with its signature", ours: Double(BatchHeader.byteCount),
      unit: "bytes", target: 160, targetIsRatio: false, smallerIsBetter: true)
  }

  // MARK: Inflating

  private static func inflating() throws -> [Measurement] {
    let items = BenchItems.load().all.prefix(256)
    var random = SplitMix64(6)
    let key = SigningKey(using: &random)
    var entries: [Entry] = []
    var digest = Digest.zero
    for (place, item) in items.enumerated() {
      let payload = Report.content(item, salt: UInt128(place)).payload
      let header = EntryHeader(
        number: SequenceNumber(UInt64(place + 1))!, time: Day(16_000).start,
        kind: .report(.content),
        encryption: .none, payloadByteCount: UInt32(payload.count),
        payloadDigest: Digest(of: payload))
      digest = header.digest(after: digest)
      entries.append(Entry(header: header, digest: digest, payload: payload))
    }
    let batch = try BatchWriter().batch(
      of: entries, lineage: .zero, epoch: .zero, previousDigest: .zero, signedBy: key)
    let rounds = 500
    let header = try batch.withUnsafeBytes { try BatchHeader(startOf: $0) }
    var ours = Double.infinity
    var bare = Double.infinity
    for _ in 0..<12 {
      ours = min(ours, try checked(batch, rounds: rounds))
      bare = min(bare, try inflated(batch, header, rounds: rounds))
    }
    let megabytes = Double(header.inflatedByteCount) * Double(rounds) / 1_000_000
    return [
      Measurement(
        name: "inflate a batch and check checksum and layout, \(batch.count) bytes",
        ours: megabytes / ours,
        unit: "MB/CPU s", limitName: "bare zlib", limit: megabytes / bare, target: 1 / 1.2,
        targetIsRatio: true)
    ]
  }

  private static func checked(_ batch: [UInt8], rounds: Int) throws -> Double {
    let reader = BatchReader()
    return try BenchClock.cpuSeconds {
      for _ in 0..<rounds {
        try batch.withUnsafeBytes { bytes in
          let header = try BatchHeader(startOf: bytes)
          try reader.withColumns(of: bytes, header: header, refuse: { $0 }) {
            (_: BatchColumns) throws(FormatError) in
          }
        }
      }
    }
  }

  private static func inflated(
    _ batch: [UInt8], _ header: BatchHeader, rounds: Int
  ) throws -> Double {
    let inflater = Inflater()
    let dictionary = try PresetDictionary.bytes(identifier: header.dictionary)
    let end = BatchHeader.byteCount + Int(header.compressedByteCount)
    let plain = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Int(header.inflatedByteCount), alignment: 16)
    defer { plain.deallocate() }
    return try BenchClock.cpuSeconds {
      for _ in 0..<rounds {
        try batch.withUnsafeBytes { bytes in
          try inflater.inflate(
            UnsafeRawBufferPointer(rebasing: bytes[BatchHeader.byteCount..<end]), into: plain,
            dictionary: dictionary)
        }
      }
    }
  }
}

/// Public items for the benchmark: real artworks where the data is, else made-up ones.
struct BenchItems {
  let name: String
  let all: [PublicItem]

  private struct Artwork: Decodable {
    let title: String
    let artist: String?
    let url: String
    let thumbnailURL: String?
    let keywords: [String]?
  }

  static func load() -> BenchItems {
    let folder = ProcessInfo.processInfo.environment["SPOTLOG_DATA"] ?? "../shared/data"
    guard let reader = try? TraceReader(path: folder + "/tate.artworks.jsonl.gz") else {
      return BenchItems(name: "made-up items", all: (0..<2_048).map { madeUp($0) })
    }
    var items: [PublicItem] = []
    while items.count < 4_096, let line = try? reader.next() {
      guard let artwork = try? JSONDecoder().decode(Artwork.self, from: Data(line)) else {
        continue
      }
      items.append(
        PublicItem(
          app: "uk.org.example.gallery", activityType: "uk.org.example.gallery.view",
          identity: .url(artwork.url), title: artwork.title,
          contentDescription: artwork.artist ?? "", keywords: artwork.keywords ?? [],
          thumbnailURL: artwork.thumbnailURL ?? ""))
    }
    return BenchItems(name: "artworks", all: items)
  }

  private static func madeUp(_ number: Int) -> PublicItem {
    var random = SplitMix64(UInt64(number))
    let syllables = ["ba", "ko", "lin", "mar", "to", "ven", "sil", "dra", "pe", "no", "rus", "ti"]
    func word() -> String {
      (0..<2 + Int(random.below(2))).map { _ in syllables[Int(random.below(12))] }.joined()
    }
    return PublicItem(
      app: "com.example.shop", activityType: "com.example.shop.view",
      identity: .url("https://www.example.com/product/\(number * 7_919)"),
      title: "\(word()) \(word()) \(word())",
      contentDescription: (0..<8).map { _ in word() }.joined(separator: " "),
      keywords: [word(), word(), word()],
      thumbnailURL: "https://www.example.com/images/\(number * 7_919).jpg")
  }
}
