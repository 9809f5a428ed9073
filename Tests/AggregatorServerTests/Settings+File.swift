#if Server
  @testable import AggregatorServer

  extension Settings {
    /// With what a file "a.json" sets.
    init(
      flags: [Setting: String], environment: [String: String], file: [Setting: String]
    ) throws(ServerError) {
      try self.init(
        flags: flags, environment: environment, file: SettingsFile(path: "a.json", values: file))
    }
  }
#endif
