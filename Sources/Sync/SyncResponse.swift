package import JournalFormat

/// A content that enough lineages endorse and that the cloud does not have yet.
package struct WantedContent: Hashable, Sendable, Comparable {
  package var tag: Tag
  package var content: ContentDigest

  package init(tag: Tag, content: ContentDigest) {
    self.tag = tag
    self.content = content
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.tag, left.content) < (right.tag, right.content)
  }
}

/// What the cloud answers.
package enum SyncResponse: Hashable, Sendable {
  case enrolled(Grant, SyncLimits)
  case opened(OpenVerdict, CloudNews)
  case received(Receipt, CloudNews)
  /// The batch was not taken, for a reason of the conversation.
  case notReceived(OpenVerdict, CloudNews)
  case refused(Refusal)
  /// What is wanted of the device, and how far the cloud is.
  case news(CloudNews)
  /// A new epoch that continues from an older one, with the items that its lineage has withdrawn,
  /// and with those that it endorses: a device that was restored has to withdraw these when they
  /// are deleted, though it may have forgotten them. For a device that showed no epoch of its own
  /// comes the lineage's first grant as well: without it, it could not show a cloud that lost
  /// everything where its epoch continues from.
  case granted(Grant, root: Grant?, withdrawn: [Tag], endorsed: [Tag], CloudNews)
}

/// How the device's head relates to what the cloud has of its epoch.
package enum OpenVerdict: Hashable, Sendable {
  /// The cloud's head is the device's, or an entry that the device has: continue from there.
  case ok(cloudHead: UInt64)
  /// The device's head is the past of the cloud's: the device was restored.
  case behind(lastMatch: Head)
  /// The contents differ from some number on. The last entry that is the same; nil where the
  /// request does not tell: a batch does not, a locator may.
  case fork(lastMatch: Head?)
  /// The cloud knows less than a batch builds on: send from there, or the cloud was restored.
  case ahead(cloudHead: Head)
  /// The cloud knows less than the device still has.
  case gap(cloudHead: Head)
  /// The epoch has a child and accepts nothing more.
  case fenced(child: EpochName)
  /// The cloud has never granted this epoch, or forgot it in a restore.
  case unknownEpoch
  /// The lineage is enrolled already, with another key: this is a copy, or a device that lost its
  /// witness. It asks for an epoch of its own.
  case lineageKnown
}

/// What comes with every answer.
package struct CloudNews: Hashable, Sendable {
  package var cloudLife: CloudLife
  package var receivedMark: UInt64
  package var backedUpMark: UInt64
  package var limits: SyncLimits
  package var wanted: [WantedContent]
  /// The cloud's, under the whole answer; nil: nothing of these news counts.
  package var signature: AnswerSignature?

  package init(
    cloudLife: CloudLife, receivedMark: UInt64, backedUpMark: UInt64, limits: SyncLimits,
    wanted: [WantedContent]
  ) {
    self.cloudLife = cloudLife
    self.receivedMark = receivedMark
    self.backedUpMark = backedUpMark
    self.limits = limits
    self.wanted = wanted
  }
}

/// What the cloud asks devices to keep to; can be changed without a new device.
package struct SyncLimits: Hashable, Sendable {
  /// Entries of one batch, 1 to 4,096.
  package var batchEntryCount: UInt32 = 1_024
  /// Bytes of one batch as it travels.
  package var batchByteCount: UInt32 = 256 << 10
  /// The first delay after a failure; each further one doubles it.
  package var retryDelayMilliseconds: UInt32 = 1_000
  package var retryDelayMaxMilliseconds: UInt32 = 6 * 3_600_000
  /// How long an answer is waited for.
  package var requestTimeoutMilliseconds: UInt32 = 30_000

  package init() {}
}

/// A request that changed nothing, and what to do about it.
package struct Refusal: Hashable, Sendable {
  package enum Code: UInt8, Sendable, CaseIterable {
    /// The cloud cannot take it now: full, busy or starting.
    case retryLater = 1
    /// The batch is larger than the cloud takes: send fewer entries.
    case tooLarge = 2
    /// The bytes are not a request, or a version that the cloud does not know.
    case malformed = 3
    /// The signature is not the epoch's, or the epoch is not the device's.
    case notAllowed = 4
    /// The request names another time than the cloud's: an old one, sent again by somebody, or a
    /// clock that is wrong. The refusal says what time it is.
    case stale = 5
  }

  package var code: Code
  package var message: String
  /// The least time to wait; nil: as the device's own back-off says.
  package var retryAfterMilliseconds: UInt32?
  /// The cloud's time, where that is what the request was refused for.
  package var cloudTime: Timestamp?
  /// The cloud's; without it the refusal only puts off the next attempt.
  package var signature: AnswerSignature?

  package init(
    _ code: Code, _ message: String, retryAfterMilliseconds: UInt32? = nil,
    cloudTime: Timestamp? = nil
  ) {
    self.code = code
    self.message = message
    self.retryAfterMilliseconds = retryAfterMilliseconds
    self.cloudTime = cloudTime
  }
}
