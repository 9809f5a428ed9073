package import JournalFormat

/// The bytes of the conversation: a kind, a version, the fields in their order, and a checksum:
/// what was damaged on its way is told from what somebody forged, and is sent again.
private let messageVersion: UInt8 = 1

extension SyncResponse {
  private enum Kind: UInt8 {
    case enrolled = 1
    case opened, received, notReceived, refused, news, granted
  }

  package var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 384)
    switch self {
    case .enrolled(let grant, let limits):
      writer.start(Kind.enrolled.rawValue)
      writer.block(grant.bytes)
      writer.limits(limits)
    case .opened(let verdict, let news):
      writer.start(Kind.opened.rawValue)
      writer.verdict(verdict)
      writer.news(news)
    case .received(let receipt, let news):
      writer.start(Kind.received.rawValue)
      writer.block(receipt.bytes)
      writer.news(news)
    case .notReceived(let verdict, let news):
      writer.start(Kind.notReceived.rawValue)
      writer.verdict(verdict)
      writer.news(news)
    case .refused(let refusal):
      writer.start(Kind.refused.rawValue)
      writer.refusal(refusal)
    case .news(let news):
      writer.start(Kind.news.rawValue)
      writer.news(news)
    case .granted(let grant, let root, let withdrawn, let endorsed, let news):
      writer.start(Kind.granted.rawValue)
      writer.block(grant.bytes)
      writer.block(root?.bytes ?? [])
      writer.tags(withdrawn)
      writer.tags(endorsed)
      writer.news(news)
    }
    writer.checksum()
    return writer.bytes
  }

  package init(bytes: [UInt8]) throws(FormatError) {
    self = try bytes.reading(subject: "An answer") { reader throws(FormatError) in
      let number = try reader.startOfMessage("answer")
      guard let kind = Kind(rawValue: number) else {
        throw FormatError(
          .unknownKind(number), "An answer of kind \(number), which this program does not know.")
      }
      try reader.checkChecksum()
      switch kind {
      case .enrolled:
        let grant = try Grant(bytes: try reader.block(atMost: 1_024))
        return .enrolled(grant, try reader.limits())
      case .opened: return .opened(try reader.verdict(), try reader.news())
      case .received:
        let receipt = try Receipt(bytes: try reader.block(atMost: 1_024))
        return .received(receipt, try reader.news())
      case .notReceived: return .notReceived(try reader.verdict(), try reader.news())
      case .refused: return .refused(try reader.refusal())
      case .news: return .news(try reader.news())
      case .granted:
        let grant = try Grant(bytes: try reader.block(atMost: 1_024))
        let root = try reader.block(atMost: 1_024)
        return .granted(
          grant, root: root.isEmpty ? nil : try Grant(bytes: root), withdrawn: try reader.tags(),
          endorsed: try reader.tags(), try reader.news())
      }
    }
  }
}

extension ByteWriter {
  mutating func start(_ kind: UInt8) {
    integer(kind)
    integer(messageVersion)
  }

  mutating func wanted(_ wanted: [WantedContent]) {
    integer(UInt16(wanted.count))
    for content in wanted {
      raw(content.tag.bytes)
      name(content.content)
    }
  }

  fileprivate mutating func tags(_ tags: [Tag]) {
    integer(UInt32(tags.count))
    for tag in tags { raw(tag.bytes) }
  }

  fileprivate mutating func refusal(_ refusal: Refusal) {
    integer(refusal.code.rawValue)
    integer(refusal.retryAfterMilliseconds ?? .max)
    integer(refusal.cloudTime?.milliseconds ?? .min)
    text(refusal.message, atMost: 2_000)
    signature(refusal.signature)
  }

  fileprivate mutating func limits(_ limits: SyncLimits) {
    integer(limits.batchEntryCount)
    integer(limits.batchByteCount)
    integer(limits.retryDelayMilliseconds)
    integer(limits.retryDelayMaxMilliseconds)
    integer(limits.requestTimeoutMilliseconds)
  }

  fileprivate mutating func news(_ news: CloudNews) {
    name(news.cloudLife)
    integer(news.receivedMark)
    integer(news.backedUpMark)
    limits(news.limits)
    wanted(news.wanted)
    signature(news.signature)
  }

  fileprivate mutating func verdict(_ verdict: OpenVerdict) {
    switch verdict {
    case .ok(let number):
      integer(0 as UInt8)
      integer(number)
    case .behind(let match):
      integer(1 as UInt8)
      head(match)
    case .fork(let match):
      integer(2 as UInt8)
      head(match)
    case .ahead(let cloudHead):
      integer(3 as UInt8)
      head(cloudHead)
    case .gap(let cloudHead):
      integer(4 as UInt8)
      head(cloudHead)
    case .fenced(let child):
      integer(5 as UInt8)
      name(child)
    case .unknownEpoch: integer(6 as UInt8)
    case .lineageKnown: integer(7 as UInt8)
    }
  }
}

extension ByteReader {
  mutating func startOfMessage(_ what: String) throws(FormatError) -> UInt8 {
    let kind = try integer(UInt8.self)
    let version = try integer(UInt8.self)
    guard version == messageVersion else {
      throw FormatError(
        .unknownVersion(version),
        "The \(what) is of version \(version); this program knows version \(messageVersion). "
          + "Use a newer spotlog.")
    }
    return kind
  }

  mutating func wanted() throws(FormatError) -> [WantedContent] {
    var wanted: [WantedContent] = []
    for _ in 0..<(try integer(UInt16.self)) {
      wanted.append(WantedContent(tag: try tag(), content: try name(ContentDigest.self)))
    }
    return wanted
  }

  fileprivate mutating func tags() throws(FormatError) -> [Tag] {
    var tags: [Tag] = []
    for _ in 0..<(try integer(UInt32.self)) { tags.append(try tag()) }
    return tags
  }

  fileprivate mutating func limits() throws(FormatError) -> SyncLimits {
    var limits = SyncLimits()
    limits.batchEntryCount = try integer(UInt32.self)
    limits.batchByteCount = try integer(UInt32.self)
    limits.retryDelayMilliseconds = try integer(UInt32.self)
    limits.retryDelayMaxMilliseconds = try integer(UInt32.self)
    limits.requestTimeoutMilliseconds = try integer(UInt32.self)
    guard limits.batchEntryCount > 0, limits.retryDelayMilliseconds > 0,
      limits.requestTimeoutMilliseconds > 0
    else { throw malformed("limits of zero, with which nothing could be sent") }
    return limits
  }

  fileprivate mutating func news() throws(FormatError) -> CloudNews {
    var news = CloudNews(
      cloudLife: try name(CloudLife.self), receivedMark: try integer(UInt64.self),
      backedUpMark: try integer(UInt64.self), limits: try limits(), wanted: try wanted())
    news.signature = try answerSignature()
    return news
  }

  fileprivate mutating func verdict() throws(FormatError) -> OpenVerdict {
    let kind = try integer(UInt8.self)
    switch kind {
    case 0: return .ok(cloudHead: try integer(UInt64.self))
    case 1: return .behind(lastMatch: try head())
    case 2: return .fork(lastMatch: try optionalHead())
    case 3: return .ahead(cloudHead: try head())
    case 4: return .gap(cloudHead: try head())
    case 5: return .fenced(child: try name(EpochName.self))
    case 6: return .unknownEpoch
    case 7: return .lineageKnown
    default: throw malformed("a verdict of kind \(kind), which this version does not know")
    }
  }

  fileprivate mutating func refusal() throws(FormatError) -> Refusal {
    let number = try integer(UInt8.self)
    guard let code = Refusal.Code(rawValue: number) else {
      throw malformed("a refusal of kind \(number), which this version does not know")
    }
    let delay = try integer(UInt32.self)
    let time = try integer(Int64.self)
    var refusal = Refusal(
      code, try text(), retryAfterMilliseconds: delay == .max ? nil : delay,
      cloudTime: time == .min ? nil : Timestamp(milliseconds: time))
    refusal.signature = try answerSignature()
    return refusal
  }
}
