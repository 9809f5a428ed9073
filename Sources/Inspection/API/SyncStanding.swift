internal import DeviceIndex
public import Foundation
internal import JournalFormat
internal import JournalStore
internal import Sync

/// How a device stands with its cloud, by its own files, as `spotlog device status` shows it.
///
///     let standing = try DeviceReader("phone").syncStanding()
///     print(standing.phase, standing.explanation ?? "")
///     if let acknowledged = standing.acknowledgedReportCount, let all = standing.reportCount {
///       print("\(acknowledged) of \(all) reports acknowledged")
///     }
///     print(standing.nextStep)
public struct SyncStanding: Hashable, Sendable {
  /// Whether the files that say it could be read. If not, `refusal` says so.
  public let isKnown: Bool
  /// Whether the cloud has enrolled the device.
  public let isEnrolled: Bool
  /// Where the conversation is, in a few words for people.
  public let phase: String
  /// What is the matter and what happens next, for people; nil if nothing is the matter.
  public let explanation: String?
  /// What keeps the device from speaking with its cloud at all; nil: nothing does.
  public let refusal: InspectionError?
  /// Reports of the current epoch that the cloud has acknowledged; nil without an epoch.
  public let acknowledgedReportCount: UInt64?
  /// Reports of the current epoch, acknowledged ones too; nil without an epoch.
  public let reportCount: UInt64?
  /// Whether events wait because the outbox is full until the cloud has made a backup.
  public let isOutboxFull: Bool
  /// The number of the first report that is not acknowledged, from 1 on; nil: there is none.
  public let firstWaitingReport: UInt64?
  /// The time of the oldest event or report that is not acknowledged; nil: there is none.
  public let oldestWaiting: Date?
  /// That the device was restored, and to where, for people; nil: it was not.
  public let restoreSentence: String?
  /// What was put right in the device's files when they were opened, for people; nil: nothing.
  public let repairSentence: String?
  /// The outcome of the last sync by `spotlog device sync`; nil: none is noted.
  public let lastSync: LastSync?
  /// What to do, for people.
  public let nextStep: String

  /// What a full outbox means, for people.
  public static let fullOutboxSentence = DeviceSync.outboxIsFull

  private static let toKnow =
    "Have the owner of the folder give you permission to read all of it."

  private static let unread = InspectionError(
    .cannotRead,
    "How the device stands with its cloud is not known, since files that say so cannot be read.",
    cause: JournalError(.noPermission, toKnow))

  /// Where what keeps the device from its cloud is none of what its files say of each other.
  private static let asExplained =
    "Do what the explanation says: until then nothing leaves the device."

  /// - Parameters:
  ///   - path: where to read the device's files.
  ///   - folder: the device's, as a person names it.
  init(
    of device: Device, at path: String, in folder: String, isKnown: Bool, now: Timestamp
  ) throws {
    let before = Result { try DeviceState(path, named: folder) }
    let (sync, refusal) = isKnown ? Self.conversation(of: device, now) : (nil, Self.unread)
    let state = try Self.state(
      before, at: path, in: folder, isKnown ? refusal : nil)
    let phase = sync?.machine.phase ?? (refusal == nil ? state.phaseAtNextSync : nil)
    self.isKnown = isKnown
    self.refusal = refusal
    isEnrolled = sync?.witness.grant != nil
    self.phase =
      phase?.name ?? (refusal == nil ? "has never spoken" : isKnown ? "refused" : "unknown")
    explanation = refusal?.message ?? phase?.explanation
    acknowledgedReportCount = state.epoch.map { _ in state.acknowledgedReportCount }
    reportCount = state.epoch.map { _ in state.reportCount }
    isOutboxFull = try sync?.isOutboxFull() ?? false
    firstWaitingReport = state.blocking?.number
    oldestWaiting = state.oldestWaiting.map { Date($0) }
    restoreSentence = state.restored?.sentence
    repairSentence = sync?.repair
    lastSync = state.lastSync
    nextStep =
      !isKnown
      ? Self.toKnow
      : refusal == nil || state.explainsRefusal ? state.nextStep : Self.asExplained
  }

  /// What could not be read beside the entries is mended once the conversation was opened, or the
  /// refusal says why it cannot be.
  private static func state(
    _ before: Result<DeviceState, any Error>, at path: String, in folder: String,
    _ refusal: InspectionError?
  ) throws -> DeviceState {
    if case .success(let state) = before { return state }
    do { return try DeviceState(path, named: folder) } catch { throw refusal ?? error }
  }

  /// Nil for a device that has never spoken, and for one that cannot, with the reason: what it
  /// holds can be told all the same.
  private static func conversation(
    of device: Device, _ now: Timestamp
  ) -> (DeviceSync?, refusal: InspectionError?) {
    do throws(InspectionError) {
      return (try InspectionError.translating { try device.startedSync(now: now) }, nil)
    } catch {
      return (nil, error)
    }
  }
}
