#if Server
  import AggregatorServer
  import ArgumentParser

  /// The settings of a server as options of the command line, made of the table of settings.
  struct SettingOptions: ParsableArguments, CustomReflectable {
    /// Those that were given.
    private(set) var flags: [Setting: String] = [:]

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init() {}

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      for setting in Setting.allCases {
        let key = Key(stringValue: setting.rawValue)
        flags[setting] = try values.decode(Option<String?>.self, forKey: key).wrappedValue
      }
    }

    /// The parser takes the children for the properties, and finds its options among them.
    var customMirror: Mirror {
      Mirror(self, children: Setting.allCases.map { ($0.rawValue, Self.option($0)) })
    }

    private static func option(_ setting: Setting) -> Option<String?> {
      let standard = setting.standard.map { " (default: \($0))" } ?? ""
      let completion: CompletionKind? =
        switch setting.kind {
        case .folder: .directory
        case .file: .file()
        case .text, .seconds, .number: nil
        }
      return Option(
        name: .customLong(setting.rawValue),
        help: ArgumentHelp("\(setting.help)\(standard)", valueName: setting.valueName),
        completion: completion)
    }
  }
#endif
