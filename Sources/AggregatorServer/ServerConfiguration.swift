internal import CloudAggregator
internal import Foundation
internal import JournalFormat
internal import JournalStore
internal import Logging

/// Bounds of what a connection may send and how long it may take.
struct ServerLimits: Sendable {
  var bodyByteCountMax: Int
  var inflatedByteCountMax: Int
  var requestTimeoutSeconds: Double
  var idleTimeoutSeconds: Double
  var connectionCountMax: Int
  var queueByteCountMax: Int
  /// Connections of one address, and its requests that wait.
  var addressConnectionCountMax: Int
  /// Bytes a second; 0: no bound.
  var bodyByteRateMin: Int

  /// Bytes of bodies that one address may have in the queue: a quarter of it, and a body at least.
  var addressByteCountMax: Int {
    max(queueByteCountMax / 4, bodyByteCountMax + inflatedByteCountMax)
  }

  init(_ settings: Settings) throws(ServerError) {
    bodyByteCountMax = try settings.number(.bodyLimit)
    inflatedByteCountMax = try settings.number(.inflatedLimit)
    requestTimeoutSeconds = try settings.seconds(.requestTimeout)
    idleTimeoutSeconds = try settings.seconds(.idleTimeout)
    connectionCountMax = try settings.number(.connectionsMax)
    addressConnectionCountMax = try settings.number(.connectionsPerAddress)
    bodyByteRateMin = try settings.number(.bodyRateMin)
    queueByteCountMax = try settings.number(.queueLimit)
  }
}

/// What an operator sets for a server, checked. What nobody set is what `Setting.standard` says.
package struct ServerConfiguration: Sendable {
  var host: String
  var port: Int
  var address: ListenAddress { ListenAddress(host: host, port: port) }
  var dataFolder: String
  var keysPath: String
  var witnessPath: String
  var threshold: UInt32
  var admission: AdmissionPolicy
  var hostApps: HostApps
  var attestationHook: String?
  var enrolmentsPerMinute: Int
  var deviceCountMax: Int
  var reportsPerDayMax: UInt64
  var newcomerMilliseconds: Int64
  var operatorToken: [UInt8]?
  var viewerToken: [UInt8]?
  var tls: (certificate: String, key: String)?
  var trustedProxies: [NetworkBlock]
  var limits: ServerLimits
  var backups: CloudBackups?
  var acceptsLoss: Bool
  /// For a log that starts over; nil: a random one.
  var tagSalt: [UInt8]?
  var logLevel: Logger.Level
  /// Adds a route that only reads its body, to measure the others against.
  package var hasBenchRoute = false

  /// - Throws: `ServerError` that names the setting, where it was set, and what it has to be.
  package init(_ settings: Settings) throws(ServerError) {
    guard let data = try settings.text(.data, "a folder") else {
      throw ServerError(
        .usage, "There is no data folder. Name it: spotlog serve --data FOLDER.")
    }
    dataFolder = data
    let beside = FilePlace(data).path
    keysPath = try settings.text(.keys, "a file") ?? beside + ".keys"
    witnessPath = try settings.text(.witness, "a file") ?? beside + ".witness"
    try Self.checkPlaces(data: dataFolder, keys: keysPath, witness: witnessPath)
    guard let host = try settings.text(.host, "an address") else {
      throw settings.wrong(.host, "an address")
    }
    self.host = host
    port = try settings.number(.port)
    threshold = UInt32(try settings.number(.threshold))
    enrolmentsPerMinute = try settings.number(.enrolmentsPerMinute)
    deviceCountMax = try settings.number(.devicesMax)
    reportsPerDayMax = UInt64(try settings.number(.reportsPerDay))
    newcomerMilliseconds = Int64(try settings.number(.newcomerPeriod)) * 1_000
    limits = try ServerLimits(settings)
    backups = try Self.backups(settings, beside: beside)
    guard let answer = settings[.acceptLoss], ["yes", "no"].contains(answer) else {
      throw settings.wrong(.acceptLoss, "yes or no")
    }
    acceptsLoss = answer == "yes"
    tagSalt = try Self.tagSalt(settings)
    guard let level = settings[.logLevel].flatMap({ Logger.Level(rawValue: $0) }) else {
      throw settings.wrong(
        .logLevel, "trace, debug, info, notice, warning, error or critical")
    }
    logLevel = level
    trustedProxies = try Self.blocks(settings)
    hostApps = try Self.hostApps(settings)
    (admission, attestationHook) = try Self.admission(settings)
    try readSecrets(settings)
  }

  /// Keys and witness are to outlive a restore of the data folder, so they may not lie in it.
  private static func checkPlaces(
    data: String, keys: String, witness: String
  ) throws(ServerError) {
    for (name, path) in [("keys", keys), ("witness", witness)]
    where FilePlace(path).isIn(FilePlace(data)) {
      throw ServerError(
        .usage,
        "The \(name) would lie in the data folder (\(path)), and a restored backup of it would "
          + "bring old ones back. Name a place outside with --\(name).")
    }
    guard FilePlace(keys) != FilePlace(witness) else {
      throw ServerError(
        .usage,
        "Keys and witness would be one file (\(keys)), and each written over the other. Name "
          + "another place with --keys or --witness.")
    }
  }

  private static func tagSalt(_ settings: Settings) throws(ServerError) -> [UInt8]? {
    guard let text = settings[.tagSalt] else { return nil }
    guard let salt = [UInt8](hex: text), (16...64).contains(salt.count) else {
      throw settings.wrong(.tagSalt, "32 to 128 hexadecimal digits, as /v1/deployment has them")
    }
    return salt
  }

  private static func blocks(_ settings: Settings) throws(ServerError) -> [NetworkBlock] {
    let names = (settings[.trustedProxies] ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let blocks = names.compactMap { NetworkBlock($0) }
    guard blocks.count == names.count else {
      throw settings.wrong(
        .trustedProxies,
        "IP addresses or whole blocks of them, such as 10.0.0.0/8, separated by commas")
    }
    return blocks
  }

  private static func hostApps(_ settings: Settings) throws(ServerError) -> HostApps {
    guard let path = try settings.text(.hostAppsFile, "a file") else { return HostApps() }
    let text = String(decoding: try bytes(path, of: .hostAppsFile), as: UTF8.self)
    do throws(HostAppsError) { return try HostApps(text) } catch {
      throw ServerError(
        .configuration,
        "\(path), the host-apps-file, has no host with an app in line \(error.line). Write both, "
          + "such as: bank.example com.bank.app", cause: error)
    }
  }

  /// Who may enrol, and the program that is asked about them.
  private static func admission(
    _ settings: Settings
  ) throws(ServerError) -> (policy: AdmissionPolicy, hook: String?) {
    switch settings[.admission] {
    case "open": return (.open, nil)
    case "token":
      guard let path = try settings.text(.enrolTokenFile, "a file") else {
        throw ServerError(
          .usage,
          "Admission is by token: name the file with the tokens with --enrol-token-file, or admit "
            + "anyone who asks with --admission open.")
      }
      return (
        .token(try EnrolmentTokens.read(path, lines(try bytes(path, of: .enrolTokenFile)))), nil
      )
    case "attestation":
      guard let program = try settings.text(.attestationHook, "a program") else {
        throw ServerError(
          .usage,
          "Admission is by attestation: name the program that checks one with "
            + "--attestation-hook.")
      }
      var isFolder: ObjCBool = false
      guard FileManager.default.isExecutableFile(atPath: program),
        FileManager.default.fileExists(atPath: program, isDirectory: &isFolder), !isFolder.boolValue
      else {
        throw ServerError(
          .noSuchFile,
          "\(program), the attestation-hook, is not a program that can be run. Check the path and "
            + "its permissions.")
      }
      return (.attestation, program)
    default: throw settings.wrong(.admission, "open, token or attestation")
    }
  }

  private mutating func readSecrets(_ settings: Settings) throws(ServerError) {
    operatorToken = try Self.token(settings, .operatorTokenFile, "operator")
    viewerToken = try Self.token(settings, .viewerTokenFile, "viewer")
    if viewerToken != nil, viewerToken == operatorToken {
      throw ServerError(
        .configuration,
        "The viewer's token is the operator's, so anyone who reads metrics could erase. Take "
          + "another one for the viewer-token-file.")
    }
    switch (try settings.text(.tlsCertificate, "a file"), try settings.text(.tlsKey, "a file")) {
    case (let certificate?, let key?): tls = (certificate, key)
    case (nil, nil): break
    default:
      throw ServerError(
        .usage,
        "A certificate and its key belong together: set both --tls-certificate and "
          + "--tls-key, or neither.")
    }
  }

  private static func token(
    _ settings: Settings, _ setting: Setting, _ whose: String
  ) throws(ServerError) -> [UInt8]? {
    guard let path = try settings.text(setting, "a file") else { return nil }
    let token = lines(try bytes(path, of: setting)).first ?? []
    guard token.count >= 16 else {
      throw ServerError(
        .configuration,
        "The \(whose)'s token in \(path), the \(setting.rawValue), is too short to be secret. "
          + "Take 16 bytes or more, for example of `openssl rand -hex 32`.")
    }
    return token
  }

  /// Without their ends, as any editor writes them.
  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      Array($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0)
    }
  }

  /// - Parameter setting: what names the file; nil: it is the configuration file.
  static func bytes(_ path: String, of setting: Setting?) throws(ServerError) -> [UInt8] {
    let role = setting?.rawValue ?? "configuration file"
    let found = try ServerError.translating(as: .noSuchFile) {
      try FileSystem.read(path, atMost: 1 << 20)
    } saying: {
      "The \(role) cannot be read (\($0)). Check the path and its permissions."
    }
    guard let found else {
      throw ServerError(
        .noSuchFile, "There is no file \(path) (\(role)). Check the path.")
    }
    return found
  }
}
