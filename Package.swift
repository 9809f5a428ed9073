// swift-tools-version: 6.2
import PackageDescription

// tools/check and tools/test set it; for who embeds the package, warnings stay warnings.
let isStrict = Context.environment["SPOTLOG_STRICT"] == "1"

// One list for every target: what an import exposes is said at the import.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])
let cSettings: [CSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []

// Tests spend most of their time in our libraries, in generic code that is many times slower
// without optimisation. Only there: for who embeds the package, SwiftPM decides.
let optimised: [SwiftSetting] =
  isStrict
  ? [
    .unsafeFlags(
      ["-O", "-assert-config", "Debug"], .when(configuration: .debug))
  ] : []

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")

// The aggregator's server and what it stands on. Who embeds a device, and the demo, go without:
// `traits: []` where the package is named, `--disable-default-traits` here.
let server = TargetDependencyCondition.when(traits: ["Server"])
func networking(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: server)
}
let serving: [Target.Dependency] = [
  networking("Hummingbird", "hummingbird"), networking("HummingbirdCore", "hummingbird"),
  networking("HTTPTypes", "swift-http-types"), networking("Logging", "swift-log"),
  networking("NIOCore", "swift-nio"), networking("NIOPosix", "swift-nio"),
  networking("NIOHTTP1", "swift-nio"),
  networking("NIOSSL", "swift-nio-ssl"),
  networking("ServiceLifecycle", "swift-service-lifecycle"),
  networking("UnixSignals", "swift-service-lifecycle"),
  networking("NIOHTTPTypes", "swift-nio-extras"),
]

func target(
  _ name: String, path: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude,
    swiftSettings: settings + optimised)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], _ more: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings + more)
}

// The targets stand in the order of the picture in docs/ARCHITECTURE.md: arrows point up this list.
let package = Package(
  name: "spotlog",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "DeviceIndex", targets: ["DeviceIndex", "QueryLanguage", "ResultCards"]),
    .library(name: "CoreSpotlightCompat", targets: ["CoreSpotlightCompat"]),
    .library(name: "SyncHTTP", targets: ["SyncHTTP", "JournalFormat"]),
    .library(
      name: "CloudAggregator", targets: ["CloudAggregator", "JournalFormat", "ResultCards"]),
    .library(name: "Inspection", targets: ["Inspection", "JournalFormat"]),
    .executable(name: "spotlog", targets: ["spotlog"]),
    .executable(name: "spotlog-bench", targets: ["spotlog-bench"]),
  ],
  traits: [
    .trait(name: "Server", description: "The aggregator over HTTP, and with it `spotlog serve`."),
    .trait(
      name: "Sabotage",
      description: "Breaks promises on purpose, for tests of tests. No release has it."),
    // Tests need both: docs/decisions/0072-sabotage-trait.md.
    .default(enabledTraits: isStrict ? ["Server", "Sabotage"] : ["Server"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    // No traits: SwiftPM gives two of them in a new order now and then, and builds all again.
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // Found where the compiler looks anyway, so nobody needs pkg-config: tools/setup.
    .systemLibrary(name: "CSQLite", path: "Sources/CSQLite"),
    .systemLibrary(name: "CZlib", path: "Sources/CZlib"),
    .systemLibrary(name: "CPrefetch", path: "Sources/CPrefetch"),

    .target(name: "CHashes", path: "Sources/CHashes", cSettings: cSettings),
    .target(name: "CUnicode", path: "Sources/CUnicode", cSettings: cSettings),

    target("StrictJSON", path: "Sources/StrictJSON", []),
    target("WebAddress", path: "Sources/WebAddress", []),
    target("CivilTime", path: "Sources/CivilTime", []),
    target("ContentEncoding", path: "Sources/ContentEncoding", ["CZlib"]),
    target("WebFetch", path: "Sources/WebFetch", ["WebAddress", "ContentEncoding"]),
    target(
      "JournalFormat", path: "Journal/Format",
      [crypto, protobuf, "CZlib", "CHashes", "CivilTime"],
      exclude: ["event.proto"]),
    .target(
      name: "CCheckedPages", dependencies: ["CSQLite", "CHashes"], path: "Sources/CCheckedPages",
      cSettings: cSettings),
    target("SQLite", path: "Sources/SQLite", ["CSQLite", "CCheckedPages"]),
    target("TextAnalysis", path: "Sources/TextAnalysis", ["CUnicode"]),
    target(
      "WebMarkup", path: "Sources/WebMarkup",
      ["WebAddress", "TextAnalysis", "StrictJSON", "CUnicode"]),
    target("WordSearch", path: "Sources/WordSearch", ["SQLite", "TextAnalysis", "CHashes"]),
    target("QueryLanguage", path: "Sources/QueryLanguage", ["TextAnalysis", "CivilTime"]),
    target("HTMLPages", path: "Sources/HTMLPages", ["JournalFormat"]),
    target("JournalVectors", path: "Journal/Vectors", [], exclude: ["files", "README.md"]),
    target("JournalStore", path: "Journal/Store", ["JournalFormat", "SQLite", "CZlib", crypto]),
    target(
      "Search", path: "Sources/Search",
      [
        "JournalFormat", "SQLite", "QueryLanguage", "TextAnalysis", "WordSearch", "CHashes",
        "WebAddress", protobuf,
      ],
      exclude: ["attributes.tsv"]),
    target("Sync", path: "Sources/Sync", ["JournalFormat", crypto]),
    target(
      "ResultCards", path: "Sources/ResultCards",
      ["JournalFormat", "CivilTime", "HTMLPages", "Search", "WebAddress"]),
    target(
      "WebPreview", path: "Sources/WebPreview",
      [
        "JournalFormat", "CivilTime", "HTMLPages", "ResultCards", "Search", "WebAddress",
        "WebMarkup",
      ]),
    target(
      "DeviceIndex", path: "Sources/DeviceIndex",
      [
        "JournalFormat", "JournalStore", "QueryLanguage", "ResultCards", "Search", "Sync",
        "SQLite", "WordSearch", "WebAddress", crypto, protobuf,
      ]),
    target(
      "CoreSpotlightCompat", path: "Sources/CoreSpotlightCompat", ["DeviceIndex", "QueryLanguage"]),
    target(
      "CloudAggregator", path: "Sources/CloudAggregator",
      [
        "JournalFormat", "JournalStore", "Search", "Sync", "SQLite", "StrictJSON", "CPrefetch",
        "CHashes", "WebAddress", crypto,
      ]),
    .target(
      name: "CSimulatedDisk", dependencies: ["CSQLite"], path: "Sources/CSimulatedDisk",
      cSettings: cSettings),
    target(
      "TraceLines", path: "Sources/TraceLines",
      [
        "JournalFormat", "JournalStore", "DeviceIndex", "StrictJSON", "CivilTime", "CZlib", crypto,
      ]),
    target(
      "Simulation", path: "Sources/Simulation",
      [
        "JournalFormat", "JournalStore", "Sync", "DeviceIndex", "CloudAggregator", "SQLite",
        "StrictJSON", "TraceLines", "HTMLPages", "CSimulatedDisk", crypto,
      ]),
    target(
      "Inspection", path: "Sources/Inspection",
      [
        "JournalFormat", "JournalStore", "QueryLanguage", "Search", "Sync", "SQLite", "DeviceIndex",
        "CloudAggregator", "CivilTime", "TextAnalysis", "TraceLines", "HTMLPages",
      ]),
    target(
      "SyncHTTP", path: "Sources/SyncHTTP",
      ["JournalFormat", "Sync", "DeviceIndex", "StrictJSON", "CivilTime"]),
    target(
      "AggregatorServer", path: "Sources/AggregatorServer",
      [
        "JournalFormat", "JournalStore", "Sync", "CloudAggregator", "HTMLPages", "ResultCards",
        "StrictJSON", "ContentEncoding",
      ] + serving),
    target(
      "WebFetcher", path: "Sources/WebFetcher",
      [
        "WebAddress", "WebFetch", networking("NIOCore", "swift-nio"),
        networking("NIOPosix", "swift-nio"), networking("NIOHTTP1", "swift-nio"),
        networking("NIOSSL", "swift-nio-ssl"),
      ]),
    target("Loopback", path: "Sources/Loopback", []),
    target("LoadGenerator", path: "Sources/LoadGenerator", ["Loopback"]),
    .executableTarget(
      name: "spotlog",
      dependencies: [
        .target(name: "AggregatorServer", condition: server),
        .target(name: "Loopback", condition: server),
        .target(name: "WebFetcher", condition: server),
        "JournalFormat", "JournalStore", "Search", "Sync", "DeviceIndex", "CloudAggregator",
        "Inspection", "TraceLines", "Simulation", "SyncHTTP", "SQLite", "QueryLanguage",
        "ResultCards", "TextAnalysis", "WordSearch", "StrictJSON", "WebAddress", "WebFetch",
        "WebMarkup", "WebPreview", crypto,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "tools/spotlog", swiftSettings: settings),
    .executableTarget(
      name: "spotlog-bench",
      dependencies: [
        .target(name: "LoadGenerator", condition: server),
        .target(name: "Loopback", condition: server),
        "JournalFormat", "JournalStore", "Search", "Sync", "DeviceIndex", "CloudAggregator",
        "Simulation", "TraceLines", "SQLite", "QueryLanguage", "StrictJSON", "CSQLite", "CZlib",
        "WebAddress", "WebMarkup",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "tools/spotlog-bench", swiftSettings: settings),

    .target(
      name: "TestSupport",
      dependencies: [
        "JournalFormat", "JournalStore", "JournalVectors", "Sync", "DeviceIndex",
        "CloudAggregator", "SQLite", "CSQLite", "CZlib", "Loopback",
      ],
      path: "Tests/Support", swiftSettings: settings),
    tests(
      "JournalFormatTests",
      ["JournalFormat", "JournalVectors", "Sync", "TestSupport", "CHashes", crypto, protobuf]),
    tests(
      "JournalStoreTests",
      ["JournalFormat", "JournalStore", "JournalVectors", "SQLite", "TestSupport"]),
    .testTarget(
      name: "StrictJSONTests", dependencies: ["StrictJSON", "TraceLines"],
      path: "Tests/StrictJSONTests",
      exclude: ["JSONTestSuite-LICENSE", "json-test-suite.jsonl.gz"],
      swiftSettings: settings),
    tests("CivilTimeTests", ["CivilTime"]),
    tests("WebAddressTests", ["WebAddress", "StrictJSON"]),
    tests("ContentEncodingTests", ["ContentEncoding", "JournalFormat", "TestSupport"]),
    tests("WebFetchTests", ["WebFetch", "WebAddress", "JournalFormat", "TestSupport"]),
    tests("WebMarkupTests", ["WebMarkup", "WebAddress", "StrictJSON", "TestSupport"]),
    tests("HTMLPagesTests", ["HTMLPages", "JournalFormat", "TestSupport"]),
    tests("TextAnalysisTests", ["TextAnalysis", "TestSupport"]),
    .testTarget(
      name: "QueryLanguageTests", dependencies: ["QueryLanguage", "TestSupport"],
      path: "Tests/QueryLanguageTests", exclude: ["query-cases.json"], swiftSettings: settings),
    tests("SQLiteTests", ["SQLite", "TestSupport"]),
    tests("WordSearchTests", ["JournalFormat", "SQLite", "TextAnalysis", "WordSearch"]),
    tests("SearchTests", ["JournalFormat", "QueryLanguage", "Search", "SQLite", "TestSupport"]),
    tests("SyncTests", ["JournalFormat", "Sync", "TestSupport"]),
    tests(
      "ResultCardsTests",
      ["JournalFormat", "DeviceIndex", "HTMLPages", "ResultCards", "TestSupport"]),
    tests(
      "DeviceIndexTests",
      [
        "JournalFormat", "JournalStore", "DeviceIndex", "CloudAggregator", "QueryLanguage",
        "ResultCards", "Search", "SQLite", "Sync", "TestSupport", "WordSearch", "CHashes",
      ]),
    tests(
      "CoreSpotlightCompatTests",
      ["CoreSpotlightCompat", "DeviceIndex", "QueryLanguage", "TestSupport"]),
    tests(
      "InspectionTests",
      [
        "JournalFormat", "JournalStore", "JournalVectors", "DeviceIndex", "CloudAggregator",
        "Inspection", "Search", "SQLite", "CSQLite", "Sync", "TestSupport", protobuf,
      ]),
    tests(
      "TraceLinesTests",
      ["JournalFormat", "DeviceIndex", "StrictJSON", "TraceLines", "TestSupport"]),
    tests(
      "CloudAggregatorTests",
      [
        "JournalFormat", "JournalStore", "CloudAggregator", "Search", "Simulation", "SQLite",
        "Sync",
        "TestSupport",
      ]),
    tests(
      "SimulationTests",
      [
        "JournalFormat", "JournalStore", "Simulation", "TraceLines", "DeviceIndex",
        "CloudAggregator", "SQLite", "HTMLPages", "Inspection", "Search", "Sync", "TestSupport",
        "WebAddress", crypto,
      ]),
    tests(
      "SyncHTTPTests",
      ["JournalFormat", "SyncHTTP", "DeviceIndex", "CloudAggregator", "Sync", "TestSupport"]),
    tests(
      "AggregatorServerTests",
      [
        .target(name: "AggregatorServer", condition: server), "HTMLPages", "JournalFormat", "Sync",
        "CloudAggregator", "CZlib", "TestSupport",
        networking("Hummingbird", "hummingbird"), networking("HTTPTypes", "swift-http-types"),
        networking("Logging", "swift-log"), networking("NIOCore", "swift-nio"),
        networking("NIOEmbedded", "swift-nio"), networking("NIOHTTP1", "swift-nio"),
        networking("NIOHTTPTypes", "swift-nio-extras"),
        networking("NIOHTTPTypesHTTP1", "swift-nio-extras"),
      ]),
    tests(
      "WebFetcherTests",
      [
        .target(name: "WebFetcher", condition: server), "WebAddress", "WebFetch", "TestSupport",
      ]),
    .target(
      name: "FuzzSupport",
      dependencies: [
        "JournalFormat", "JournalStore", "Sync", "CloudAggregator", "Simulation", "TraceLines",
        "SQLite", "QueryLanguage", "TextAnalysis", "StrictJSON", "WebAddress", "WebMarkup",
        protobuf,
      ],
      path: "Tests/Fuzz/Support", swiftSettings: settings),
    tests("FuzzTests", ["FuzzSupport"]),
    tests("LoadGeneratorTests", ["LoadGenerator", "Loopback"]),
    tests(
      "CommandLineTests",
      [
        "JournalFormat", "JournalStore", "JournalVectors", "Sync", "SQLite", "DeviceIndex",
        "LoadGenerator", "Loopback", "StrictJSON", "TestSupport", crypto,
      ]),
    // They scan every source file.
    tests("TidyTests", ["TestSupport"], optimised),
  ]
)

// Not part of a build: they link only with `--sanitize=fuzzer`, as tools/fuzz does. One a decoder.
if Context.environment["SPOTLOG_FUZZ"] == "1" {
  for name in [
    "Batch", "EntryHeader", "Report", "PublicItem", "Grant", "Receipt", "Witness", "ControlEntry",
    "Event", "SyncRequest", "SyncResponse", "TraceLine", "ProjectionRow",
    "SnapshotManifest", "RestorePlan", "Scenario", "Query", "Text", "Aggregator",
    "Json", "Address", "Robots", "Association", "PageFacts", "Html", "JsonLd", "Microdata",
  ] {
    package.targets.append(
      .executableTarget(
        name: "Fuzz" + name, dependencies: ["FuzzSupport"], path: "Tests/Fuzz/\(name)",
        swiftSettings: settings))
  }
}
