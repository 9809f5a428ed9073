import ArgumentParser
import Foundation
import JournalFormat
import Simulation

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run many devices against one cloud in one process.")

  @Option(help: "A trace of real events: JSON Lines, gzip allowed, - for standard input.")
  var trace: String

  @Option(help: "How many devices have to vouch before something is public.")
  var threshold: UInt32 = 50

  @Option(help: "The seed of everything random.")
  var seed: UInt64 = 1

  @Option(help: "What happens to messages: none or lossy.")
  var faults = "none"

  @Option var open: Int = 4096

  func run() throws {
    var plan = WorldPlan()
    plan.seed = seed
    plan.threshold = threshold
    plan.openDevicesMax = open
    plan.network = NetworkProfile.all.first { $0.name == faults } ?? .calm
    let world = try World(plan, diskName: "world")
    let reader = try TraceReader(path: trace)
    var group: [TraceEvent] = []
    let start = Date()
    while let line = try reader.next() {
      let event = try TraceEvent(json: line)
      if let first = group.first, first.device != event.device || first.time != event.time {
        try world.perform(group)
        group = []
      }
      group.append(event)
    }
    try world.perform(group)
    try world.windDown()
    print("wound down after", Date().timeIntervalSince(start))
    let checks = try world.check()
    var usage = rusage()
    getrusage(0, &usage)
    let report = try world.report(
      checks: checks, cpuSeconds: Double(usage.ru_utime.tv_sec),
      wallSeconds: Date().timeIntervalSince(start),
      peakMemoryMiB: usage.ru_maxrss / 1024)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    var short = report
    short.days = []
    print(String(decoding: try encoder.encode(short), as: UTF8.self))
  }
}
