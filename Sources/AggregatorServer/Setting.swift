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

  /// What holds where nothing else says so; nil: it has to be set, or there is none.
  package var standard: String? {
    switch self {
    case .host: "127.0.0.1"
    case .port: "8080"
    case .threshold: "50"
    case .admission: "token"
    case .enrolmentsPerMinute: "600"
    case .devicesMax: "10000000"
    case .reportsPerDay: "100000"
    case .newcomerPeriod: "86400"
    case .bodyLimit: "1048576"
    case .inflatedLimit: "4194304"
    case .requestTimeout: "30"
    case .idleTimeout: "60"
    case .connectionsMax: "10000"
    case .connectionsPerAddress: "64"
    case .bodyRateMin: "256"
    case .queueLimit: "100663296"
    case .backupInterval: "3600"
    case .backupKeepHourly: "24"
    case .backupKeepDaily: "7"
    case .backupKeepWeekly: "4"
    case .backupVerifyInterval: "86400"
    case .acceptLoss: "no"
    case .logLevel: "notice"
    default: nil
    }
  }

  package var help: String {
    switch self {
    case .data: "The aggregator's data folder; made if it is not there."
    case .host: "The address to listen on."
    case .port: "The port to listen on, 0 to 65535; 0: any that is free."
    case .keys: "The file of the cloud's keys, outside the data folder. Default: beside it."
    case .witness: "The file of the cloud's witness, outside the data folder. Default: beside it."
    case .threshold: "Devices that have to vouch before an item is public, 1 or more."
    case .admission, .enrolTokenFile, .attestationHook, .enrolmentsPerMinute, .devicesMax,
      .reportsPerDay, .newcomerPeriod:
      admissionHelp
    case .hostAppsFile: "A file of hosts and the apps that may have public items under them."
    case .operatorTokenFile: "A file with the operator's token. Without it there is no operator."
    case .viewerTokenFile: "A file with a token that reads status and metrics, and no more."
    case .tlsCertificate: "A file with the certificate chain in PEM. Read again when it changes."
    case .tlsKey: "A file with the certificate's key in PEM."
    case .trustedProxies: "Proxies whose X-Forwarded-For is believed: addresses, blocks, commas."
    case .bodyLimit: "Bytes of a request's body at most."
    case .inflatedLimit: "Bytes of a compressed body when it is inflated, at most."
    case .requestTimeout: "Seconds in which a request has to come whole."
    case .idleTimeout: "Seconds after which a connection without a request is ended."
    case .connectionsMax: "Connections at a time; further ones wait to be accepted."
    case .connectionsPerAddress: "Connections of one address at a time; behind a proxy, requests."
    case .bodyRateMin: "Bytes a second that a body has to bring, over 5 s; 0: no limit."
    case .queueLimit: "Bytes of requests that may wait; more are asked to come again."
    case .backupDir, .backupInterval, .backupKeepHourly, .backupKeepDaily, .backupKeepWeekly,
      .backupVerifyInterval, .backupKeyFile:
      backupHelp
    case .acceptLoss:
      "yes goes on with a log that is older than its backups, or that was restored without its "
        + "witness, and shows what may have been taken back since."
    case .tagSalt:
      "The deployment's salt, 32 to 128 hexadecimal digits, for a log that was lost and begins "
        + "anew; a log that is there says itself which it is."
    case .logLevel: "trace, debug, info, notice, warning, error or critical."
    }
  }

  private var admissionHelp: String {
    switch self {
    case .admission: "Who may enrol: token, attestation, or open for whoever asks."
    case .enrolTokenFile:
      "A file of tokens, one a line, each with how many devices it admits (1 by default)."
    case .attestationHook: "A program that says whether an attestation is believed."
    case .enrolmentsPerMinute: "Enrolments a minute from one address; 0: no limit."
    case .devicesMax: "Devices that can be enrolled at most."
    case .reportsPerDay: "Reports of one device that are taken on a day; 0: no limit."
    case .newcomerPeriod:
      "Seconds after enrolment in which a device is asked for no words of older ones; 0: none."
    default: ""
    }
  }

  private var backupHelp: String {
    switch self {
    case .backupDir:
      "The folder of the log's snapshots; none: devices keep all reports, and pause at a million. "
        + "Default: beside the data folder; better on another disk."
    case .backupInterval: "Seconds from one snapshot to the next."
    case .backupKeepHourly: "Hours of which a snapshot is kept."
    case .backupKeepDaily: "Days of which a snapshot is kept."
    case .backupKeepWeekly: "Weeks of which a snapshot is kept."
    case .backupVerifyInterval: "Seconds after which all snapshots are read again to the last byte."
    case .backupKeyFile:
      "A file with the 32 bytes of the key that encrypts the snapshots. Default: none is encrypted."
    default: ""
    }
  }
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
        "The environment has \(name), which is no setting. `spotlog serve --help` lists all.")
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
        .usage, "\(setting.variable) is \(found) in the environment; it has to be \(expectation).")
    case .file:
      let place = file?.places[setting].map { " (\($0.text))" } ?? ""
      return ServerError(
        .configuration,
        "\(file?.path ?? "The configuration file"): \(setting.rawValue) is \(found)\(place); it "
          + "has to be \(expectation).")
    case .flag, .standard, nil:
      return ServerError(
        .usage, "--\(setting.rawValue) is \(found); it has to be \(expectation).")
    }
  }

  /// - Returns: nil when it is not set. Set to nothing is a mistake: of a script, often.
  func text(_ setting: Setting, _ expectation: String) throws(ServerError) -> String? {
    guard self[setting] != "" else { throw wrong(setting, expectation) }
    return self[setting]
  }

  func number(_ setting: Setting, _ range: ClosedRange<Int>) throws(ServerError) -> Int {
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
