internal import CloudAggregator
internal import DeviceIndex
internal import Foundation
internal import JournalFormat

/// People who see public results in a world of faults, and open one or none.
struct PublicResultSteps {
  let world: FaultWorld

  func perform(_ step: FaultStep, on device: FaultDevice) {
    // People see only what the cloud shows now.
    guard let cloud = world.answeringCloud, let shown = try? world.publicPages(of: cloud) else {
      return
    }
    let visible = (step.ids ?? []).filter(shown.contains)
    guard let first = visible.first else { return }
    let isOpened = step.kind == .openPublic
    world.tell(
      device.place,
      "sees public \(visible.joined(separator: ", "))" + (isOpened ? " and opens \(first)" : ""))
    // What a disk loses was seen nevertheless, and is not counted.
    for page in Set(visible) { world.seen.saw(page, opens: isOpened && page == first) }
    world.guarding(device) {
      let process = try world.opened(device)
      let event = PublicResults.event(
        visible, isOpened: isOpened, salt: world.configuration.tagSalt)
      try process.record([event], at: world.localTime(of: device))
      try world.noteCommitted(device)
      device.hasNews = true
      world.wakeSoon(device)
    }
  }
}

/// What is journaled of public results that a person saw.
enum PublicResults {
  /// - Parameter isOpened: whether the first one is opened.
  static func event(_ pages: [String], isOpened: Bool, salt: [UInt8]) -> JournalEvent {
    let visible = pages.map { page in
      var result = JournalShownResult()
      result.source = .public
      (result.app, result.id) = (PageActs.app.text, page)
      result.tag = .init(PageActs.tag(of: page, salt: salt).bytes)
      return result
    }
    var event = JournalEvent()
    if isOpened, let first = visible.first {
      event.resultEngaged = JournalResultEngaged(first, visible: visible)
    } else {
      event.resultsShown = JournalResultsShown(visible: visible)
    }
    return event
  }
}

/// How often people really saw and opened public results, kept outside of the system.
struct SeenResults {
  private(set) var shown: [String: Int] = [:]
  private(set) var opened: [String: Int] = [:]

  mutating func saw(_ page: String, opens: Bool) {
    shown[page, default: 0] += 1
    if opens { opened[page, default: 0] += 1 }
  }
}

/// Draws public results that people see. Its dice are separate, as those of `SearchDice`.
struct PublicResultDice {
  private var dice: PlanDice

  init(seed: UInt64) { dice = PlanDice(seed: seed, part: 0x9_B11C) }

  /// People who search a few times, and now and then one who searches the same all day.
  ///
  /// - Parameter devices: how many there are in the end.
  mutating func steps(before end: Int64, devices: Int) -> [FaultStep] {
    (0..<3 + dice.below(4)).flatMap { _ in
      let (device, start) = (dice.below(devices), dice.below(Int(end)))
      let pages = (0...dice.below(2)).map { _ in dice.page() }
      let count = dice.happens(oneIn: 3) ? 14 : 1 + dice.below(4)
      return (0..<count).map { place in
        let kind: FaultStep.Kind = dice.happens(oneIn: 3) ? .openPublic : .seePublic
        var step = FaultStep(at: Int64(start + place * 60_000), kind, device: device)
        step.ids = pages
        return step
      }
    }
  }
}
