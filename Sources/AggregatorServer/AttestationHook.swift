internal import JournalFormat
internal import Logging
internal import Sync

/// Asks a program whether to believe what a device brought to its enrolment: the attestation comes
/// on its standard input, the device's public key in `SPOTLOG_DEVICE_KEY`. Exit status 0 admits the
/// device, 1 does not; everything else is the hook's own trouble, and the device may come again.
actor AttestationHook {
  private let program: String
  private let timeoutSeconds: Double
  private var runningCount = 0
  private var addressRunningCounts: [String: Int] = [:]

  /// Programs that run at a time; a device that comes then is asked to come again.
  static let runningCountMax = 8
  /// Those of one address, so that one whose programs take long leaves places to others.
  static let addressRunningCountMax = 4

  init(program: String, timeoutSeconds: Double = 10) {
    self.program = program
    self.timeoutSeconds = timeoutSeconds
  }

  /// - Parameters:
  ///   - request: one that the aggregator says is worth it. Anyone who can have a program started
  ///     by any bytes can keep the server busy with nothing else.
  ///   - address: whom it counts for; nil: nobody.
  ///   - logger: told what the program writes to its standard error.
  func isBelieved(
    _ request: EnrolRequest, from address: String? = nil, logger: Logger? = nil
  ) async throws(ProblemDetails) -> Bool {
    let own = address.map { addressRunningCounts[$0, default: 0] } ?? 0
    guard runningCount < Self.runningCountMax, own < Self.addressRunningCountMax else {
      throw ProblemDetails(
        .retryLater, "Many enrolments are being checked. Try again later.",
        retryAfterMilliseconds: 2_000)
    }
    runningCount += 1
    if let address { addressRunningCounts[address, default: 0] += 1 }
    defer {
      runningCount -= 1
      if let address {
        let left = addressRunningCounts[address, default: 1] - 1
        addressRunningCounts[address] = left > 0 ? left : nil
      }
    }
    let process = HookProcess(
      program, environment: ["SPOTLOG_DEVICE_KEY": request.deviceKey.description],
      input: request.attestation)
    let ending = await process?.ending(withinSeconds: timeoutSeconds)
    if let complaint = ending?.complaint, complaint.byteCount > 0 {
      logger?.warning(
        "The attestation hook wrote to its standard error.",
        metadata: [
          "bytes": "\(complaint.byteCount)", "cut": "\(complaint.isCut)",
          "text": "\(complaint.text)",
        ])
    }
    switch ending?.exitStatus {
    case 0: return true
    case 1: return false
    default: throw Self.unusable
    }
  }

  private static let unusable = ProblemDetails(
    .retryLater, "The server cannot decide now whether the device may enrol. Try again later.",
    retryAfterMilliseconds: 30_000)
}
