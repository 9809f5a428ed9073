internal import JournalFormat

/// Reading the index on beside everything else: a step is one call of the actor, so there are never
/// two at a time, and whoever waits for the host waits for one step at most.
extension DeviceHost {
  /// How far the index has read: after a restore, or when it was lost, it is made anew in the
  /// background.
  public func indexProgress() throws(DeviceError) -> IndexProgress {
    try device.readIndex(atMost: 0)
  }

  /// Reads the next step of the journal, at most 2,000 entries, into the index.
  ///
  ///     while try await !host.readIndex().isComplete {}
  ///
  /// Calls that need the whole index read it themselves: this one is for showing the progress, or
  /// for using a limited time in the background.
  ///
  /// - Returns: how far the index is.
  /// - Throws: `DeviceError.Code.index` if the index can be neither read nor rebuilt.
  @discardableResult
  public func readIndex() throws(DeviceError) -> IndexProgress {
    try device.readIndex()
    // Apps are asked after a restore as soon as enough was read for that.
    try device.noteRestored(at: clock(), readingAtMost: 0)
    return try device.readIndex(atMost: 0)
  }

  /// Why the index was made anew since the host was opened, in words for people; nil: it was not. A
  /// damaged one is beside the new one, as "index.sqlite.damaged".
  public func indexRebuildReason() -> String? { device.indexRebuildReason }

  /// Has a task read on to the journal's end, unless one does already.
  ///
  /// It ends with the first error, which whoever asks the index next gets as well, and with the
  /// host.
  func readIndexInBackground() {
    guard !isReadingIndex else { return }
    isReadingIndex = true
    Task(priority: .utility) { [weak self] in
      while await self?.readsOn() == true { await Task.yield() }
    }
  }

  /// Reads one step in the background; false: that was the last.
  private func readsOn() -> Bool {
    isReadingIndex = (try? readIndex().isComplete) == false
    return isReadingIndex
  }

  /// Returns once everything that is journaled can be found; nothing comes in between.
  func settleIndex() async throws(DeviceError) {
    while try !readIndex().isComplete { await Task.yield() }
  }
}
