#if Server
  import AggregatorServer
  import ArgumentParser

  /// The settings of a server as options of the command line.
  struct SettingOptions: ParsableArguments {
    @Option(help: help(.data, "dir"), completion: .directory) var data: String?
    @Option(help: help(.host, "address")) var host: String?
    @Option(help: help(.port, "number")) var port: String?
    @Option(help: help(.keys, "file"), completion: .file()) var keys: String?
    @Option(help: help(.witness, "file"), completion: .file()) var witness: String?
    @Option(help: help(.threshold, "count")) var threshold: String?
    @Option(help: help(.admission, "policy")) var admission: String?
    @Option(help: help(.enrolTokenFile, "file"), completion: .file()) var enrolTokenFile: String?
    @Option(help: help(.hostAppsFile, "file"), completion: .file()) var hostAppsFile: String?
    @Option(help: help(.attestationHook, "program"), completion: .file()) var attestationHook:
      String?
    @Option(help: help(.enrolmentsPerMinute, "count")) var enrolmentsPerMinute: String?
    @Option(help: help(.devicesMax, "count")) var devicesMax: String?
    @Option(help: help(.reportsPerDay, "count")) var reportsPerDay: String?
    @Option(help: help(.newcomerPeriod, "seconds")) var newcomerPeriod: String?
    @Option(help: help(.operatorTokenFile, "file"), completion: .file()) var operatorTokenFile:
      String?
    @Option(help: help(.viewerTokenFile, "file"), completion: .file()) var viewerTokenFile: String?
    @Option(help: help(.tlsCertificate, "file"), completion: .file()) var tlsCertificate: String?
    @Option(help: help(.tlsKey, "file"), completion: .file()) var tlsKey: String?
    @Option(help: help(.trustedProxies, "addresses")) var trustedProxies: String?
    @Option(help: help(.bodyLimit, "bytes")) var bodyLimit: String?
    @Option(help: help(.inflatedLimit, "bytes")) var inflatedLimit: String?
    @Option(help: help(.requestTimeout, "seconds")) var requestTimeout: String?
    @Option(help: help(.idleTimeout, "seconds")) var idleTimeout: String?
    @Option(help: help(.connectionsMax, "count")) var connectionsMax: String?
    @Option(help: help(.connectionsPerAddress, "count")) var connectionsPerAddress: String?
    @Option(help: help(.bodyRateMin, "bytes")) var bodyRateMin: String?
    @Option(help: help(.queueLimit, "bytes")) var queueLimit: String?
    @Option(help: help(.backupDir, "dir"), completion: .directory) var backupDir: String?
    @Option(help: help(.backupInterval, "seconds")) var backupInterval: String?
    @Option(help: help(.backupKeepHourly, "count")) var backupKeepHourly: String?
    @Option(help: help(.backupKeepDaily, "count")) var backupKeepDaily: String?
    @Option(help: help(.backupKeepWeekly, "count")) var backupKeepWeekly: String?
    @Option(help: help(.backupVerifyInterval, "seconds")) var backupVerifyInterval: String?
    @Option(help: help(.backupKeyFile, "file"), completion: .file()) var backupKeyFile: String?
    @Option(help: help(.acceptLoss, "yes|no")) var acceptLoss: String?
    @Option(help: help(.tagSalt, "hex")) var tagSalt: String?
    @Option(help: help(.logLevel, "level")) var logLevel: String?

    /// Those that were given.
    var flags: [Setting: String] {
      let given: [(Setting, String?)] = [
        (.data, data),
        (.host, host), (.port, port),
        (.keys, keys), (.witness, witness),
        (.threshold, threshold),
        (.admission, admission),
        (.enrolTokenFile, enrolTokenFile),
        (.hostAppsFile, hostAppsFile),
        (.attestationHook, attestationHook),
        (.enrolmentsPerMinute, enrolmentsPerMinute),
        (.devicesMax, devicesMax),
        (.reportsPerDay, reportsPerDay),
        (.newcomerPeriod, newcomerPeriod),
        (.operatorTokenFile, operatorTokenFile),
        (.viewerTokenFile, viewerTokenFile),
        (.tlsCertificate, tlsCertificate),
        (.tlsKey, tlsKey),
        (.trustedProxies, trustedProxies),
        (.bodyLimit, bodyLimit),
        (.inflatedLimit, inflatedLimit),
        (.requestTimeout, requestTimeout),
        (.idleTimeout, idleTimeout),
        (.connectionsMax, connectionsMax),
        (.connectionsPerAddress, connectionsPerAddress),
        (.bodyRateMin, bodyRateMin),
        (.queueLimit, queueLimit),
        (.backupDir, backupDir),
        (.backupInterval, backupInterval),
        (.backupKeepHourly, backupKeepHourly),
        (.backupKeepDaily, backupKeepDaily),
        (.backupKeepWeekly, backupKeepWeekly),
        (.backupVerifyInterval, backupVerifyInterval),
        (.backupKeyFile, backupKeyFile),
        (.acceptLoss, acceptLoss),
        (.tagSalt, tagSalt),
        (.logLevel, logLevel),
      ]
      return given.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    private static func help(_ setting: Setting, _ valueName: String) -> ArgumentHelp {
      let standard = setting.standard.map { " (default: \($0))" } ?? ""
      return ArgumentHelp("\(setting.help)\(standard)", valueName: valueName)
    }
  }
#endif
