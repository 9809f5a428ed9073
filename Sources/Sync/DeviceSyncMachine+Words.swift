internal import JournalFormat

/// What a machine's state is called, for people and for scripts.
extension DeviceSyncMachine.Phase {
  /// Stays as it is: scripts read it.
  package var name: String {
    switch self {
    case .needsEnrolment: "not enrolled"
    case .needsOpen: "enrolled"
    case .ready: "ready"
    case .stopped(let reason): "stopped: " + reason.name
    }
  }

  /// Why nothing is sent, and what to do about it; nil while the device is not stopped.
  package var explanation: String? {
    guard case .stopped(let reason) = self else { return nil }
    return reason.explanation
  }
}

extension DeviceSyncMachine.StopReason {
  package var name: String {
    switch self {
    case .behind: "behind"
    case .forked: "forked"
    case .fenced: "fenced"
    case .cloudWentBack: "cloud went back"
    case .gap: "gap"
    case .unknownEpoch: "unknown epoch"
    case .notAllowed: "not allowed"
    case .witnessContradicts: "witness contradicts"
    case .witnessLost: "witness lost"
    }
  }

  package var explanation: String {
    switch self {
    case .behind(let head):
      "The cloud has more of this device than its journal: the device was restored to its own "
        + "past, after entry \(head.number). It has to go on in a new epoch."
    case .forked(let head):
      "The cloud has other entries than this device after entry \(head.number). The device has "
        + "to go on in a new epoch."
    case .fenced:
      "Another device goes on from this one: this is a copy, or an older life. It has to go on "
        + "in a new epoch."
    case .cloudWentBack(let head):
      "The cloud knows this device up to entry \(head.number) only, less than it signed for: it "
        + "was restored from an older backup. Keep this device's journals as they are."
    case .gap(let head):
      "The cloud knows this device up to entry \(head.number) only, and the entries after it were "
        + "pruned here. What lies between is lost."
    case .unknownEpoch:
      "The cloud does not know this device. Check that it is the cloud that the device enrolled "
        + "with."
    case .notAllowed(let reason): "The cloud refuses this device: \(reason)"
    case .witnessContradicts(let head):
      "The witness remembers entry \(head.number), which the journal lacks or has otherwise: the "
        + "journal was restored. Restore both from one time, or begin with a new device."
    case .witnessLost:
      "The witness beside the journals is missing or torn, so nobody can sign for this device. "
        + "Restore the file, or begin with a new device."
    }
  }
}
