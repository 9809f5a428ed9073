import ArgumentParser
import Simulation

/// What is lost on purpose in a simulation.
struct LossOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Devices that are restored to an earlier moment: 3, or 10%.",
      valueName: "number"))
  var restoreDevices = LossPlan.Share.count(0)

  @Option(
    help: ArgumentHelp(
      "Devices that are copied and keep running beside their copy: 3, or 2%.", valueName: "number"))
  var cloneDevices = LossPlan.Share.count(0)

  @Option(
    help: ArgumentHelp(
      "How often the cloud is restored to an earlier moment: 0 to 100.",
      valueName: "times"))
  var restoreCloud = 0

  @Option(
    help: ArgumentHelp(
      """
      When a device is lost: receipt (the cloud has acknowledged all that it holds), or any (also \
      with a request on its way).
      """, valueName: "moment"))
  var lostAt = LossPlan.Moment.receipt

  func validate() throws {
    guard (0...100).contains(restoreCloud) else {
      throw ValidationError("--restore-cloud takes 0 to 100 times.")
    }
    guard restoreDevices.count(of: 100) + cloneDevices.count(of: 100) <= 100 || isInNumbers else {
      throw ValidationError(
        "--restore-devices and --clone-devices are more than 100% together: no device is both.")
    }
  }

  /// Its options, and whether each was given another value than it has by itself.
  var given: [(String, Bool)] {
    [
      ("--restore-devices", restoreDevices.count(of: 1_000_000) > 0),
      ("--clone-devices", cloneDevices.count(of: 1_000_000) > 0),
      ("--restore-cloud", restoreCloud > 0), ("--lost-at", lostAt != .receipt),
    ]
  }

  var plan: LossPlan {
    var plan = LossPlan()
    plan.restoredDevices = restoreDevices
    plan.clonedDevices = cloneDevices
    plan.cloudRestores = restoreCloud
    plan.lostAt = lostAt
    return plan
  }

  /// Only the trace knows how many devices there are.
  private var isInNumbers: Bool {
    switch (restoreDevices, cloneDevices) {
    case (.percent, .percent): false
    case (.count, _), (_, .count): true
    }
  }
}

extension LossPlan.Share: ExpressibleByArgument {
  package init?(argument: String) { self.init(rawValue: argument) }
  package var defaultValueDescription: String { rawValue }
}

extension LossPlan.Moment: ExpressibleByArgument {}
