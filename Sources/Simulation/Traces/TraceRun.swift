internal import CloudAggregator
internal import DeviceIndex
internal import Foundation
package import JournalFormat
internal import JournalStore
internal import StrictJSON
internal import TraceLines

/// A run of a trace, or of a generated fleet, from the first event to the checks.
package final class TraceRun {
  private let plan: WorldPlan
  private let source: TraceSource
  private let remote: (any RemoteCloud)?
  private var world: World?
  /// What a cloud elsewhere shows at the end.
  private var shown: PublicState?

  /// - Parameter remote: the cloud, where it is not in this process.
  package init(plan: WorldPlan, source: TraceSource, remote: (any RemoteCloud)? = nil) {
    self.plan = plan
    self.source = source
    self.remote = remote
  }

  /// The run of a `plan.json`; nil when the file is not of that kind.
  package convenience init?(savedPlan bytes: [UInt8]) throws {
    guard let saved = try? StrictDecoder().decode(SavedPlan.self, from: bytes),
      let plan = WorldPlan(saved)
    else { return nil }
    guard let source = saved.source else { return nil }
    self.init(plan: plan, source: source)
  }

  /// - Parameter progress: called now and then with the number of events that were read.
  package func perform(progress: (Int) -> Void = { _ in }) throws -> RunReport {
    let start = ProcessClock()
    let parser = try TraceParser(source)
    defer { parser.giveUp() }
    // Another run of this process may have the same seed.
    let name = "spotlog-world-\(UInt(bitPattern: ObjectIdentifier(self)))"
    var next = try parser.next()
    let world = try World(
      plan, diskName: name, start: next?.first?.time ?? Timestamp(milliseconds: 0),
      shape: try shape(), remote: remote)
    self.world = world
    var known: [[TraceEvent]] = []
    var open: [TraceEvent] = []
    var count = 0
    while let events = next {
      let groups = Self.group(events, after: &open)
      // The world knows one part of the trace more than it performs.
      world.foresee(groups)
      for group in known { try perform(group, in: world) }
      known = groups
      count += events.count
      progress(count)
      next = try parser.next()
    }
    world.foresee([open])
    for group in known + [open] { try perform(group, in: world) }
    try world.windDown()
    shown = try remote?.publicState { shown in
      try world.check(shown).allSatisfy(\.holds)
    }
    let checks = try world.check(shown)
    let used = ProcessClock()
    return try RunReport(
      world, checks: checks, shown: shown, cpuSeconds: used.cpuSeconds - start.cpuSeconds,
      wallSeconds: used.wallSeconds - start.wallSeconds, peakMemoryMiB: used.peakMemoryMiB)
  }

  /// What the run measured for a sweep; nil before it, and where its plan does not measure it.
  package var waits: RunWaits? {
    guard let world, let reveals = world.ledger.reveals else { return nil }
    let start = world.started ?? world.now
    let last = world.measures.lastEvent ?? start
    return RunWaits(
      reveals: reveals.waits, lags: world.measures.lags,
      days: max(1, Double(last.milliseconds - start.milliseconds) / 86_400_000))
  }

  /// What the trace is like, where something is to be lost at random places of it: it is read twice
  /// then.
  private func shape() throws -> TraceShape? {
    guard !plan.losses.isEmpty else { return nil }
    let parser = try TraceParser(source)
    defer { parser.giveUp() }
    var shape = TraceShape()
    var open: [TraceEvent] = []
    while let events = try parser.next() { shape.add(Self.group(events, after: &open)) }
    shape.add([open])
    if let reason = shape.problem(with: plan.losses) {
      throw TraceError(
        file: source.name, line: nil, isMissing: false, reason: reason,
        advice: "Have fewer lost, or take a longer trace")
    }
    return shape
  }

  /// Events of one device at one time belong together; the last group may continue, and stays open.
  private static func group(
    _ events: [TraceEvent], after open: inout [TraceEvent]
  ) -> [[TraceEvent]] {
    var groups: [[TraceEvent]] = []
    for event in events {
      if let first = open.first, first.device != event.device || first.time != event.time {
        groups.append(open)
        open = []
      }
      open.append(event)
    }
    return groups
  }

  private func perform(_ events: [TraceEvent], in world: World) throws {
    do {
      try world.perform(events)
    } catch let error as DeviceError where error.cause == nil {
      throw TraceError(
        file: source.name, line: (Self.firstUntakable(events) ?? events.first)?.line,
        isMissing: false, reason: "is an event that no device takes: \(error.message)")
    }
  }

  /// Which of the events it was that the device refused with all of them.
  private static func firstUntakable(_ events: [TraceEvent]) -> TraceEvent? {
    var dice = SplitMix64(0)
    return events.first { (try? $0.journaled().payload(using: &dice)) == nil }
  }

  // MARK: Output

  /// Writes the report, the tables and the cloud's folder.
  package func write(
    _ report: RunReport, to folder: String, keepingDevices: Bool, madeOn day: Day
  ) throws {
    guard let world else { return }
    try report.writeFiles(to: folder, madeOn: day)
    let counts =
      try shown?.counts ?? world.cloud?.projections.popularity().map { CloudTables.Count($0) } ?? []
    try FileSystem.replace(
      folder + "/popularity.tsv", with: Array(CloudTables.popularity(counts).utf8))
    let items =
      try shown?.items ?? world.cloud?.projections.publicEntries().map { CloudTables.Line($0) }
      ?? []
    try FileSystem.replace(
      folder + "/public-items.jsonl", with: Array(try CloudTables.publicItems(items).utf8))
    if let losses = report.losses {
      try FileSystem.replace(
        folder + "/lost.tsv", with: Array(LostReport.table(of: losses.lostReports).utf8))
    }
    let plan = SavedPlan(plan: plan, source: source)
    try FileSystem.replace(
      folder + "/plan.json", with: try EscapedJSON.bytes(plan, isPretty: true))
    try RunFolder(path: folder).save(world, keepingDevices: keepingDevices)
  }
}

/// What is needed to run the same again: `plan.json`.
struct SavedPlan: Codable {
  static let format = 1

  var format = Self.format
  /// Nil: the fleet is generated.
  var trace: String?
  var workload: Workload?
  var seed: UInt64
  var threshold: UInt32
  var faults: String
  var syncIntervalMilliseconds: Int64
  /// Nil: nothing waits for a fuller batch.
  var batchDelayMilliseconds: Int64?
  /// Nil: nothing is lost.
  var losses: LossPlan?

  /// Nil: there is none, or there are two.
  var source: TraceSource? {
    switch (trace, workload) {
    case (let trace?, nil): .file(trace)
    case (nil, let workload?): workload.isPossible ? .workload(workload) : nil
    default: nil
    }
  }

  init(plan: WorldPlan, source: TraceSource) {
    switch source {
    case .file(let path): trace = path
    case .workload(let made): workload = made
    }
    seed = plan.seed
    threshold = plan.threshold
    faults = plan.network.name
    syncIntervalMilliseconds = plan.syncIntervalMilliseconds
    batchDelayMilliseconds = plan.batchDelayMilliseconds > 0 ? plan.batchDelayMilliseconds : nil
    losses = plan.losses.isEmpty ? nil : plan.losses
  }
}

extension WorldPlan {
  /// Nil: this program does not know it.
  fileprivate init?(_ saved: SavedPlan) {
    guard saved.format == SavedPlan.format, saved.threshold > 0,
      saved.syncIntervalMilliseconds > 0,
      Self.batchDelayRange.contains(saved.batchDelayMilliseconds ?? 0),
      let network = [NetworkProfile.calm, .lossy].first(where: { $0.name == saved.faults })
    else { return nil }
    self.init()
    seed = saved.seed
    threshold = saved.threshold
    syncIntervalMilliseconds = saved.syncIntervalMilliseconds
    batchDelayMilliseconds = saved.batchDelayMilliseconds ?? 0
    self.network = network
    losses = saved.losses ?? LossPlan()
    if losses.cloudRestores < 0 { return nil }
  }
}
