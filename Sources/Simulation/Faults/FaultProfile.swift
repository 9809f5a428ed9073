internal import JournalFormat

/// What worlds of faults are drawn from.
package struct FaultProfile: Hashable, Sendable {
  package private(set) var name: String
  /// For people.
  package private(set) var summary: String
  package var devices: ClosedRange<Int>
  /// Things that people do.
  package var events: ClosedRange<Int>
  /// Faults that a plan has, at most.
  package var faults: ClosedRange<Int>
  package var days: ClosedRange<Int64>
  /// What happens; nil: each seed draws about half of all kinds.
  package var kinds: [FaultStep.Kind]?
  /// Things that apps do that know more than pages, and people with them.
  package var appEvents = 0
  /// Clients that enrol and send what the rules forbid.
  package var intruders: ClosedRange<Int> = 0...0
  /// What they do; one of these at a time.
  var acts = IntruderAct.besideApps
  /// Damaged, full and exchanged files, at most; at least one where it is not 0.
  package var damages = 0
  /// Whether messages are lost, repeated, late and garbled.
  package var losesMessages = true
  /// Whether reports wait for fuller batches in some of its worlds.
  package var collectsReports = false

  /// Steps that its worlds may have: a long run has all of them.
  package var possibleSteps: [FaultStep.Kind] {
    FaultStep.Kind.allCases.filter { kind in
      let hasVerbs = appEvents > 0 && damages == 0
      switch kind.side {
      case .pages: return true
      case .apps:
        let isOfVerbs = [
          .abandon, .setSynonyms, .seePublic, .openPublic, .rotateKey, .createSnapshot,
          .restoreSnapshot,
        ].contains(kind)
        return isOfVerbs ? hasVerbs : appEvents > 0
      case .operators: return hasVerbs
      case .intruders: return intruders.upperBound > 0
      case .devices, .cloud:
        if kind == .stranger { return hasVerbs }
        return (damages > 0 || !FaultStep.Kind.damages.contains(kind))
          && kinds.map { $0.contains(kind) } ?? true
      }
    }
  }

  /// Four devices for six days: what finds most defects soonest.
  package static let small = FaultProfile(
    name: "small", summary: "4 devices, 120 events and up to 24 faults in 6 days", devices: 4...4,
    events: 120...120, faults: 24...24, days: 6...6)

  /// Sizes are drawn as well.
  package static let swarm = FaultProfile(
    name: "swarm",
    summary: "1 to 12 devices, up to 3 intruders, 20 to 400 events, 60 of apps and up to 80 faults "
      + "in 30 days",
    devices: 1...12, events: 20...400, faults: 0...80, days: 1...30, appEvents: 60,
    intruders: 0...3, collectsReports: true)

  /// Long lives with everything in them.
  package static let long = FaultProfile(
    name: "long", summary: "8 devices, 5000 events, 400 of apps and up to 60 faults in 30 days",
    devices: 8...8, events: 5_000...5_000, faults: 60...60, days: 30...30, appEvents: 400,
    collectsReports: true)

  /// Nothing but cuts of power, of devices and of the cloud.
  package static let power = FaultProfile(
    name: "power", summary: "2 devices, 60 events and 40 power cuts in 2 days", devices: 2...2,
    events: 60...60, faults: 40...40, days: 2...2, kinds: [.powerCut, .powerCut, .cloudPowerCut],
    losesMessages: false)

  /// Nothing goes wrong.
  package static let calm = FaultProfile(
    name: "calm", summary: "4 devices and 120 events in 6 days, and no fault", devices: 4...4,
    events: 120...120, faults: 0...0, days: 6...6, kinds: [], losesMessages: false)

  /// As small, and apps do everything that apps can.
  package static let apps = FaultProfile(
    name: "apps",
    summary: "4 devices, up to 3 intruders, 40 events and 120 of apps that index, bind, delete and "
      + "let expire, and up to 24 faults in 6 days",
    devices: 4...4, events: 40...40, faults: 24...24, days: 6...6, appEvents: 120,
    intruders: 0...3)

  /// As small, and files are damaged, lost and exchanged, of apps too that do everything.
  package static let damage = FaultProfile(
    name: "damage",
    summary:
      "as small, 40 events of apps, and up to 8 times files rot, are exchanged or take no more",
    devices: 4...4, events: 120...120, faults: 24...24, days: 6...6, appEvents: 40, damages: 8)

  /// As small, and clients that break the rules have the words of pages public as well.
  package static let intruders: FaultProfile = {
    var profile = small
    profile.name = "intruders"
    profile.summary = "as small, and 1 to 3 intruders who endorse pages of others as well"
    profile.intruders = 1...3
    profile.acts = IntruderAct.allCases + Array(repeating: .endorse, count: 6)
    return profile
  }()

  package static let all = [swarm, small, long, power, calm, apps, damage, intruders]

  package static func named(_ name: String) -> FaultProfile? { all.first { $0.name == name } }

  /// What one seed's world has of each.
  struct Size {
    let devices: Int
    let events: Int
    let faults: Int
    let days: Int64

    init(_ profile: FaultProfile, seed: UInt64) {
      // Apart from what the plan is drawn with: a wider profile deals the same to each seed.
      var dice = SplitMix64(seed ^ 0x512E)
      func draw(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(dice.below(UInt64(range.count)))
      }
      devices = draw(profile.devices)
      events = draw(profile.events)
      faults = draw(profile.faults)
      days = profile.days.lowerBound + Int64(dice.below(UInt64(profile.days.count)))
    }
  }
}
