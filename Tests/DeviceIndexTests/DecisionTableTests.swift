import CloudAggregator
import Foundation
import JournalFormat
import JournalVectors
import Sync
import TestSupport
import Testing

@testable import DeviceIndex

/// The table of the decision page: what a person reads there is what happens.
private struct DecisionTable {
  struct Row {
    let cells: [String]

    /// Each of the first four cells names one value, several, or all of them.
    func covers(_ wanted: DecisionCase) -> Bool {
      zip(cells, wanted.cells).allSatisfy { cell, value in
        cell == "any" || cell.split(separator: " ").contains { $0 == value }
      }
    }

    var first: String { cells[4] }
    var turns: String { cells[5] }
    var counted: String { cells[6] }
    var isImpossible: Bool { first == "impossible" }
  }

  let rows: [Row]

  init() throws {
    let path = URL(fileURLWithPath: Vector.folder).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/decisions/0025-decision-table.md")
    let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    rows = lines.drop { !$0.hasPrefix("| epoch |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
      .map { line in
        Row(
          cells: line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
      }
  }

  static let rows = (try? DecisionTable().rows) ?? []
  static let possible = DecisionCase.all.filter { wanted in
    !rows.contains { $0.covers(wanted) && $0.isImpossible }
  }
}

/// What a device said until it had nothing more to say.
private struct Talk {
  /// What the device thinks before anything is said, and after each answer.
  var phases: [String]
  var turns: [String] = []

  private static let turnsMax = 8

  init(_ sync: DeviceSync, with talk: Conversation) throws {
    phases = [sync.machine.phase.name]
    while case .send(let request) = try sync.next(now: talk.deviceTime()) {
      guard turns.count < Self.turnsMax else {
        throw DeviceError(.journal, "They do not come to an end: \(turns)")
      }
      let response = try talk.answer(request.bytes)
      turns.append("\(try SyncRequest(bytes: request.bytes).kind) \(response.shortWord)")
      try sync.received(response, to: request.number, now: talk.deviceTime())
      if phases.last != sync.machine.phase.name { phases.append(sync.machine.phase.name) }
    }
  }
}

extension SyncResponse {
  /// The verdict, or what came instead of one.
  fileprivate var shortWord: String {
    switch self {
    case .opened(let verdict, _), .notReceived(let verdict, _):
      String("\(verdict)".prefix { $0 != "(" })
    case .enrolled: "enrolled"
    case .received: "received"
    case .refused(let refusal): "\(refusal.code)"
    case .news: "news"
    case .granted: "granted"
    }
  }
}

@Suite("The decision table") struct DecisionTableTests {
  @Test func `has one row for each combination`() {
    for wanted in DecisionCase.all {
      let count = DecisionTable.rows.count { $0.covers(wanted) }
      #expect(count == 1, "\(wanted)")
    }
    #expect(DecisionTable.rows.allSatisfy { $0.cells.count == 7 })
    #expect(DecisionTable.rows.contains { $0.isImpossible })
  }

  @Test(arguments: DecisionTable.possible)
  func `says what happens`(wanted: DecisionCase) throws {
    let row = try #require(DecisionTable.rows.first { $0.covers(wanted) })
    let world = try DecisionWorld()
    try world.build(wanted)
    try world.life { _, sync in
      let talk = try Talk(sync, with: world.talk)
      #expect(talk.phases.joined(separator: ", ") == row.first)
      #expect(talk.turns.joined(separator: ", ") == row.turns)
      #expect(sync.machine.acknowledged == sync.machine.head && sync.machine.phase == .ready)
    }
    #expect(world.pages.joined(separator: " ") == row.counted)
    #expect(try world.counts(world.pages).allSatisfy { $0 == "1 of 1" })
    #expect(try world.counts(["lost"]) == ["none"])
    #expect(try world.talk.cloud.projections.status().lineages == 1)
    try goesOn(world)
  }

  /// From then on it is a device like any other.
  private func goesOn(_ world: DecisionWorld) throws {
    let turns = try world.life { _, sync in try Talk(sync, with: world.talk).turns }
    #expect(turns == ["open ok"])
    try world.live("later")
    #expect(try world.counts(["later"]) == ["1 of 1"])
    let digest = try world.talk.cloud.projections.stateDigest()
    try world.talk.cloud.rebuild()
    #expect(try world.talk.cloud.projections.stateDigest() == digest)
  }
}
