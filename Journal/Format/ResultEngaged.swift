extension JournalResultEngaged {
  /// - Parameter visible: results that could be seen. The opened one is not counted as shown beside
  ///   itself, nor any other twice.
  package init(
    _ result: JournalShownResult, query: String = "", visible: [JournalShownResult] = []
  ) {
    self.init()
    self.result = result
    self.query = query
    shown = visible.eachOnce(without: result)
  }

  /// Records where the opened result stood in a list, and how long that had been there. Nothing
  /// where it is not in it.
  ///
  /// - Parameter list: from the top down.
  package mutating func setOpening(
    from list: [JournalShownResult], waitedMilliseconds: UInt64
  ) {
    guard let place = list.place(of: result) else { return }
    self.place = UInt32(clamping: place)
    self.waitedMilliseconds = max(1, waitedMilliseconds)
  }

  /// For how long the list had been there when the result was opened, in milliseconds, at least 1;
  /// nil: it is not known.
  package var waited: UInt64? { waitedMilliseconds > 0 ? waitedMilliseconds : nil }
}
