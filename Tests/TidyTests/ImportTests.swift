import Testing

@Suite("Imports") struct ImportTests {
  @Test func `point down only`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(Imports.arrows))
  }

  @Test func `leave the network to three targets`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(Imports.network))
  }

  @Test func `of the server are there with its trait alone`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(Imports.serving))
  }

  @Test(arguments: [
    ("import AggregatorServer", 1), ("#if Server\n  import AggregatorServer\n#endif", 0),
    ("#if Server\n#else\n  import AggregatorServer\n#endif", 1),
    ("#if os(Linux)\n  import LoadGenerator\n#endif", 1),
    ("#if Server\n  #if os(Linux)\n    import LoadGenerator\n  #endif\n#endif", 0),
    ("#if Server\n#endif\nimport LoadGenerator", 1), ("import CloudAggregator", 0),
    ("import WebFetcher", 1), ("import WebFetch", 0),
  ])
  func `of the server are found without it`(text: String, findings: Int) {
    let file = SourceFile(path: "tools/spotlog/A.swift", text: text)
    #expect(Imports.serving(in: file).count == findings)
  }

  @Test func `and code of sabotage are there with its trait alone`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(Imports.sabotage))
  }

  @Test(arguments: [
    ("let sabotage: String?", 1), ("#if Sabotage\n  let sabotage: String?\n#endif", 0),
    ("#if Sabotage\n#else\n  let a = DeviceSabotage.dropsOrigins\n#endif", 1),
    ("print(\"--sabotage\")", 1), ("#if Server\n  let sabotage = 1\n#endif", 1),
    ("#if Sabotage\n  #if Server\n    let sabotage = 1\n  #endif\n#endif", 0),
    ("/// Without sabotage.\nlet a = 1", 0),
  ])
  func `and code of sabotage are found without it`(text: String, findings: Int) {
    let file = SourceFile(path: "Sources/Sync/A.swift", text: text)
    #expect(Imports.sabotage(in: file).count == findings)
  }

  @Test func `are no more than a target needs`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(Imports.strangers))
  }

  @Test(arguments: [
    ("Sources/SyncHTTP", "CloudAggregator"), ("Sources/SyncHTTP", "JournalStore"),
    ("Sources/SyncHTTP", "SQLite"), ("Sources/SyncHTTP", "Search"),
    ("Sources/SyncHTTP", "Crypto"), ("Sources/SyncHTTP", "NIOCore"),
    ("Sources/AggregatorServer", "DeviceIndex"),
  ])
  func `of strangers are found`(folder: String, module: String) {
    let file = SourceFile(path: folder + "/A.swift", text: "internal import \(module)")
    #expect(Imports.strangers(to: file).count == 1)
    for own in ["JournalFormat", "Sync", "Foundation"] {
      let file = SourceFile(path: folder + "/A.swift", text: "package import \(own)")
      #expect(Imports.strangers(to: file) == [])
    }
  }

  @Test(arguments: [
    ("JournalStore", 1), ("DeviceIndex", 1), ("JournalFormat", 1), ("WebMarkup", 1),
    ("WebFetch", 0), ("NIOSSL", 0),
  ])
  func `of the fetcher of pages reach nothing of the user's`(module: String, findings: Int) {
    let file = SourceFile(path: "Sources/WebFetcher/A.swift", text: "internal import \(module)")
    #expect(Imports.strangers(to: file).count == findings)
  }

  @Test func `of commands that use the API of apps are of products`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(Imports.insides))
    for name in Imports.appCommands {
      #expect(SourceTree.repository.has("tools/spotlog/\(name).swift"), "\(name)")
      let file = SourceFile(path: "tools/spotlog/\(name).swift", text: "import JournalStore")
      #expect(Imports.insides(in: file).count == 1)
    }
  }

  @Test func `are public only where apps embed`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(Imports.publicDeclarations))
  }

  @Test(arguments: [
    ("Journal/Format", "SQLite"), ("Sources/SQLite", "JournalFormat"),
    ("Journal/Store", "Sync"), ("Journal/Store", "Search"), ("Sources/Search", "JournalStore"),
    ("Sources/Search", "Sync"), ("Sources/Sync", "JournalStore"), ("Sources/Sync", "Search"),
    ("Sources/DeviceIndex", "CloudAggregator"), ("Sources/CloudAggregator", "DeviceIndex"),
    ("Sources/SyncHTTP", "Simulation"), ("Journal/Format", "DeviceIndex"),
    ("Sources/StrictJSON", "CivilTime"), ("Sources/CivilTime", "JournalFormat"),
  ])
  func `cannot point up or to a neighbour`(folder: String, module: String) {
    for start in ["import", "package import", "@testable import", "internal import struct"] {
      let file = SourceFile(path: folder + "/A.swift", text: "\(start) \(module)")
      #expect(Imports.arrows(from: file).count == 1)
    }
    let up = Imports.floors.flatMap(\.self).first { $0.key == module }?.value ?? ""
    let file = SourceFile(path: "tools/spotlog/A.swift", text: "import \(module)")
    #expect(Imports.arrows(from: file) == [] && !up.isEmpty)
  }

  @Test func `of a target that nobody knows are found`() {
    let file = SourceFile(path: "Sources/Other/A.swift", text: "")
    #expect(Imports.arrows(from: file).count == 1)
  }

  @Test(arguments: [
    "import NIOCore", "internal import FoundationNetworking", "import Hummingbird",
    "import HTTPTypes", "import Logging", "let a = URLSession.shared",
    "let a = socket(AF_INET, 1, 0)",
  ])
  func `of the network are found`(text: String) {
    #expect(Imports.network(in: SourceFile(path: "Sources/Sync/A.swift", text: text)).count == 1)
    #expect(Imports.network(in: SourceFile(path: "Tests/Support/A.swift", text: text)).count == 1)
    #expect(Imports.network(in: SourceFile(path: "Sources/SyncHTTP/A.swift", text: text)) == [])
  }

  @Test(arguments: [
    "let a = socket(AF_INET, 1, 0)", "var a = sockaddr_in()", "getaddrinfo(a, b, c, &d)",
  ])
  func `of the network are not made up for by the system's calls`(text: String) {
    let found = Imports.network(in:)
    #expect(found(SourceFile(path: "Sources/Sync/A.swift", text: text)).count == 1)
    #expect(found(SourceFile(path: "Tests/Support/A.swift", text: text)).count == 1)
    let load = found(SourceFile(path: "Sources/Loopback/A.swift", text: text))
    #expect(load.count == (text.hasPrefix("get") ? 1 : 0))
  }

  @Test(arguments: [
    ("a.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian", 0), ("a.sin_addr.s_addr = other", 1),
  ])
  func `of the load generator reach this machine alone`(text: String, findings: Int) {
    let file = SourceFile(path: "Sources/Loopback/A.swift", text: text)
    #expect(Imports.network(in: file).count == findings)
  }

  @Test(arguments: [
    "public struct A {}", "  public private(set) var a: Int", "public import Foundation",
    "  public init?(a: Int) {", "public static func a()", "open class A {}",
    "@Test public func a()",
  ])
  func `that are public are found`(text: String) {
    let found = Imports.publicDeclarations(in:)
    #expect(found(SourceFile(path: "Sources/Sync/A.swift", text: text)).count == 1)
    #expect(found(SourceFile(path: "tools/spotlog/A.swift", text: text)).count == 1)
    #expect(found(SourceFile(path: "Sources/DeviceIndex/A.swift", text: text)) == [])
  }

  @Test(arguments: ["// public var", "a.public = true", "case public", "f(public: true)"])
  func `and the word alone is no declaration`(text: String) {
    let file = SourceFile(path: "Sources/Sync/A.swift", text: text)
    #expect(Imports.publicDeclarations(in: file) == [])
  }
}
