#if Server
  import Testing

  @testable import AggregatorServer

  /// A setting that is a number: the least and the greatest that is taken, and the first beyond.
  private struct Bounds: Sendable, CustomStringConvertible {
    let setting: Setting
    let least: String
    let greatest: String
    let beyond: [String]

    var description: String { setting.rawValue }

    init(_ setting: Setting, _ range: ClosedRange<Int>) {
      self.setting = setting
      least = "\(range.lowerBound)"
      greatest = "\(range.upperBound)"
      beyond =
        ["\(range.lowerBound - 1)", "\(range.upperBound + 1)"] + Self.never
        + ["1.5", "1e3", "0x10", "1_000"]
    }

    init(seconds setting: Setting) {
      self.setting = setting
      least = "0.1"
      greatest = "86400"
      beyond = ["0.09", "0", "86400.1", "nan", "inf", "-inf", "1s"] + Self.never
    }

    /// What no number is, and the first number that no machine word holds.
    static let never = ["", " ", "many", "1 ", " 1", "-1", "9223372036854775808", "1,5", "\u{663}"]

    static let all = [
      Bounds(.port, 0...65_535), Bounds(.threshold, 1...1_000_000),
      Bounds(.enrolmentsPerMinute, 0...1_000_000_000), Bounds(.devicesMax, 1...1_000_000_000),
      Bounds(.reportsPerDay, 0...1_000_000_000), Bounds(.newcomerPeriod, 0...31_622_400),
      Bounds(.bodyLimit, 1_024...64 << 20), Bounds(.inflatedLimit, 1_024...256 << 20),
      Bounds(.connectionsMax, 1...1_000_000), Bounds(.queueLimit, 1 << 20...1 << 40),
      Bounds(.connectionsPerAddress, 1...1_000_000), Bounds(.bodyRateMin, 0...1_000_000_000),
      Bounds(.backupInterval, 1...31_622_400), Bounds(.backupKeepHourly, 0...100_000),
      Bounds(.backupVerifyInterval, 1...31_622_400),
      Bounds(.backupKeepDaily, 0...100_000), Bounds(.backupKeepWeekly, 0...100_000),
      Bounds(seconds: .requestTimeout), Bounds(seconds: .idleTimeout),
    ]
  }

  @Suite("A setting that is a number") struct SettingBoundsTests {
    private func configure(
      _ setting: Setting, _ value: String, from source: Settings.Source
    ) throws -> ServerConfiguration {
      try ServerConfiguration(
        Settings(
          flags: [.data: "/a", .admission: "open"].merging(
            source == .flag ? [setting: value] : [:]
          ) { $1 },
          environment: source == .environment ? [setting.variable: value] : [:],
          file: source == .file ? [setting: value] : [:]))
    }

    @Test(arguments: Bounds.all) fileprivate func `takes its bounds`(bounds: Bounds) throws {
      _ = try configure(bounds.setting, bounds.least, from: .flag)
      _ = try configure(bounds.setting, bounds.greatest, from: .flag)
    }

    @Test(arguments: Bounds.all) fileprivate func `takes nothing beyond, and says why`(
      bounds: Bounds
    ) throws {
      for value in bounds.beyond {
        for source in [Settings.Source.flag, .environment, .file] {
          let error = #expect(throws: ServerError.self, "\(value)") {
            try configure(bounds.setting, value, from: source)
          }
          let message = try #require(error?.message)
          #expect(message.contains("\"\(value)\""), "\(message)")
          #expect(message.contains("it must be"), "\(message)")
          switch source {
          case .flag: #expect(message.hasPrefix("--\(bounds.setting.rawValue) is"))
          case .environment:
            #expect(message.hasPrefix("\(bounds.setting.variable) is"))
            #expect(message.contains("in the environment"))
          default:
            #expect(message.hasPrefix("a.json: \(bounds.setting.rawValue) is"))
          }
          #expect(error?.code == (source == .file ? .configuration : .usage))
        }
      }
    }

    @Test func `is each setting that has a number by default`() {
      let numbers = Setting.allCases.filter { $0.standard.flatMap { Double($0) } != nil }
      #expect(Set(numbers) == Set(Bounds.all.map(\.setting)))
    }
  }
#endif
