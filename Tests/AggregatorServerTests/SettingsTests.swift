#if Server
  import CloudAggregator
  import Foundation
  import Logging
  import TestSupport
  import Testing

  @testable import AggregatorServer

  @Suite("Settings") struct SettingsTests {
    private static func settings(
      flags: [Setting: String] = [:], environment: [String: String] = [:],
      file: [Setting: String] = [:]
    ) throws -> Settings {
      try Settings(flags: flags, environment: environment, file: file)
    }

    /// Each place says something else; the first of those that say anything is heard.
    @Test(arguments: Setting.allCases) func `come from the first place that has them`(
      setting: Setting
    ) throws {
      for hasFlag in [true, false] {
        for hasVariable in [true, false] {
          for hasKey in [true, false] {
            let found = try Self.settings(
              flags: hasFlag ? [setting: "a flag"] : [:],
              environment: hasVariable ? [setting.variable: "a variable"] : [:],
              file: hasKey ? [setting: "a key"] : [:]
            ).entries[setting]
            let expected: Settings.Entry? =
              hasFlag
              ? Settings.Entry(value: "a flag", source: .flag)
              : hasVariable
                ? Settings.Entry(value: "a variable", source: .environment)
                : hasKey
                  ? Settings.Entry(value: "a key", source: .file)
                  : setting.standard.map { Settings.Entry(value: $0, source: .standard) }
            #expect(found == expected)
          }
        }
      }
    }

    @Test(arguments: Setting.allCases) func `are each for themselves`(setting: Setting) throws {
      let found = try Self.settings(flags: [setting: "x"]).entries
      for other in Setting.allCases where other != setting {
        #expect(found[other]?.source == other.standard.map { _ in .standard })
      }
    }

    @Test(arguments: Setting.allCases) func `have a variable, a help and one name`(
      setting: Setting
    ) {
      #expect(setting.variable.hasPrefix("SPOTLOG_SERVE_"))
      #expect(setting.variable.allSatisfy { $0 == "_" || $0.isUppercase })
      #expect(setting.help.hasSuffix("."))
      #expect(Setting.allCases.count { $0.variable == setting.variable } == 1)
      #expect(setting.variable != Settings.fileVariable)
    }

    @Test(arguments: ["SPOTLOG_SERVE_PROT", "SPOTLOG_SERVE_", "SPOTLOG_SERVE_port"])
    func `in a variable that is none are refused`(name: String) {
      let error = #expect(throws: ServerError.self) {
        try Self.settings(environment: [name: "1", "SPOTLOG_SERVE_PORT": "1"])
      }
      #expect(error?.code == .usage)
      #expect(
        error?.message
          == "The environment has \(name), which is not a setting. `spotlog serve --help` lists "
          + "all."
      )
    }

    @Test(arguments: ["SPOTLOG_SERVE_CONFIG", "SPOTLOG_DATA", "SPOTLOG_SERVER", "PORT", ""])
    func `leave other variables alone`(name: String) throws {
      #expect(
        try Self.settings(environment: [name: "x"]).entries == Self.settings().entries)
    }

    @Test func `that are their defaults are what a server has by itself`() throws {
      let configuration = try ServerConfiguration(
        Self.settings(flags: [.data: "/a/cloud", .admission: "open"]))
      #expect(configuration.host == "127.0.0.1")
      #expect(configuration.port == 8_080)
      #expect(configuration.threshold == 50)
      #expect(configuration.admission == .open)
      #expect(configuration.enrolmentsPerMinute == 600)
      #expect(configuration.deviceCountMax == 10_000_000)
      #expect(configuration.reportsPerDayMax == 100_000)
      #expect(configuration.newcomerMilliseconds == 86_400_000)
      #expect(configuration.operatorToken == nil)
      #expect(configuration.tls == nil)
      #expect(configuration.trustedProxies == [])
      #expect(configuration.keysPath == "/a/cloud.keys")
      #expect(configuration.witnessPath == "/a/cloud.witness")
      #expect(configuration.logLevel == .notice)
      #expect(configuration.limits.bodyByteCountMax == 1 << 20)
      #expect(configuration.limits.inflatedByteCountMax == 4 << 20)
      #expect(configuration.limits.requestTimeoutSeconds == 30)
      #expect(configuration.limits.idleTimeoutSeconds == 60)
      #expect(configuration.limits.connectionCountMax == 10_000)
      #expect(configuration.limits.queueByteCountMax == 96 << 20)
    }

    /// Names, variables, defaults and ranges on the page for operators are those of the program.
    @Test(arguments: Setting.allCases) func `have a row in docs/OPERATIONS.md`(
      setting: Setting
    ) throws {
      let page = String(decoding: try Repository.bytes("docs/OPERATIONS.md"), as: UTF8.self)
      let row = try #require(
        page.split(separator: "\n").first { $0.hasPrefix("| `\(setting.rawValue)` | `") })
      let cells = row.split(separator: "|").map {
        $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
      }
      #expect("SPOTLOG_SERVE_" + cells[1] == setting.variable)
      if let standard = setting.standard { #expect(cells[2] == standard) }
      guard case .number(let range) = setting.kind else { return }
      let bounds = cells[3].split(separator: " ").filter { $0 != "to" }.prefix(2)
      #expect(bounds.map(Self.number) == [range.lowerBound, range.upperBound])
    }

    /// As the page writes it: "2^10" is one as well.
    private static func number(_ text: Substring) -> Int? {
      let parts = text.split(separator: "^").compactMap { Int($0) }
      guard parts.count == 2 else { return parts.first }
      return (0..<parts[1]).reduce(1) { product, _ in product * parts[0] }
    }

    @Test func `reach the server as they were set`() throws {
      let configuration = try ServerConfiguration(
        Self.settings(flags: [
          .data: "/a/cloud/", .admission: "open", .host: "::", .port: "0", .keys: "/b/k",
          .witness: "/b/w",
          .threshold: "2", .enrolmentsPerMinute: "0", .devicesMax: "7",
          .reportsPerDay: "8", .newcomerPeriod: "3",
          .trustedProxies: " 10.0.0.1 ,fd00::/8", .bodyLimit: "2048", .inflatedLimit: "4096",
          .requestTimeout: "0.5", .idleTimeout: "1.5", .connectionsMax: "9",
          .queueLimit: "2097152", .connectionsPerAddress: "5", .bodyRateMin: "0",
          .logLevel: "trace",
        ]))
      #expect(configuration.host == "::")
      #expect(configuration.port == 0)
      #expect(configuration.keysPath == "/b/k")
      #expect(configuration.witnessPath == "/b/w")
      #expect(configuration.threshold == 2)
      #expect(configuration.enrolmentsPerMinute == 0)
      #expect(configuration.deviceCountMax == 7 && configuration.reportsPerDayMax == 8)
      #expect(configuration.newcomerMilliseconds == 3_000)
      let proxies = ["10.0.0.1", "fd00::/8"].map { NetworkBlock($0) }
      #expect(configuration.trustedProxies == proxies)
      #expect(configuration.limits.bodyByteCountMax == 2_048)
      #expect(configuration.limits.inflatedByteCountMax == 4_096)
      #expect(configuration.limits.requestTimeoutSeconds == 0.5)
      #expect(configuration.limits.idleTimeoutSeconds == 1.5)
      #expect(configuration.limits.connectionCountMax == 9)
      #expect(configuration.limits.queueByteCountMax == 2 << 20)
      #expect(configuration.limits.addressConnectionCountMax == 5)
      #expect(configuration.limits.bodyByteRateMin == 0)
      // A quarter of the queue would be less than one body.
      #expect(configuration.limits.addressByteCountMax == max(2 << 18, 2_048 + 4_096))
      #expect(configuration.logLevel == .trace)
    }
  }
#endif
