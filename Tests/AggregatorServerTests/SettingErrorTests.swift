#if Server
  import CloudAggregator
  import Foundation
  import JournalFormat
  import TestSupport
  import Testing

  @testable import AggregatorServer

  /// Settings that a server cannot start with, and what it says. FOLDER stands for the test's.
  private struct Mistake: Sendable, CustomStringConvertible {
    let description: String
    let flags: [Setting: String]
    var environment: [String: String] = [:]
    var file: [Setting: String] = [:]
    let code: ServerError.Code
    let message: String

    init(
      _ description: String, _ flags: [Setting: String], environment: [String: String] = [:],
      file: [Setting: String] = [:], _ code: ServerError.Code = .usage, says message: String
    ) {
      self.description = description
      self.flags = flags
      self.environment = environment
      self.file = file
      self.code = code
      self.message = message
    }

    static let noData = "There is no data folder. Name it: spotlog serve --data FOLDER."

    static let texts = [
      Mistake("data set to nothing", [.data: ""], says: "--data is \"\"; it must be a folder."),
      Mistake(
        "keys set to nothing", [:], environment: ["SPOTLOG_SERVE_KEYS": ""],
        says: "SPOTLOG_SERVE_KEYS is \"\" in the environment; it must be a file."),
      Mistake(
        "a witness set to nothing", [:], file: [.witness: ""], .configuration,
        says: "a.json: witness is \"\"; it must be a file."),
      Mistake(
        "a host set to nothing", [.host: ""], says: "--host is \"\"; it must be an address."),
      Mistake(
        "an admission that nobody knows", [.admission: "Open"],
        says: "--admission is \"Open\"; it must be open, token or attestation."),
      Mistake(
        "a level that nobody knows", [:], environment: ["SPOTLOG_SERVE_LOG_LEVEL": "loud"],
        says:
          "SPOTLOG_SERVE_LOG_LEVEL is \"loud\" in the environment; it must be trace, "
          + "debug, info, "
          + "notice, warning, error or critical."),
      Mistake(
        "a proxy by its name", [:], file: [.trustedProxies: "10.0.0.1,proxy"], .configuration,
        says: "a.json: trusted-proxies is \"10.0.0.1,proxy\"; it must be IP "
          + "addresses or whole blocks of them, such as 10.0.0.0/8, separated by commas."),
      Mistake(
        "a part of a network for a proxy", [.trustedProxies: "10.0.0.1/8"],
        says: "--trusted-proxies is \"10.0.0.1/8\"; it must be IP addresses or whole blocks of "
          + "them, such as 10.0.0.0/8, separated by commas."
      ),
    ]

    private static func tokenLine(_ line: Int, _ file: String) -> String {
      "Line \(line) of FOLDER/\(file), the enrol-token-file, is not a token. Write a token without "
        + "spaces, and after a space how many devices it admits (1 to 1000000000)."
    }

    static let together = [
      Mistake(
        "admission by token without tokens", [.admission: "token"],
        says:
          "Admission is by token: name the file with the tokens with --enrol-token-file, or admit "
          + "anyone who asks with --admission open."),
      Mistake(
        "admission by attestation without a program", [.admission: "attestation"],
        says:
          "Admission is by attestation: name the program that checks one with --attestation-hook."),
      Mistake(
        "a certificate without its key", [.tlsCertificate: "FOLDER/a"],
        says:
          "A certificate and its key belong together: set both --tls-certificate and --tls-key, or "
          + "neither."),
      Mistake(
        "a key without its certificate", [.tlsKey: "FOLDER/a"],
        says:
          "A certificate and its key belong together: set both --tls-certificate and --tls-key, or "
          + "neither."),
      Mistake(
        "one file for keys and witness", [.keys: "FOLDER/a", .witness: "FOLDER/b/../a"],
        says:
          "Keys and witness would be one file (FOLDER/a), and each written over the other. Name "
          + "another place with --keys or --witness."),
    ]

    static let files = [
      Mistake(
        "no operator's token where one was named", [.operatorTokenFile: "FOLDER/none"],
        .noSuchFile,
        says:
          "There is no file FOLDER/none (operator-token-file). Check the path."),
      Mistake(
        "a folder for an operator's token", [.operatorTokenFile: "FOLDER"], .noSuchFile,
        says:
          "The operator-token-file cannot be read (FOLDER: Is a directory). Check the path and its "
          + "permissions."),
      Mistake(
        "a pipe for an operator's token", [.operatorTokenFile: "FOLDER/pipe"], .noSuchFile,
        says:
          "The operator-token-file cannot be read (FOLDER/pipe: not an ordinary file). Check the "
          + "path and its permissions."),
      Mistake(
        "a link to a pipe for tokens", [.admission: "token", .enrolTokenFile: "FOLDER/link"],
        .noSuchFile,
        says:
          "The enrol-token-file cannot be read (FOLDER/link: not an ordinary file). Check the "
          + "path and its permissions."),
      Mistake(
        "an empty operator's token", [.operatorTokenFile: "FOLDER/empty"], .configuration,
        says:
          "The operator's token in FOLDER/empty, the operator-token-file, is too short to "
          + "be secret. "
          + "Take 16 bytes or more, for example of `openssl rand -hex 32`."),
      Mistake(
        "a token behind an empty line", [.operatorTokenFile: "FOLDER/behind"], .configuration,
        says: "The operator's token in FOLDER/behind, the operator-token-file, is too short to be "
          + "secret. Take 16 bytes or more, for example of `openssl rand -hex 32`."),
      Mistake(
        "a host without an app", [.hostAppsFile: "FOLDER/hosts"], .configuration,
        says:
          "FOLDER/hosts, the host-apps-file, has no host with an app in line 3. Write both, such "
          + "as: bank.example com.bank.app"),
      Mistake(
        "a viewer's token of 15 bytes", [.viewerTokenFile: "FOLDER/short"], .configuration,
        says:
          "The viewer's token in FOLDER/short, the viewer-token-file, is too short to be secret. "
          + "Take 16 bytes or more, for example of `openssl rand -hex 32`."),
      Mistake(
        "one token for viewer and operator",
        [.operatorTokenFile: "FOLDER/token", .viewerTokenFile: "FOLDER/token"], .configuration,
        says:
          "The viewer's token is the operator's, so anyone who reads metrics could erase. Take "
          + "another one for the viewer-token-file."),
      Mistake(
        "a token of 15 bytes", [.operatorTokenFile: "FOLDER/short"], .configuration,
        says:
          "The operator's token in FOLDER/short, the operator-token-file, is too short to "
          + "be secret. "
          + "Take 16 bytes or more, for example of `openssl rand -hex 32`."),
      Mistake(
        "no tokens for enrolments", [.admission: "token", .enrolTokenFile: "FOLDER/empty"],
        .configuration,
        says: "FOLDER/empty, the enrol-token-file, holds no token. Write one a line."),
      Mistake(
        "three words", [.admission: "token", .enrolTokenFile: "FOLDER/words"], .configuration,
        says: tokenLine(3, "words")),
      Mistake(
        "a token for nobody", [.admission: "token", .enrolTokenFile: "FOLDER/zero"],
        .configuration, says: tokenLine(1, "zero")),
      Mistake(
        "a number in words", [.admission: "token", .enrolTokenFile: "FOLDER/many"],
        .configuration, says: tokenLine(1, "many")),
      Mistake(
        "a token twice", [.admission: "token", .enrolTokenFile: "FOLDER/twice"], .configuration,
        says: "Line 2 of FOLDER/twice, the enrol-token-file, repeats a token. Write each once."),
      Mistake(
        "no file of tokens for enrolments", [.admission: "token", .enrolTokenFile: "FOLDER/none"],
        .noSuchFile,
        says: "There is no file FOLDER/none (enrol-token-file). Check the path."),
      Mistake(
        "no program", [.admission: "attestation", .attestationHook: "FOLDER/none"], .noSuchFile,
        says:
          "FOLDER/none, the attestation-hook, is not a program that can be run. Check the "
          + "path and its "
          + "permissions."),
      Mistake(
        "a program that nobody may run",
        [.admission: "attestation", .attestationHook: "FOLDER/short"],
        .noSuchFile,
        says:
          "FOLDER/short, the attestation-hook, is not a program that can be run. Check the "
          + "path and its "
          + "permissions."),
      Mistake(
        "a folder for a program", [.admission: "attestation", .attestationHook: "FOLDER"],
        .noSuchFile,
        says:
          "FOLDER, the attestation-hook, is not a program that can be run. Check the path and its "
          + "permissions."),
    ]
  }

  @Suite("A server's settings with a mistake") struct SettingErrorTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("\r\n\n", to: "empty")
      try folder.write("\na token that is long enough", to: "behind")
      try folder.write("a token that is long enough", to: "token")
      try folder.write("# hosts\na.example b\nc.example\n", to: "hosts")
      try folder.write("fifteen bytes..\nand more in the next line\n", to: "short")
      try folder.write("a-token 2\n\nanother 1 2\n", to: "words")
      try folder.write("a-token 0\n", to: "zero")
      try folder.write("a-token many\n", to: "many")
      try folder.write("a-token 3\na-token 4\n", to: "twice")
      #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("link"), withDestinationPath: folder.file("pipe"))
    }

    private func filled(_ text: String) -> String {
      text.replacingOccurrences(of: "FOLDER", with: folder.path)
    }

    @Test(arguments: Mistake.texts + Mistake.together + Mistake.files)
    fileprivate func `name the thing, where it was set and what to do`(mistake: Mistake) {
      let error = #expect(throws: ServerError.self) {
        let flags = [Setting.data: folder.file("cloud"), .admission: "open"]
          .merging(mistake.flags) { $1 }
        _ = try ServerConfiguration(
          Settings(
            flags: flags.mapValues(filled), environment: mistake.environment, file: mistake.file))
      }
      #expect(error?.message == filled(mistake.message))
      #expect(error?.description == error?.message)
      #expect(error?.code == mistake.code)
      #expect(!FileManager.default.fileExists(atPath: folder.file("cloud")))
    }

    @Test func `without a data folder say how to name it`() {
      let error = #expect(throws: ServerError.self) {
        try ServerConfiguration(Settings(flags: [:], environment: [:], file: [:]))
      }
      #expect(error?.message == Mistake.noData)
    }

    @Test(.enabled(if: geteuid() != 0, "a superuser may read every file"))
    func `in a file that may not be read say so`() throws {
      let path = try folder.write("a token that is long enough", to: "closed", permissions: 0o000)
      let error = #expect(throws: ServerError.self) {
        try ServerConfiguration(
          Settings(
            flags: [
              .data: folder.file("cloud"), .admission: "open", .operatorTokenFile: path,
            ], environment: [:], file: [:]))
      }
      #expect(error?.code == .noSuchFile)
      #expect(error?.message.contains("\(path): Permission denied") == true)
    }

    @Test func `of the snapshots' key say what is wrong with it`() throws {
      let key = String(repeating: "k", count: 32)
      let cases = try [
        (folder.write("short", to: "few"), ServerError.Code.configuration, "has 5 bytes"),
        (folder.file("cloud/key"), .usage, "lost or stolen with them"),
        (folder.file("cloud.backups/key"), .usage, "lost or stolen with them"),
        (folder.file("nothing"), .noSuchFile, "(backup-key-file)"),
      ]
      for (path, code, message) in cases {
        let error = #expect(throws: ServerError.self) { try configuration(key: path) }
        #expect(error?.code == code)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
      }
      let good = try configuration(key: try folder.write(key, to: "key"))
      #expect(good.backups?.key != nil)
      #expect(try configuration(key: nil).backups?.key == nil)
    }

    private func configuration(key: String?) throws -> ServerConfiguration {
      var flags = [Setting.data: folder.file("cloud"), .admission: "open"]
      flags[.backupKeyFile] = key
      return try ServerConfiguration(Settings(flags: flags, environment: [:], file: [:]))
    }

    @Test func `that gives something up is warned of at each start`() throws {
      var flags = [Setting.data: folder.file("cloud"), .admission: "open"]
      #expect(
        try ServerConfiguration(Settings(flags: flags, environment: [:], file: [:])).lossWarning
          == nil)
      flags[.acceptLoss] = "yes"
      let warning = try ServerConfiguration(Settings(flags: flags, environment: [:], file: [:]))
        .lossWarning
      #expect(warning?.contains("Take it out again") == true)
    }

    @Test(arguments: ["\n", "\r\n", "", "\nnot-read 7"])
    func `are none where a token's line ends in another way`(end: String) throws {
      let token = "exactly-16-bytes"
      let path = try folder.write(token + end, to: "token")
      let configuration = try ServerConfiguration(
        Settings(
          flags: [
            .data: folder.file("cloud"), .operatorTokenFile: path, .admission: "token",
            .enrolTokenFile: path,
          ], environment: [:], file: [:]))
      #expect(configuration.operatorToken == Array(token.utf8))
      guard case .token(let tokens) = configuration.admission else {
        Issue.record("admission is by token")
        return
      }
      #expect(tokens[Digest(of: Array(token.utf8))] == 1)
      #expect(tokens[Digest(of: Array("not-read".utf8))] == (end == "\nnot-read 7" ? 7 : nil))
    }
  }
#endif
