internal import JournalFormat
internal import Sync

/// Who was asked for which content and until when. Not part of any fold: forgetting it only means
/// that somebody is asked again.
struct AskedContents {
  private struct Ask {
    /// A copy of the device may have what it has not, and is another one to ask.
    var epoch: EpochName
    var lineage: LineageName
    /// Until then its answer is waited for.
    var deadline: Timestamp
    /// Until then others go first: it was asked and did not deliver.
    var restsUntil: Timestamp
  }

  private var asks: [WantedContent: [Ask]] = [:]
  /// Where the last answer to a lineage stopped among all wanted contents, while these are more
  /// than one answer looks at.
  private var places: [LineageName: Int] = [:]
  /// Lineages of which that is remembered.
  private static let placesMax = 100_000
  /// Contents that are remembered at a time.
  private static let contentsMax = 100_000
  /// Devices that are remembered for one content.
  private static let asksMax = 64

  /// Whether to ask the device of an epoch now; then it counts as asked. One that is asked already
  /// is told again, in its own place and time: an answer may have been lost.
  mutating func ask(
    _ content: WantedContent, epoch: EpochName, of lineage: LineageName, now: Timestamp,
    atOnce: Int, deadlineMilliseconds: Int64
  ) -> Bool {
    var current = (asks[content] ?? []).filter { $0.restsUntil > now }
    if let own = current.first(where: { $0.epoch == epoch }) { return own.deadline > now }
    // Copies of one device have one place among those that are asked at a time.
    let others = Set(current.filter { $0.deadline > now && $0.lineage != lineage }.map(\.lineage))
    guard others.count < atOnce else { return false }
    if current.count >= Self.asksMax { current.removeFirst() }
    let deadline = now.advanced(byMilliseconds: deadlineMilliseconds)
    current.append(
      Ask(
        epoch: epoch, lineage: lineage, deadline: deadline,
        restsUntil: deadline.advanced(byMilliseconds: deadlineMilliseconds)))
    if asks.count >= Self.contentsMax { asks = [:] }
    asks[content] = current
    return true
  }

  /// Whether the device is asked already, and its answer is waited for.
  func isAsked(_ content: WantedContent, epoch: EpochName, now: Timestamp) -> Bool {
    asks[content]?.contains { $0.epoch == epoch && $0.deadline > now } ?? false
  }

  /// Where an answer to the lineage goes on among `count` wanted contents; the next one goes on
  /// `step` further.
  mutating func place(of lineage: LineageName, among count: Int, step: Int) -> Int {
    guard count > step else {
      places[lineage] = nil
      return 0
    }
    let place = (places[lineage] ?? 0) % count
    if places.count >= Self.placesMax { places = [:] }
    places[lineage] = (place + step) % count
    return place
  }

  /// The device does not have the content any more: somebody else can be asked at once.
  mutating func gone(_ content: WantedContent, epoch: EpochName, now: Timestamp) {
    guard var current = asks[content],
      let place = current.firstIndex(where: { $0.epoch == epoch })
    else { return }
    current[place].deadline = min(now, current[place].deadline)
    asks[content] = current
  }

  /// Waits for nothing more from a lineage.
  mutating func forget(_ lineage: LineageName) {
    asks = asks.mapValues { $0.filter { $0.lineage != lineage } }.filter { !$0.value.isEmpty }
  }

  /// How many devices are waited for with a content.
  func count(of content: WantedContent, now: Timestamp) -> Int {
    asks[content]?.count { $0.deadline > now } ?? 0
  }
}
