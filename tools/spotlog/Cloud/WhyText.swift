import CloudAggregator
import JournalFormat

/// What `spotlog cloud why` prints for people.
extension ItemExplanation {
  func lines(isRedacted: Bool) -> [String] {
    var lines = [
      "item     \((isRedacted ? nil : key)?.printable ?? "tag:\(tag)")", "tag      \(tag)",
      "why      \(sentence)", "counts   \(published.text)",
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
          + "again, and if it stays so, rebuild the projections: `spotlog cloud rebuild`.")
    return lines
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
