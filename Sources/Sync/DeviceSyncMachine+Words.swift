internal import JournalFormat

/// What a machine's state is called, for people and for scripts.
extension DeviceSyncMachine.Phase {
  /// Stays as it is: scripts read it.
  package var name: String {
    switch self {
    case .needsEnrolment: "not enrolled"
    case .needsGrant(let reason): "new epoch: " + reason.name
    case .needsRecovery(let reason): "recovery" + (reason.map { ": " + $0.name } ?? "")
    case .needsOpen: "enrolled"
    case .ready: "ready"
    case .stopped(let reason): "stopped: " + reason.name
    }
  }

  /// What is the matter, and what happens next; nil while nothing is.
  package var explanation: String? {
    switch self {
    case .needsEnrolment, .needsOpen, .ready: nil
    case .needsGrant(let reason):
      reason.explanation + " With its next sync it continues in a new epoch, and nothing is lost."
    case .needsRecovery:
      "The cloud does not know this device: it was restored from a backup that is older than the "
        + "device's epoch. With the next sync the device sends its grants again."
    case .stopped(let reason): reason.explanation
    }
  }
}

extension DeviceSyncMachine.NewEpochReason {
  package var name: String {
    switch self {
    case .behind: "behind"
    case .forked: "forked"
    case .fenced: "fenced"
    case .gap: "gap"
    case .witnessContradicts: "witness contradicts"
    case .witnessLost: "witness lost"
    case .journalsContradict: "journals contradict"
    case .copied: "copied"
    case .unfinished: "asked for"
    }
  }

  package var explanation: String {
    switch self {
    case .behind(let head):
      "The cloud has more of this device than its journal: the device was restored to its own "
        + "past, after entry \(head.number)."
    case .forked(let head):
      "The cloud has other entries than this device "
        + (head.map { "after entry \($0.number)." } ?? "under the same numbers.")
    case .fenced:
      "Another device continues from this one: this is a copy, or an older life."
    case .gap(let head):
      "The cloud knows this device up to entry \(head.number) only, and the entries after it were "
        + "pruned here: they are rebuilt from the private journal."
    case .witnessContradicts(let head):
      "The witness remembers entry \(head.number), which the journal lacks or has with other "
        + "content: the "
        + "journal was restored."
    case .witnessLost:
      "The witness beside the journals is missing or torn, so nobody can sign for the epoch any "
        + "more."
    case .journalsContradict:
      "The shared journal is missing, or was made from another past than the private journal has: "
        + "one of the two was restored."
    case .copied:
      "The cloud has enrolled this device with another key: it is a copy, or its witness was lost."
    case .unfinished:
      "The device has asked for a new epoch, and the answer was lost."
    }
  }
}

extension DeviceSyncMachine.StopReason {
  package var name: String {
    switch self {
    case .notAllowed: "not allowed"
    }
  }

  package var explanation: String {
    switch self {
    case .notAllowed(let reason): "The cloud refuses this device: \(reason)"
    }
  }
}
