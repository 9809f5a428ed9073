#if Server
  import CloudAggregator
  import JournalFormat
  import Loopback
  import Sync

  /// Devices and public items for a cloud that is open in this process: through the front door, and
  /// without a network.
  struct PublicFill {
    private let salt: [UInt8]
    /// One key for all devices, since keys are not what is measured.
    private let key: SigningKey
    private var random = SplitMix64(14)
    private var grants: [Grant] = []
    private let writer = BatchWriter(level: 1)
    private static let reportsPerBatch = 1_024
    private static let contentsPerBatch = 256
    /// Requests that share a commit.
    private static let together = 1_000

    init(salt: [UInt8], memory: SignatureMemory) {
      self.salt = salt
      var key = SigningKey(using: &random)
      key.memory = memory
      self.key = key
    }

    mutating func enrol(_ count: Int, with aggregator: Aggregator) throws {
      for start in stride(from: 0, to: count, by: Self.together) {
        let requests = (start..<min(start + Self.together, count)).map { _ in
          SyncRequest.enrol(
            EnrolRequest(
              lineage: LineageKey(secret: Nonce(using: &random).bytes), key: key)
          ).bytes
        }
        for answer in aggregator.handle(requests, now: BenchClock.now) {
          guard case .enrolled(let grant, _) = try SyncResponse(bytes: answer) else {
            throw BenchError("An enrolment of the benchmark was refused.")
          }
          // Two are enough to make things public.
          if grants.count < 2 { grants.append(grant) }
        }
      }
    }

    /// Two devices endorse every item, and one of them delivers it.
    mutating func publish(_ count: Int, with aggregator: Aggregator) throws {
      let items = (0..<count).map(item)
      let tagged = items.map { (tag: $0.tag(salt: salt), content: $0.digest) }
      for (place, grant) in grants.enumerated() {
        var chain = BenchChain(grant, key)
        let engaged = tagged.enumerated().map { number, item in
          Report.engaged(
            Report.Engaged(
              tag: item.tag, content: item.content,
              origin: Origin(rawValue: UInt64(number) << 1 | UInt64(place)), isCarried: false))
        }
        try append(engaged, Self.reportsPerBatch, &chain, aggregator)
        guard place == 1 else { continue }
        let contents = items.map { Report.content($0, salt: UInt128(random.next() as UInt64)) }
        try append(contents, Self.contentsPerBatch, &chain, aggregator)
      }
      let status = try aggregator.status()
      guard status.publicItems == count else {
        throw BenchError("\(status.publicItems) of \(count) items became public.")
      }
    }

    private func append(
      _ reports: [Report], _ perBatch: Int, _ chain: inout BenchChain, _ aggregator: Aggregator
    ) throws {
      var requests: [[UInt8]] = []
      for start in stride(from: 0, to: reports.count, by: perBatch) {
        let batch = try chain.batch(
          of: Array(reports[start..<min(start + perBatch, reports.count)]), writer)
        requests.append(SyncRequest.append(AppendRequest(batch: batch)).bytes)
      }
      for start in stride(from: 0, to: requests.count, by: 16) {
        let group = Array(requests[start..<min(start + 16, requests.count)])
        for answer in aggregator.handle(group, now: BenchClock.now) {
          guard case .received = try SyncResponse(bytes: answer) else {
            throw BenchError("A batch of the benchmark was refused.")
          }
        }
      }
    }

    // MARK: Words

    private static let vocabulary: UInt64 = 20_000
    private static let syllables = [
      "ba", "ko", "lin", "mar", "to", "ven", "sil", "dra", "pe", "no", "rus", "ti",
    ]

    /// A word by how common it is: short where it is common, as in languages.
    private static func word(_ rank: UInt64) -> String {
      var rest = rank + 12
      var word = ""
      while rest > 0 {
        word += syllables[Int(rest % 12)]
        rest /= 12
      }
      return word
    }

    /// The product of two even draws falls off much as the use of words does.
    private static func word(using random: inout SplitMix64) -> String {
      word(random.below(random.below(vocabulary) + 1))
    }

    private static func words(_ count: Int, using random: inout SplitMix64) -> [String] {
      (0..<count).map { _ in word(using: &random) }
    }

    private func item(_ number: Int) -> PublicItem {
      var random = SplitMix64(UInt64(number))
      return PublicItem(
        app: "com.example.shop", activityType: "com.example.shop.view",
        identity: .url("https://www.example.com/product/\(number)"),
        title: Self.words(3, using: &random).joined(separator: " "),
        contentDescription: Self.words(8, using: &random).joined(separator: " "),
        keywords: Self.words(3, using: &random),
        thumbnailURL: "https://www.example.com/images/\(number).jpg")
    }

    /// Searches for what is there, as somebody types them: one or two words of a title, the last
    /// one not yet whole.
    func queries(_ count: Int) -> [RawRequest] {
      var random = SplitMix64(15)
      return (0..<count).map { place in
        let title = item(Int(random.below(100_000))).title.split(separator: " ")
        var words = place % 4 == 0 ? [title[0]] : Array(title.prefix(2))
        let last = words[words.count - 1]
        words[words.count - 1] = last.prefix(max(4, last.count - 2))
        return RawRequest("GET", Endpoint.search.path + "?q=" + words.joined(separator: "%20"))
      }
    }
  }
#endif
