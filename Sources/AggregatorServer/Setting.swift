/// Everything that can be set: by `--NAME`, by `SPOTLOG_SERVE_NAME` in the environment, or by a key
/// of the configuration file, in this order of precedence; else the default is taken.
package enum Setting: String, Sendable, CaseIterable {
  case data, host, port, keys, witness, threshold
  case admission
  case enrolTokenFile = "enrol-token-file"
  case hostAppsFile = "host-apps-file"
  case attestationHook = "attestation-hook"
  case enrolmentsPerMinute = "enrolments-per-minute"
  case devicesMax = "devices-max"
  case reportsPerDay = "reports-per-day"
  case newcomerPeriod = "newcomer-period"
  case operatorTokenFile = "operator-token-file"
  case viewerTokenFile = "viewer-token-file"
  case tlsCertificate = "tls-certificate"
  case tlsKey = "tls-key"
  case trustedProxies = "trusted-proxies"
  case bodyLimit = "body-limit"
  case inflatedLimit = "inflated-limit"
  case requestTimeout = "request-timeout"
  case idleTimeout = "idle-timeout"
  case connectionsMax = "connections-max"
  case connectionsPerAddress = "connections-per-address"
  case bodyRateMin = "body-rate-min"
  case queueLimit = "queue-limit"
  case backupDir = "backup-dir"
  case backupInterval = "backup-interval"
  case backupKeepHourly = "backup-keep-hourly"
  case backupKeepDaily = "backup-keep-daily"
  case backupKeepWeekly = "backup-keep-weekly"
  case backupVerifyInterval = "backup-verify-interval"
  case backupKeyFile = "backup-key-file"
  case acceptLoss = "accept-loss"
  case tagSalt = "tag-salt"
  case logLevel = "log-level"

  /// The name in the environment.
  package var variable: String {
    "SPOTLOG_SERVE_" + rawValue.uppercased().replacing("-", with: "_")
  }

  /// What is typed for it.
  package enum Kind: Sendable {
    case folder, file, text, seconds
    case number(ClosedRange<Int>)
  }

  private struct Row {
    let kind: Kind
    let valueName: String
    let standard: String?
    let help: String

    static func folder(_ help: String) -> Row {
      Row(kind: .folder, valueName: "dir", standard: nil, help: help)
    }

    static func file(_ help: String, valueName: String = "file") -> Row {
      Row(kind: .file, valueName: valueName, standard: nil, help: help)
    }

    static func text(_ valueName: String, or standard: String? = nil, _ help: String) -> Row {
      Row(kind: .text, valueName: valueName, standard: standard, help: help)
    }

    static func seconds(or standard: String, _ help: String) -> Row {
      Row(kind: .seconds, valueName: "seconds", standard: standard, help: help)
    }

    static func number(
      _ valueName: String, _ range: ClosedRange<Int>, or standard: String, _ help: String
    ) -> Row {
      Row(kind: .number(range), valueName: valueName, standard: standard, help: help)
    }
  }

  /// The table, a row each.
  private static let table: @Sendable (Setting) -> Row = { setting in
    switch setting {
    case .data: .folder("The aggregator's data folder; created if missing.")
    case .host: .text("address", or: "127.0.0.1", "The address to listen on.")
    case .port:
      .number(
        "number", 0...65_535, or: "8080",
        "The port to listen on, 0 to 65535; 0: any that is free.")
    case .keys: .file("The file of the cloud's keys, outside the data folder. Default: beside it.")
    case .witness:
      .file("The file of the cloud's witness, outside the data folder. Default: beside it.")
    case .threshold:
      .number(
        "count", 1...1_000_000, or: "50",
        "Devices that must endorse an item before it is public, 1 or more.")
    case .admission:
      .text(
        "policy", or: "token", "Who may enrol: token, attestation, or open to anyone.")
    case .enrolTokenFile:
      .file("A file of tokens, one a line, each with how many devices it admits (1 by default).")
    case .hostAppsFile: .file("A file of hosts and the apps that may have public items under them.")
    case .attestationHook:
      .file("A program that decides whether an attestation is accepted.", valueName: "program")
    case .enrolmentsPerMinute:
      .number(
        "count", 0...1_000_000_000, or: "600",
        "Enrolments a minute from one address; 0: no limit.")
    case .devicesMax:
      .number("count", 1...1_000_000_000, or: "10000000", "Maximum devices that can be enrolled.")
    case .reportsPerDay:
      .number(
        "count", 0...1_000_000_000, or: "100000",
        "Reports accepted from one device a day; 0: no limit.")
    case .newcomerPeriod:
      .number(
        "seconds", 0...31_622_400, or: "86400",
        "Seconds after enrolment before a device is asked for content that an older one "
          + "endorses; 0: none.")
    case .operatorTokenFile:
      .file("A file with the operator's token. Without it, operator routes are disabled.")
    case .viewerTokenFile: .file("A file with a token that reads only status and metrics.")
    case .tlsCertificate:
      .file("A file with the certificate chain in PEM. Read again when it changes.")
    case .tlsKey: .file("A file with the certificate's key in PEM.")
    case .trustedProxies:
      .text(
        "addresses", "Proxies whose X-Forwarded-For is trusted: addresses or blocks, with commas.")
    case .bodyLimit:
      .number("bytes", 1_024...64 << 20, or: "1048576", "Maximum bytes of a request's body.")
    case .inflatedLimit:
      .number(
        "bytes", 1_024...256 << 20, or: "4194304",
        "Maximum bytes of a compressed body once inflated.")
    case .requestTimeout:
      .seconds(or: "30", "Seconds within which a request must arrive completely.")
    case .idleTimeout:
      .seconds(or: "60", "Seconds after which an idle connection is closed.")
    case .connectionsMax:
      .number(
        "count", 1...1_000_000, or: "10000",
        "Connections at a time; further ones wait to be accepted.")
    case .connectionsPerAddress:
      .number(
        "count", 1...1_000_000, or: "64",
        "Connections of one address at a time; behind a proxy, requests.")
    case .bodyRateMin:
      .number(
        "bytes", 0...1_000_000_000, or: "256",
        "Minimum bytes a second of a body, over 5 s; 0: no limit.")
    case .queueLimit:
      .number(
        "bytes", 1 << 20...1 << 40, or: "100663296",
        "Maximum bytes of waiting requests; more are told to retry.")
    case .backupDir:
      .folder(
        "The folder of the log's snapshots; none: devices keep all reports, and pause at a "
          + "million. Default: beside the data folder; better on another disk.")
    case .backupInterval:
      .number("seconds", 1...31_622_400, or: "3600", "Seconds from one snapshot to the next.")
    case .backupKeepHourly:
      .number("count", 0...100_000, or: "24", "Hours of which a snapshot is kept.")
    case .backupKeepDaily:
      .number("count", 0...100_000, or: "7", "Days of which a snapshot is kept.")
    case .backupKeepWeekly:
      .number("count", 0...100_000, or: "4", "Weeks of which a snapshot is kept.")
    case .backupVerifyInterval:
      .number(
        "seconds", 1...31_622_400, or: "86400",
        "Seconds after which all snapshots are read again to the last byte.")
    case .backupKeyFile:
      .file(
        "A file with the 32 bytes of the key that encrypts the snapshots. Default: not encrypted.")
    case .acceptLoss:
      .text(
        "yes|no", or: "no",
        "yes continues with a log that is older than its backups, or that was restored without "
          + "its witness, and shows what may have been taken back since.")
    case .tagSalt:
      .text(
        "hex",
        "The deployment's salt, 32 to 128 hexadecimal digits, for a log that was lost and "
          + "starts over; a log that is there says itself which it is.")
    case .logLevel:
      .text("level", or: "notice", "trace, debug, info, notice, warning, error or critical.")
    }
  }

  private var row: Row { Self.table(self) }
  package var kind: Kind { row.kind }
  package var valueName: String { row.valueName }
  /// What holds where nothing else says so; nil: it has to be set, or there is none.
  package var standard: String? { row.standard }
  package var help: String { row.help }
}

/// The settings, each with where it came from.
package struct Settings: Sendable {
  package enum Source: String, Sendable, Encodable {
    case flag, environment, file, standard = "default"
  }

  package struct Entry: Hashable, Sendable {
    package var value: String
    package var source: Source
  }

  /// The file that some may come from.
  private let file: SettingsFile?
  package private(set) var entries: [Setting: Entry] = [:]

  /// - Parameters:
  ///   - file: the configuration file, if there is one.
  ///   - environment: all variables; those that begin with `SPOTLOG_SERVE_` have to be settings.
  package init(
    flags: [Setting: String], environment: [String: String], file: SettingsFile?
  ) throws(ServerError) {
    self.file = file
    let names = Dictionary(uniqueKeysWithValues: Setting.allCases.map { ($0.variable, $0) })
    // The file itself is named by a variable of this kind too.
    let unknown = environment.keys.filter {
      $0.hasPrefix("SPOTLOG_SERVE_") && names[$0] == nil && $0 != Self.fileVariable
    }
    if let name = unknown.min() {
      throw ServerError(
        .usage,
        "The environment has \(name), which is not a setting. `spotlog serve --help` lists all.")
    }
    for setting in Setting.allCases {
      if let value = flags[setting] {
        entries[setting] = Entry(value: value, source: .flag)
      } else if let value = environment[setting.variable] {
        entries[setting] = Entry(value: value, source: .environment)
      } else if let value = file?.values[setting] {
        entries[setting] = Entry(value: value, source: .file)
      } else if let value = setting.standard {
        entries[setting] = Entry(value: value, source: .standard)
      }
    }
  }

  package static let fileVariable = "SPOTLOG_SERVE_CONFIG"

  subscript(setting: Setting) -> String? { entries[setting]?.value }

  /// What is wrong with a setting, as an error that names where it was set.
  func wrong(_ setting: Setting, _ expectation: String) -> ServerError {
    let entry = entries[setting]
    let found = entry.map { "\"\($0.value)\"" } ?? "nothing"
    switch entry?.source {
    case .environment:
      return ServerError(
        .usage, "\(setting.variable) is \(found) in the environment; it must be \(expectation).")
    case .file:
      let place = file?.places[setting].map { " (\($0.text))" } ?? ""
      return ServerError(
        .configuration,
        "\(file?.path ?? "The configuration file"): \(setting.rawValue) is \(found)\(place); it "
          + "must be \(expectation).")
    case .flag, .standard, nil:
      return ServerError(
        .usage, "--\(setting.rawValue) is \(found); it must be \(expectation).")
    }
  }

  /// - Returns: nil when it is not set. Set to nothing is a mistake: of a script, often.
  func text(_ setting: Setting, _ expectation: String) throws(ServerError) -> String? {
    guard self[setting] != "" else { throw wrong(setting, expectation) }
    return self[setting]
  }

  /// - Parameter setting: one whose kind is a number.
  func number(_ setting: Setting) throws(ServerError) -> Int {
    guard case .number(let range) = setting.kind else { throw wrong(setting, "a whole number") }
    guard let value = self[setting].flatMap({ Int($0) }), range.contains(value) else {
      throw wrong(setting, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func seconds(_ setting: Setting) throws(ServerError) -> Double {
    guard let value = self[setting].flatMap({ Double($0) }), (0.1...86_400).contains(value) else {
      throw wrong(setting, "seconds, from 0.1 to 86400")
    }
    return value
  }
}
