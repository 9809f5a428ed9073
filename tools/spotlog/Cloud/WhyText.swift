import CloudAggregator
import JournalFormat

/// What `spotlog cloud why` prints for people.
extension ItemExplanation {
  func lines(isRedacted: Bool) -> [String] {
    var lines = [
      "item     \((isRedacted ? nil : key)?.printable ?? "tag:\(tag)")", "tag      \(tag)",
      "why      \(reason.sentence(threshold: threshold))", "counts   \(published.text)",
    ]
    if !isRedacted, let app { lines.insert("app      \(app.printable)", at: 2) }
    for content in contents {
      let words = content.isShown ? "shown" : content.hasArrived ? "its words are here" : "no words"
      let endorsers = Figure.count(content.endorsers, "endorser")
      lines.append("content  \(content.digest)  \(endorsers), \(words)")
    }
    lines += contributions.map(\.line)
    lines.append(
      isEqual
        ? "equal: the contributions add up to what is counted"
        : "different: the contributions add up to \(summed.text), or differ by day or content. Ask "
          + "again, and if it stays so, have the projections rebuilt: `spotlog cloud rebuild`.")
    return lines
  }
}

extension ItemExplanation.Reason {
  func sentence(threshold configured: UInt32) -> String {
    // Nothing becomes public without a device that endorses it.
    let threshold = max(1, configured)
    return switch self {
    case .isPublic(let endorsers):
      "It is public: \(Figure.count(endorsers, "device endorses", "devices endorse")) the "
        + "words that are shown, and \(Figure.count(threshold, "has", "have")) to."
    case .isTakenDown: "It is not public: it was taken down."
    case .isRecovering:
      "It is not public: the log was restored, and shows nothing until its witness is back."
    case .isWanted:
      "It is not public yet: a content has the \(Figure.count(threshold, "endorser")) that it "
        + "needs, and its words have not come. The cloud asks an endorsing device for them."
    case .hasTooFewEndorsers(most: 0):
      "It is not public: no device endorses it, and \(Figure.count(threshold, "has", "have")) to."
    case .hasTooFewEndorsers(let most):
      "It is not public: no content has more than \(Figure.count(most, "endorser")), and "
        + "\(Figure.count(threshold, "is", "are")) needed."
    }
  }
}

extension ItemFigures {
  fileprivate var text: String {
    "\(Figure.count(events, "engagement")), "
      + "\(Figure.count(distinct, "device endorses", "devices endorse")) now; in results shown "
      + "\(Figure.count(shown, "time")) and engaged with \(Figure.count(engaged, "time"))"
  }
}

extension ContributionLedger.Contribution {
  fileprivate var line: String {
    let kind =
      switch effect {
      case .engaged: "engaged"
      case .withdrawn: "withdrawn"
      case .feedback: "feedback"
      }
    return "\(kind)  \(day?.description ?? "day unknown")  \(place.text)  device \(lineage)  "
      + "origin \(origin)  \(verdict)"
  }

  private var verdict: String {
    switch standing {
    case .counted:
      if case .withdrawn = effect { "takes back" } else { "counts" }
    case .withdrawn(let withdrawal):
      "counts, and endorses no more: withdrawn by \(withdrawal.text)"
    case .duplicate(let first): "does not count: counted with \(first.text)"
    case .retracted(let entry): "does not count: retracted by entry \(entry) of the log"
    }
  }
}

extension ContributionLedger.Place {
  fileprivate var text: String { "entry \(number) of \(epoch)" }
}
