/// What has to hold in a world of faults, each with a checker of its own.
package enum Invariant: String, Hashable, Sendable, Codable, CaseIterable {
  case durableCommits
  case exactPrefix
  case oneWriter
  case wholeChains
  case noAcknowledgedLoss
  case boundedReceipts
  case nothingInvented
  case effectOnce
  case soundSums
  case boundedFeedback
  case forksAreSeen
  case growingEpochs
  case deletesStayDeleted
  case fencedEpochs
  case equalRebuild
  case privateStaysPrivate
  case openResults
  case rightIndexes
  case comesToRest
  case pureRefusals
  case boundedMessages
  case explained
  case safeCodecs
  case soundAnswers
  case boundedWork
  case countedOrders

  /// The promise of the design that it is a part of.
  package var promise: Int {
    switch self {
    case .durableCommits: 1
    case .exactPrefix, .oneWriter: 2
    case .wholeChains: 3
    case .noAcknowledgedLoss, .boundedReceipts: 4
    case .nothingInvented, .effectOnce, .soundSums, .boundedFeedback: 5
    case .forksAreSeen, .growingEpochs: 6
    case .deletesStayDeleted: 7
    case .fencedEpochs: 8
    case .equalRebuild: 9
    case .privateStaysPrivate, .openResults: 10
    case .rightIndexes: 11
    case .comesToRest: 12
    case .pureRefusals, .boundedMessages, .safeCodecs, .soundAnswers, .boundedWork,
      .countedOrders:
      13
    case .explained: 14
    }
  }

  /// For people: what holds.
  package var meaning: String {
    switch self {
    case .durableCommits: "what was journaled is there after every crash and power cut"
    case .exactPrefix: "a journal begins with what was journaled, entry by entry"
    case .oneWriter: "a second process is refused while one runs, and changes nothing"
    case .wholeChains: "the chains of all journals and of the cloud's log are whole"
    case .noAcknowledgedLoss: "nothing that the cloud acknowledged or a device holds is missing"
    case .boundedReceipts: "receipts go no further than the outbox and the cloud's log"
    case .nothingInvented: "no count is ever higher than what happened"
    case .effectOnce: "every engagement counts once, through restores, copies and repeats"
    case .soundSums: "the contributions to each count add up to it"
    case .boundedFeedback:
      "feedback counts what people saw and opened at most, and of a day no more than its bound"
    case .forksAreSeen: "one number of an epoch never has two contents"
    case .growingEpochs: "what the cloud has of an epoch never gets less while it runs"
    case .deletesStayDeleted: "what was deleted is not public again"
    case .fencedEpochs: "an epoch that has a child accepts nothing more"
    case .equalRebuild: "the cloud's state rebuilt from its log is the same"
    case .privateStaysPrivate: "no word of a private item leaves its device"
    case .openResults: "nobody is shown what he cannot open, or what its app did not share"
    case .rightIndexes: "every device finds what its apps gave it, and nothing else"
    case .comesToRest: "without faults everything comes to rest"
    case .pureRefusals: "a refused request changes nothing in the cloud"
    case .boundedMessages: "no message is larger than the cloud said"
    case .explained: "the cloud can say of every item why it is public or not"
    case .safeCodecs: "bytes are what was written, or they are refused"
    case .soundAnswers: "every request is answered, and an intruder's as the rules say"
    case .boundedWork: "what a request adds to the cloud is bounded by its bytes"
    case .countedOrders: "the order of a grant is a number of grants"
    }
  }
}

/// How often each invariant was looked at.
package typealias CheckCounts = Tallies<Invariant>
