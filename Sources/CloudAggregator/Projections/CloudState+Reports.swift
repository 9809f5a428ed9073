internal import JournalFormat
internal import Sync

/// Applying the reports of a batch.
extension CloudState {
  /// Projections the reports of a batch. Content comes back to the caller, since it belongs in a
  /// file.
  ///
  /// - Parameter lastDay: no report counts on a later one.
  mutating func apply(
    _ columns: BatchColumns, epoch: UInt32, lastDay: Day
  ) -> [ReportRecord] {
    let place = Int(epochs[Int(epoch)].lineage)
    let retracted = counting.removed(epochs[Int(epoch)].retracted)
    let numbers = columns.firstNumber..<columns.firstNumber + UInt64(columns.entryCount)
    if retracted.holds(numbers) { return [] }
    let isWhole = retracted.isEmpty
    var arrived: [ReportRecord] = []
    reportCount = reportCount.addingUpTo(
      UInt64(columns.entryCount) - retracted.count(in: numbers))
    lineages.markNews(place)
    // Out of the array while it changes, so that each change is not checked for being shared.
    var lineage = LineageState.nobody
    lineages.exchange(&lineage, at: place)
    lineage.reserve(reports: columns.taggedCount, tags: columns.tagCount)
    items.findTags(columns)
    items.fetchTables(0, columns, lineage)
    items.fetchTables(1, columns, lineage)
    items.fetchCounts(0)
    var tagged = 0
    columns.forEach { record in
      guard let kind = record.kind, isWhole || !retracted.contains(record.number) else { return }
      guard kind.hasTag else { return arrived.append(record) }
      if tagged % ItemTable.groupSize == 0 {
        let group = tagged / ItemTable.groupSize
        items.fetchTables(group + 2, columns, lineage)
        items.fetchCounts(group + 1)
      }
      tagged += 1
      switch kind {
      case .content: break
      case .engaged: engaged(record, on: lastDay.counted(record.day), &lineage, epoch: epoch)
      case .withdrawn: withdrawn(record, &lineage, epoch: epoch)
      case .feedback: feedback(record, on: lastDay.counted(record.day), &lineage)
      }
    }
    updateCounts(of: &lineage, at: UInt32(place))
    lineages.exchange(&lineage, at: place)
    return arrived
  }

  // MARK: Reports

  @inline(__always)
  private mutating func engaged(
    _ record: ReportRecord, on date: Int32, _ lineage: inout LineageState, epoch: UInt32
  ) {
    guard lineage.insertOrigin(record.originBytes.bigEndian) else { return }
    let tag = items.tagPlace(of: record)
    items.markChanged(tag)
    items.tags[tag].countEvent(on: date)
    let day = items.dayPlace(tag: tag, day: date)
    guard let content = items.contentPlace(tag: tag, digest: record.content, of: lineage) else {
      return items.countEvent(onDay: day, newLineage: false)
    }
    let (isNewDay, endorsement) = lineage.engagedUsually(
      tag: tag, day: date, content: content, epoch: epoch, isCarried: record.isCarried)
    switch endorsement {
    case .endorsesAlready:
      items.countEvent(onDay: day, newLineage: isNewDay)
      if isNewDay { items.tags[tag].lineageDays = items.tags[tag].lineageDays.addingUpTo(1) }
    case .endorsesAgain:
      items.countEvent(onDay: day, newLineage: isNewDay)
      if isNewDay { items.tags[tag].lineageDays = items.tags[tag].lineageDays.addingUpTo(1) }
      items.tags[tag].distinct = items.tags[tag].distinct.addingUpTo(1)
      addEndorser(epochs[Int(epoch)].lineage, for: content)
    case .isNotUsual:
      lineage.engaged(
        content, tag: tag, day: date, epoch: epoch, number: record.number,
        isCarried: record.isCarried)
      items.countEvent(onDay: day, newLineage: false)
    }
  }

  private mutating func withdrawn(
    _ record: ReportRecord, _ lineage: inout LineageState, epoch: UInt32
  ) {
    #if Sabotage
      if !lineage.knows(items.tagPlace(of: record)) {
        withdrawForAnother(record, than: epochs[Int(epoch)].lineage)
      }
    #endif
    // One that was heard in another epoch already says here what stands behind it.
    _ = lineage.insertOrigin(record.originBytes.bigEndian)
    let kind: EndorsementHistory.Withdrawal.Kind =
      switch (record.isTold, record.isCarried) {
      case (true, false): .told
      case (true, true): .toldBefore
      case (false, true): .carried
      case (false, false): .made
      }
    withdraw(
      EndorsementHistory.Withdrawal(
        origin: record.originBytes.bigEndian, number: record.number, kind: kind),
      tag: items.tagPlace(of: record), &lineage, epoch: epoch)
  }

  /// A withdrawal that the log does not have as a report.
  mutating func withdraw(_ withdrawal: CloudWitness.Withdrawal) {
    guard let known = lineages.places[withdrawal.lineage] else { return }
    let place = Int(known)
    let epoch = epochs.places[withdrawal.epoch] ?? EndorsementHistory.unknownEpoch
    // Where the log has something else under its number, it is of a past that the log left, and
    // comes after what the log has: nobody can tell which was first.
    let head = epochs.places[withdrawal.epoch].map { epochs[Int($0)].head.number } ?? 0
    let tag = items.tagPlace(suite: withdrawal.tag.suite, bits: withdrawal.tag.bits)
    lineages.markNews(place)
    var lineage = LineageState.nobody
    lineages.exchange(&lineage, at: place)
    _ = lineage.insertOrigin(withdrawal.origin.rawValue)
    withdraw(
      EndorsementHistory.Withdrawal(
        origin: withdrawal.origin.rawValue, number: max(withdrawal.number, head), kind: .made),
      tag: tag, &lineage, epoch: epoch)
    updateCounts(of: &lineage, at: UInt32(place))
    lineages.exchange(&lineage, at: place)
  }

  /// Events stay: they happened. The lineage no longer counts among those of any day.
  private mutating func withdraw(
    _ withdrawal: EndorsementHistory.Withdrawal, tag: Int, _ lineage: inout LineageState,
    epoch: UInt32
  ) {
    items.markChanged(tag)
    lineage.withdrawn(withdrawal, tag: tag, epoch: epoch)
  }

  /// Updates the counts by what lives of what a lineage said.
  private mutating func updateCounts(of lineage: inout LineageState, at place: UInt32) {
    let (changes, workCount) = lineage.resolveChanges(in: epochs)
    settledWork += UInt64(workCount)
    lineages.countHistories(entryCount: workCount)
    for (tag, change) in changes { apply(change, of: place, tag: Int(tag)) }
  }

  private mutating func apply(_ change: LineageState.Change, of lineage: UInt32, tag: Int) {
    var isCounted = items.tags[tag].distinct.change(by: change.distinctDelta)
    for content in change.added { addEndorser(lineage, for: content) }
    for content in change.removed {
      isCounted = items.removeEndorser(of: content) && isCounted
      publication.endorsersChanged(content, in: items)
    }
    let days = change.addedDays.map { ($0, 1) } + change.removedDays.map { ($0, -1) }
    for (day, difference) in days {
      let place = items.dayPlace(tag: tag, day: day)
      isCounted = items.changeLineages(onDay: place, by: difference) && isCounted
      isCounted = items.tags[tag].lineageDays.change(by: difference) && isCounted
    }
    if !isCounted { isContradictory = true }
  }

  /// Whatever carries it counts once, and what is more than a day's bound not at all.
  private mutating func feedback(
    _ record: ReportRecord, on date: Int32, _ lineage: inout LineageState
  ) {
    guard lineage.insertOrigin(record.originBytes.bigEndian) || counting.countsRepeats else {
      return
    }
    let tag = items.tagPlace(of: record)
    guard
      let isFirst = lineage.countFeedback(
        tag: UInt32(tag), day: date, shown: record.shown, engaged: record.engaged,
        isBounded: counting.boundsFeedback)
    else { return }
    items.count(
      ResultFeedback(shown: UInt64(record.shown), engaged: UInt64(record.engaged)),
      onDay: items.dayPlace(tag: tag, day: date), isFirst: isFirst)
  }

  @inline(__always)
  private mutating func addEndorser(_ lineage: UInt32, for content: UInt32) {
    items.addEndorser(lineage, to: content)
    // Only the endorser that reaches the threshold makes a content wanted.
    if publication.isDecided(byLastEndorserOf: items.contents[Int(content)]) {
      publication.endorsersChanged(content, in: items)
    }
  }
}

// MARK: Words

extension CloudState {
  /// The place of a content that arrived, if its sender endorses it and it is new.
  mutating func recordArrival(
    _ item: PublicItem, epoch: UInt32, logNumber: UInt64
  ) -> UInt32? {
    let lineage = Int(epochs[Int(epoch)].lineage)
    guard let tag = items.tagTable.place(of: item.tag(salt: tagSalt)) else { return nil }
    guard let content = items.knownContent(tag: tag, digest: item.digest),
      items.contents[Int(content)].arrived == 0,
      lineages[lineage].endorses(for: content, under: tag)
    else { return nil }
    items.setArrived(logNumber, of: content)
    publication.logged.arrived[logNumber] = content
    publication.endorsersChanged(content, in: items)
    return content
  }

  /// Takes back what a batch brought that loses its payload.
  ///
  /// - Parameter isNews: the batch was applied as one that has its payload.
  mutating func apply(_ redacted: ControlEntry.Redacted, isNews: Bool) {
    if isNews { publication.logged.unredacted.insert(redacted.logNumber) }
    publication.logged.unused.remove(redacted.logNumber)
    guard let content = publication.logged.arrived.removeValue(forKey: redacted.logNumber) else {
      return
    }
    let tag = items.contents[Int(content)].tag
    items.setArrived(0, of: content)
    publication.logged.hidden.remove(content)
    publication.logged.removed.insert(content)
    publication.endorsersChanged(content, in: items)
    publication.itemChanged(tag)
  }

  /// Counts the reports of a batch whose payload cannot be read any more.
  mutating func countReports(of redacted: ControlEntry.Redacted, epoch: UInt32) {
    let numbers = redacted.numbers
    let retracted = epochs[Int(epoch)].retracted.count(in: numbers)
    reportCount = reportCount.addingUpTo(numbers.upperBound - numbers.lowerBound - retracted)
  }

  /// Updates which contents are public after changes: the tags for which another one is, or none.
  mutating func updatePublicContents() -> [UInt32] { publication.updatePublicContents(of: &items) }
}

// MARK: Work

extension CloudState {
  /// Whether applying a batch may take longer than others should wait for it. One report alone is
  /// always applied: what a lineage keeps under one tag is bounded.
  ///
  /// - Parameter max: steps that it may take.
  func isTooMuchWork(_ columns: BatchColumns, epoch: UInt32, max: Int) -> Bool {
    guard columns.entryCount > 1 else { return false }
    let lineage = lineages[Int(epochs[Int(epoch)].lineage)]
    var workCount = 0
    for tag in 0..<columns.tagCount {
      guard let place = items.tagTable.place(of: columns.tag(tag)) else { continue }
      workCount += lineage.workCount(under: place)
      if workCount > max { return true }
    }
    return false
  }
}
