import JournalFormat
import TestSupport

/// Values with random fields, from a seed.
enum RandomValues {
  static func name<Subject>(_ dice: inout SplitMix64) -> Name<Subject> { Name(using: &dice) }

  static func digest(_ dice: inout SplitMix64) -> Digest {
    Digest(bytes: (0..<32).map { _ in UInt8(dice.below(256)) })!
  }

  static func tag(_ dice: inout SplitMix64) -> Tag {
    let name: Nonce = name(&dice)
    return Tag(suite: UInt8(dice.below(3)), bits: name.bits)
  }

  static func head(_ dice: inout SplitMix64) -> Head {
    Head(epoch: name(&dice), number: dice.next(), digest: digest(&dice))
  }

  static func time(_ dice: inout SplitMix64) -> Timestamp {
    Timestamp(milliseconds: Int64(bitPattern: dice.next()))
  }

  static func number(_ dice: inout SplitMix64) -> SequenceNumber {
    SequenceNumber(dice.below(UInt64(Int64.max)) + 1)!
  }

  static func text(_ dice: inout SplitMix64) -> String {
    let letters = Array("aZ09 \u{E9}\u{4E2D}\u{1F50D}\n\"")
    return String((0..<dice.below(40)).map { _ in letters[Int(dice.below(UInt64(letters.count)))] })
  }

  static func grant(_ dice: inout SplitMix64) -> Grant {
    Grant(
      lineage: name(&dice), epoch: name(&dice), deviceKey: Sample.deviceKey.publicKey,
      parent: dice.below(2) == 0 ? nil : head(&dice), cloudLife: name(&dice), order: dice.next(),
      nonce: name(&dice), time: time(&dice),
      withdrawals: (0..<dice.below(3)).map { _ in tag(&dice) }, signedBy: Sample.cloudKey)
  }

  static func receipt(_ dice: inout SplitMix64) -> Receipt {
    let numbers = [number(&dice), number(&dice)].sorted()
    return Receipt(
      lineage: name(&dice), epoch: name(&dice), first: numbers[0], last: numbers[1],
      digest: digest(&dice), cloudLife: name(&dice), receivedMark: dice.next(),
      backedUpMark: dice.next(), receivedTime: time(&dice), signedBy: Sample.cloudKey)
  }

  static func witness(_ dice: inout SplitMix64) -> Witness {
    var witness = Witness(keySeed: digest(&dice).bytes, nonce: name(&dice))
    if dice.below(2) == 0 { witness.grant = grant(&dice) }
    if dice.below(2) == 0 { witness.sent = head(&dice) }
    if dice.below(2) == 0 { witness.receipt = receipt(&dice) }
    if dice.below(2) == 0 {
      witness.successor = Witness.Successor(keySeed: digest(&dice).bytes, nonce: name(&dice))
    }
    if dice.below(2) == 0 {
      witness.child = Witness.Successor(keySeed: digest(&dice).bytes, nonce: name(&dice))
    }
    if dice.below(2) == 0 {
      witness.backup = Witness.BackupMark(
        cloudLife: name(&dice), epoch: name(&dice), number: dice.next())
    }
    return witness
  }

  static func cloudWitness(_ dice: inout SplitMix64) -> CloudWitness {
    var witness = CloudWitness()
    if dice.below(2) == 0 {
      witness.place = CloudWitness.Place(
        journal: name(&dice), life: name(&dice), logNumber: bounded(&dice),
        logDigest: digest(&dice), backedUpNumber: bounded(&dice), backedUpDigest: digest(&dice))
    }
    for _ in 0..<dice.below(5) {
      witness.withdrawals.append(
        CloudWitness.Recorded(logNumber: bounded(&dice), value: withdrawal(&dice)))
      witness.acts.append(CloudWitness.Recorded(logNumber: bounded(&dice), value: control(&dice)))
    }
    return witness
  }

  static func withdrawal(_ dice: inout SplitMix64) -> CloudWitness.Withdrawal {
    CloudWitness.Withdrawal(
      lineage: name(&dice), epoch: name(&dice), number: dice.next(), tag: tag(&dice),
      origin: Origin(rawValue: dice.next()))
  }

  static func header(_ dice: inout SplitMix64) -> EntryHeader {
    EntryHeader(
      number: number(&dice), time: time(&dice), kind: EntryKind(rawValue: UInt8(dice.below(256))),
      encryption: PayloadEncryption(rawValue: UInt8(dice.below(256))),
      payloadByteCount: UInt32(truncatingIfNeeded: dice.next()), payloadDigest: digest(&dice))
  }

  /// What a number in a control entry is read as, and the largest one of a log's entry.
  private static func bounded(_ dice: inout SplitMix64) -> UInt64 {
    SequenceNumber.bounded(dice.next())
  }

  static func control(_ dice: inout SplitMix64) -> ControlEntry {
    let isUndone = dice.below(2) == 0
    switch dice.below(17) {
    case 0: return .enrol(grant(&dice))
    case 1: return .grant(grant(&dice))
    case 2: return .fence(head: head(&dice), child: name(&dice))
    case 3:
      return .cloudLife(
        name(&dice), previous: name(&dice),
        tagSalt: Array(digest(&dice).bytes.prefix(Int(dice.below(33)))))
    case 4: return .threshold(UInt32(dice.below(1 << 32)))
    case 5:
      return .retract(name(&dice), first: bounded(&dice), last: bounded(&dice), isUndone: isUndone)
    case 6: return .takeDown(tag(&dice), isUndone: isUndone)
    case 7: return .mark(logNumber: bounded(&dice), logDigest: digest(&dice))
    case 8: return .revoke(name(&dice), isUndone: isUndone)
    case 9: return .erase(name(&dice))
    case 10: return .withdrawal(withdrawal(&dice))
    case 11: return .recovered(grant(&dice), isProven: isUndone)
    case 12:
      return .hole(
        ControlEntry.Hole(
          epoch: name(&dice), first: bounded(&dice), last: bounded(&dice), digest: digest(&dice)))
    case 15: return .admitted(name(&dice), token: TokenIdentifier(rawValue: dice.next()))
    case 13: return .recovering(isOver: isUndone)
    case 14:
      return .redacted(
        ControlEntry.Redacted(
          logNumber: bounded(&dice), epoch: name(&dice), first: bounded(&dice),
          last: bounded(&dice),
          digest: digest(&dice)))
    default:
      return .incident(
        ControlEntry.Incident(
          lineage: name(&dice), epoch: name(&dice), first: bounded(&dice), last: bounded(&dice),
          known: digest(&dice), sent: digest(&dice)))
    }
  }

  static func item(_ dice: inout SplitMix64) -> PublicItem {
    let isPage = dice.below(2) == 0
    return PublicItem(
      app: text(&dice), activityType: text(&dice),
      identity: isPage ? .url(text(&dice)) : .related(text(&dice)), title: text(&dice),
      contentDescription: text(&dice), keywords: (0..<dice.below(4)).map { _ in text(&dice) },
      thumbnailURL: text(&dice), details: dice.below(2) == 0 ? details(&dice) : PublicDetails())
  }

  /// Values that break a bound stay out.
  static func details(_ dice: inout SplitMix64) -> PublicDetails {
    var details = PublicDetails()
    for _ in 0..<dice.below(8) {
      let attribute = PublicAttribute.allCases[
        Int(dice.below(UInt64(PublicAttribute.allCases.count)))]
      let number = Double(dice.below(2_000_000)) / 1_000 - 1_000
      let texts = ["true", DecimalText(number)?.text ?? "", "\(dice.below(1 << 40))", text(&dice)]
      for text in texts { details.set(attribute, [text]) }
    }
    let values: [PublicValue] = [
      .string(text(&dice)), .integer(Int64(bitPattern: dice.next())), .boolean(true),
    ]
    details.set(
      userInfo: Dictionary(values.prefix(Int(dice.below(4))).map { (text(&dice), $0) }) { $1 })
    return details
  }

  /// Any report; tags and contents that come again when `known` is given.
  static func report(_ dice: inout SplitMix64, known: [PublicItem] = []) -> Report {
    let item = known.isEmpty ? item(&dice) : known[Int(dice.below(UInt64(known.count)))]
    let tag = known.isEmpty ? tag(&dice) : item.tag(salt: Sample.tagSalt)
    let origin = Origin(rawValue: dice.next())
    let isCarried = dice.below(2) == 0
    switch dice.below(8) {
    case 0:
      let salt: Nonce = name(&dice)
      return .content(item, salt: salt.bits)
    case 1:
      let isTold = dice.below(2) == 0
      return .withdrawn(
        Report.Withdrawn(tag: tag, origin: origin, isCarried: isCarried, isTold: isTold))
    case 2, 3:
      return .feedback(
        Report.Feedback(
          tag: tag, origin: origin, isCarried: isCarried, shown: UInt32(dice.below(1 << 32)),
          engaged: UInt32(dice.below(9))))
    default:
      return .engaged(
        Report.Engaged(tag: tag, content: item.digest, origin: origin, isCarried: isCarried))
    }
  }
}
