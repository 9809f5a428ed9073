internal import JournalFormat

/// Folding the reports of a batch.
extension CloudState {
  /// Folds the reports of a batch. Content comes back to the caller, since it belongs in a file.
  ///
  /// - Parameter lastDay: no report counts on a later one.
  mutating func apply(
    _ columns: BatchColumns, epoch: UInt32, lastDay: Day
  ) -> [ReportRecord] {
    let place = Int(epochs[Int(epoch)].lineage)
    let retracted = epochs[Int(epoch)].retracted
    let numbers = columns.firstNumber..<columns.firstNumber + UInt64(columns.entryCount)
    if retracted.holds(numbers) { return [] }
    let isWhole = retracted.isEmpty
    var arrived: [ReportRecord] = []
    reportCount = reportCount.addingUpTo(
      UInt64(columns.entryCount) - retracted.count(in: numbers))
    markChanged(lineage: place)
    // Out of the array while it changes, so that each change is not checked for being shared.
    var lineage = LineageState.nobody
    swap(&lineage, &lineages[place])
    lineage.reserve(reports: columns.taggedCount, tags: columns.tagCount)
    findTags(columns)
    fetchTables(0, columns, lineage)
    fetchTables(1, columns, lineage)
    fetchCounts(0)
    var tagged = 0
    columns.forEach { record in
      if record.isRedacted || !isWhole && retracted.contains(record.number) { return }
      if record.kind == .content { return arrived.append(record) }
      if tagged % Self.groupSize == 0 {
        let group = tagged / Self.groupSize
        fetchTables(group + 2, columns, lineage)
        fetchCounts(group + 1)
      }
      tagged += 1
      switch record.kind {
      case .engaged: engaged(record, on: lastDay.counted(record.day), &lineage, epoch: epoch)
      case .withdrawn: withdrawn(record, &lineage, epoch: epoch)
      default: feedback(record, &lineage)
      }
    }
    settle(&lineage, at: UInt32(place))
    swap(&lineage, &lineages[place])
    return arrived
  }

  // MARK: Fetching ahead

  /// Reports that are fetched together: so few that their lines stay in the nearest cache until
  /// they are folded, so many that the processor has always some on their way.
  private static let groupSize = 32

  /// Looks up the tags of the batch, all at once.
  private mutating func findTags(_ columns: BatchColumns) {
    for tag in 0..<columns.tagCount { tagTable.prefetch(columns.tag(tag)) }
    batchTags.removeAll(keepingCapacity: true)
    for place in 0..<columns.tagCount {
      let tag = tagTable.place(of: columns.tag(place))
      batchTags.append(tag.map(UInt32.init) ?? Self.unknownTag)
    }
    reportTags.removeAll(keepingCapacity: true)
    columns.forEachTagPlace { reportTags.append(batchTags[$0]) }
  }

  private func reports(ofGroup group: Int) -> Range<Int> {
    let start = min(group * Self.groupSize, reportTags.count)
    return start..<min(start + Self.groupSize, reportTags.count)
  }

  /// Has the processor fetch what each report of a group changes and can be found by its tag and
  /// origin. Each needs six lines that are in no cache; one after another they would be most of
  /// the fold's time.
  private func fetchTables(_ group: Int, _ columns: BatchColumns, _ lineage: LineageState) {
    for report in reports(ofGroup: group) {
      lineage.origins.prefetch(columns.origin(report))
      guard reportTags[report] != Self.unknownTag else { continue }
      tags.prefetch(Int(reportTags[report]))
      lineage.prefetchEngagement(with: reportTags[report])
    }
  }

  /// The same for what can be found once the tag's own state is there.
  private func fetchCounts(_ group: Int) {
    for report in reports(ofGroup: group) where reportTags[report] != Self.unknownTag {
      let tag = tags[Int(reportTags[report])]
      contents.prefetch(Int(tag.firstContent))
      dayCounts.prefetch(Int(tag.firstDayCount))
    }
  }

  static let unknownTag = UInt32.max

  /// The place of a report's tag, looked up once a batch. A tag is added by the first report that
  /// counts, so that one that does not leaves nothing behind.
  @inline(__always)
  private mutating func tagPlace(of record: ReportRecord) -> Int {
    let known = batchTags[record.tagPlace]
    if known != Self.unknownTag { return Int(known) }
    let place = tagPlace(suite: record.suite, bits: record.tagBytes.bigEndian)
    batchTags[record.tagPlace] = UInt32(place)
    return place
  }

  @inline(__always)
  private mutating func engaged(
    _ record: ReportRecord, on date: Int32, _ lineage: inout LineageState, epoch: UInt32
  ) {
    guard lineage.origins.insert(record.originBytes.bigEndian) else { return }
    let tag = tagPlace(of: record)
    markChanged(tag: tag)
    tags[tag].countEvent(on: date)
    let day = dayPlace(tag: tag, day: date)
    guard let content = contentPlace(tag: tag, digest: record.content, of: lineage) else {
      return dayCounts[day].count(newLineage: false)
    }
    let (isNewDay, vouch) = lineage.engagedUsually(
      tag: tag, day: date, content: content, epoch: epoch, isCarried: record.isCarried)
    switch vouch {
    case .vouchesAlready:
      dayCounts[day].count(newLineage: isNewDay)
      if isNewDay { tags[tag].lineageDays = tags[tag].lineageDays.addingUpTo(1) }
    case .vouchesAnew:
      dayCounts[day].count(newLineage: isNewDay)
      if isNewDay { tags[tag].lineageDays = tags[tag].lineageDays.addingUpTo(1) }
      tags[tag].distinct = tags[tag].distinct.addingUpTo(1)
      addVoucher(epochs[Int(epoch)].lineage, for: content)
    case .isNotUsual:
      lineage.engaged(
        content, tag: tag, day: date, epoch: epoch, number: record.number,
        isCarried: record.isCarried)
      dayCounts[day].count(newLineage: false)
    }
  }

  private mutating func withdrawn(
    _ record: ReportRecord, _ lineage: inout LineageState, epoch: UInt32
  ) {
    // One that was heard in another epoch already says here what stands behind it.
    _ = lineage.origins.insert(record.originBytes.bigEndian)
    let kind: VouchHistory.Withdrawal.Kind =
      switch (record.isTold, record.isCarried) {
      case (true, false): .told
      case (true, true): .toldBefore
      case (false, true): .carried
      case (false, false): .made
      }
    withdraw(
      VouchHistory.Withdrawal(
        origin: record.originBytes.bigEndian, number: record.number, kind: kind),
      tag: tagPlace(of: record), &lineage, epoch: epoch)
  }

  /// Events stay: they happened. The lineage no longer counts among those of any day.
  mutating func withdraw(
    _ withdrawal: VouchHistory.Withdrawal, tag: Int, _ lineage: inout LineageState, epoch: UInt32
  ) {
    markChanged(tag: tag)
    lineage.withdrawn(withdrawal, tag: tag, epoch: epoch)
  }

  /// Has the counts follow what lives of what a lineage said.
  mutating func settle(_ lineage: inout LineageState, at place: UInt32) {
    let (changes, workCount) = lineage.settle(in: epochs)
    settledWork += UInt64(workCount)
    for (tag, change) in changes { apply(change, of: place, tag: Int(tag)) }
  }

  private mutating func apply(_ change: LineageState.Change, of lineage: UInt32, tag: Int) {
    var isCounted = tags[tag].distinct.change(by: change.distinctDelta)
    for content in change.added { addVoucher(lineage, for: content) }
    for content in change.removed {
      isCounted = contents[Int(content)].removeVoucher() && isCounted
      vouchersChanged(content)
    }
    let days = change.addedDays.map { ($0, 1) } + change.removedDays.map { ($0, -1) }
    for (day, difference) in days {
      let place = dayPlace(tag: tag, day: day)
      isCounted = dayCounts[place].distinct.change(by: difference) && isCounted
      isCounted = tags[tag].lineageDays.change(by: difference) && isCounted
    }
    if !isCounted { isContradictory = true }
  }

  private mutating func feedback(_ record: ReportRecord, _ lineage: inout LineageState) {
    guard lineage.origins.insert(record.originBytes.bigEndian) else { return }
    let tag = tagPlace(of: record)
    markChanged(tag: tag)
    tags[tag].shown = tags[tag].shown.addingUpTo(UInt64(record.shown))
    tags[tag].engaged = tags[tag].engaged.addingUpTo(UInt64(record.engaged))
  }

  @inline(__always)
  private mutating func addVoucher(_ lineage: UInt32, for content: UInt32) {
    contents[Int(content)].addVoucher(lineage)
    let state = contents[Int(content)]
    // Only the voucher that reaches the threshold makes a content wanted.
    if state.vouchers == max(1, threshold) || state.arrived != 0 { vouchersChanged(content) }
  }
}

// MARK: Work

extension CloudState {
  /// Whether folding a batch may take longer than others should wait for it. One report alone is
  /// always folded: what a lineage keeps under one tag is bounded.
  ///
  /// - Parameter max: steps that it may take.
  func isTooMuchWork(_ columns: BatchColumns, epoch: UInt32, max: Int) -> Bool {
    guard columns.entryCount > 1 else { return false }
    let lineage = lineages[Int(epochs[Int(epoch)].lineage)]
    var workCount = 0
    for tag in 0..<columns.tagCount {
      guard let place = tagTable.place(of: columns.tag(tag)) else { continue }
      workCount += lineage.workCount(under: place)
      if workCount > max { return true }
    }
    return false
  }
}
