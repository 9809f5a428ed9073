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
}
