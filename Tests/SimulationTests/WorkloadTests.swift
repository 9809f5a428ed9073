import DeviceIndex
import Foundation
import JournalFormat
import Testing
import TraceLines

@testable import Simulation

/// What people of a generated fleet do, before any device hears of it.
@Suite("A workload") struct WorkloadTests {
  private func events(_ plan: Workload) -> [TraceEvent] {
    var source = WorkloadEvents(plan)
    var events: [TraceEvent] = []
    while let more = source.next(atLeast: 500) { events += more }
    return events
  }

  private func text(_ event: TraceEvent) -> String {
    let action: String =
      switch event.action {
      case .activity(let activity):
        "opens \(activity.persistentIdentifier ?? "") \(activity.title ?? "")"
      case .engage(let id, _, _): "engages \(id)"
      case .index(let item): "keeps \(item.uniqueIdentifier) \(item.attributeSet.title ?? "")"
      case .delete(let ids, _, _): "deletes \(ids)"
      case .abandon(_, let shown): "abandons \(shown)"
      case .synonyms(let table): "sets \(String(describing: table))"
      }
    return "\(event.time.milliseconds) \(event.device) \(event.app) \(action)"
  }

  @Test(arguments: [(1, 1, 1), (1, 3, 2), (7, 2, 50), (300, 4, 11)])
  func `has as many events as it says, in the order of their times, within its days`(
    devices: Int, days: Int, perDay: Int
  ) {
    let events = events(Workload(devices: devices, days: days, eventsPerDay: perDay, seed: 5))
    #expect(events.count == devices * days * perDay)
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    let start = Day(20_000).start
    let end = start.advanced(byMilliseconds: Int64(days) * 86_400_000)
    #expect(events.allSatisfy { (start..<end).contains($0.time) })
    #expect(Set(events.map(\.device)).count <= devices)
  }

  @Test func `is the same for the same seed, and another one for another`() {
    let plan = Workload(devices: 20, days: 3, eventsPerDay: 20, seed: 1)
    var other = plan
    other.seed = 2
    #expect(events(plan).map(text) == events(plan).map(text))
    #expect(events(plan).map(text) != events(other).map(text))
  }

  @Test func `likes few pages much, and has people sleep`() {
    let events = events(Workload(devices: 500, days: 2, eventsPerDay: 50, seed: 3))
    var pages: [String: Int] = [:]
    for event in events {
      if case .activity(let activity) = event.action {
        pages[activity.persistentIdentifier ?? "", default: 0] += 1
      }
    }
    let most = pages.values.sorted(by: >)
    #expect(most[0] > 10 * most[most.count / 2], "the first of them is liked far more than most")
    // Of one device, by the hour of its own day: its clock is an hour that its number names.
    var hours = Array(repeating: 0, count: 24)
    for event in events {
      let number = Int64(event.device.dropFirst("device-".count)) ?? 0
      let hour = event.time.milliseconds / 3_600_000 + number * 7
      hours[Int(hour % 24)] += 1
    }
    #expect(hours[20] > 5 * hours[3], "\(hours)")
  }

  @Test func `deletes and finds only what was given before`() {
    var given: Set<String> = []
    for event in events(Workload(devices: 9, days: 5, eventsPerDay: 60, seed: 4)) {
      switch event.action {
      case .index(let item): given.insert(event.device + item.uniqueIdentifier)
      case .delete(let ids, _, _):
        #expect(ids.allSatisfy { given.contains(event.device + $0) })
      case .engage(let id, _, _) where event.app == "notes":
        #expect(given.contains(event.device + id))
      case .engage, .activity, .abandon, .synonyms: break
      }
    }
    #expect(given.count > 500)
  }

  @Test func `runs, holds every check, and is run again from its plan`() throws {
    var plan = WorldPlan()
    plan.threshold = 3
    let workload = Workload(devices: 12, days: 3, eventsPerDay: 30, seed: 6)
    let run = TraceRun(plan: plan, source: .workload(workload))
    let report = try run.perform()
    #expect(report.checks.filter { !$0.holds }.isEmpty)
    #expect(report.traceEvents == 12 * 3 * 30)
    let folder = FileManager.default.temporaryDirectory.path + "/workload-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try run.write(report, to: folder, keepingDevices: false, madeOn: Day(20_000))
    let saved = try #require(FileManager.default.contents(atPath: folder + "/plan.json"))
    let again = try #require(try TraceRun(savedPlan: [UInt8](saved))).perform()
    #expect(again.traceHash == report.traceHash)
  }

  @Test(arguments: [
    #""workload": {"devices": 0, "days": 1, "eventsPerDay": 1, "seed": 1}"#,
    #""workload": {"devices": 1, "days": 3651, "eventsPerDay": 1, "seed": 1}"#,
    #""workload": {"devices": 1, "days": 1, "eventsPerDay": 10001, "seed": 1}"#,
    #""trace": "t", "workload": {"devices": 1, "days": 1, "eventsPerDay": 1, "seed": 1}"#,
    #""windows": 1"#,
    #""workload": {"devices": 1, "days": 1, "eventsPerDay": 1, "seed": 1}, "#
      + #""batchDelayMilliseconds": -1"#,
    #""workload": {"devices": 1, "days": 1, "eventsPerDay": 1, "seed": 1}, "#
      + #""batchDelayMilliseconds": 604800001"#,
  ])
  func `is not made from a plan that is none`(source: String) throws {
    let plan = """
      {"format": 1, \(source), "seed": 1, "threshold": 1, "faults": "none",
       "syncIntervalMilliseconds": 1}
      """
    #expect(try TraceRun(savedPlan: Array(plan.utf8)) == nil)
  }
}
