import Testing

/// Arrows point down only, two targets know the network, and one more this machine's own ports.
enum Imports {
  /// Our targets by how high they stand in the picture of docs/ARCHITECTURE.md. A target may
  /// import those that stand lower: its neighbours are strangers.
  static let floors: [[String: String]] = [
    [
      "CSQLite": "Sources/CSQLite", "CZlib": "Sources/CZlib",
      "CSimulatedDisk": "Sources/CSimulatedDisk", "LoadGenerator": "Sources/LoadGenerator",
    ],
    ["JournalFormat": "Journal/Format", "SQLite": "Sources/SQLite"],
    [
      "JournalStore": "Journal/Store", "Search": "Sources/Search", "Sync": "Sources/Sync",
      "JournalVectors": "Journal/Vectors",
    ],
    ["DeviceIndex": "Sources/DeviceIndex", "CloudAggregator": "Sources/CloudAggregator"],
    [
      "Inspection": "Sources/Inspection", "Simulation": "Sources/Simulation",
      "SyncHTTP": "Sources/SyncHTTP", "AggregatorServer": "Sources/AggregatorServer",
    ],
    ["spotlog": "tools/spotlog"],
  ]

  /// Targets that are there with the trait Server alone: who imports one without asking for the
  /// trait cannot be built where a device or the demo is.
  static let serving: Set<String> = ["AggregatorServer", "LoadGenerator"]

  /// Targets that stand on fewer than they could: all that they import, Foundation apart.
  static let narrow: [String: Set<String>] = [
    "Sources/SyncHTTP": ["JournalFormat", "Sync", "DeviceIndex", "Dispatch"]
  ]
  /// Neither side knows the other one's heart.
  static let strangers: [String: Set<String>] = ["Sources/AggregatorServer": ["DeviceIndex"]]

  static let networkFolders = [
    "Sources/SyncHTTP", "Sources/AggregatorServer", "Tests/SyncHTTPTests",
    "Tests/AggregatorServerTests",
  ]
  /// A server for tests, of sockets alone.
  static let networkFiles = ["Tests/Support/ScriptedServer.swift"]
  private static let networkModules = [
    "NIO", "FoundationNetworking", "Network", "Hummingbird", "AsyncHTTPClient", "WebSocket",
    "HTTPTypes", "ServiceLifecycle", "UnixSignals", "Logging",
  ]

  /// It attacks and measures servers of this machine, without the libraries that they are made of.
  static let loopbackFolder = "Sources/LoadGenerator"
  private static let systemCalls = ["socket(", "sockaddr_in(", "getaddrinfo(", "gethostbyname("]
  private static let loopback = "0x7F00_0001"

  static let publicFolders = [
    "Sources/DeviceIndex", "Sources/CloudAggregator", "Sources/SyncHTTP", "Journal",
    "Tests/Support",
  ]
  private static let declarations: Set<Substring> = [
    "import", "var", "let", "func", "init", "init?", "struct", "enum", "class", "actor",
    "protocol", "extension", "typealias", "subscript", "static", "final", "private", "package",
    "internal", "mutating", "indirect", "convenience", "required", "override", "nonisolated",
    "macro", "associatedtype", "lazy", "weak", "unowned", "macro", "prefix", "infix", "postfix",
    "operator", "precedencegroup", "dynamic", "isolated", "borrowing", "consuming", "distributed",
  ]

  static func arrows(from file: SourceFile) -> [Finding] {
    guard ["Sources", "Journal", "tools"].contains(where: file.isUnder) else { return [] }
    guard let floor = floors.firstIndex(where: { $0.values.contains(where: file.isUnder) }) else {
      return [Finding(path: file.path, message: "its target has no place in the picture")]
    }
    return imports(of: file).compactMap { line, module in
      guard let other = floors.firstIndex(where: { $0.keys.contains(module) }), other >= floor
      else { return nil }
      return Finding(
        path: file.path, line: line, message: "imports \(module), which does not stand below it")
    }
  }

  static func strangers(to file: SourceFile) -> [Finding] {
    imports(of: file).compactMap { line, module in
      let isTooMany = narrow.contains { folder, modules in
        file.isUnder(folder) && !modules.contains(module) && !module.hasPrefix("Foundation")
      }
      let isStranger = strangers.contains { file.isUnder($0) && $1.contains(module) }
      guard isTooMany || isStranger else { return nil }
      return Finding(
        path: file.path, line: line, message: "imports \(module), which its target does without")
    }
  }

  static func serving(in file: SourceFile) -> [Finding] {
    guard ["Sources", "Journal", "tools"].contains(where: file.isUnder) else { return [] }
    let guarded = linesWithServer(of: file)
    return imports(of: file).filter { serving.contains($0.module) && !guarded.contains($0.line) }
      .map { line, module in
        Finding(
          path: file.path, line: line, message: "imports \(module) outside of `#if Server`")
      }
  }

  /// Lines that are compiled with the trait alone.
  private static func linesWithServer(of file: SourceFile) -> Set<Int> {
    var conditions: [Bool] = []
    var lines: Set<Int> = []
    for (index, line) in file.code.enumerated() {
      let words = line.split(separator: " ")
      switch words.first {
      case "#if": conditions.append(words.dropFirst() == ["Server"])
      case "#else", "#elseif": if conditions.popLast() != nil { conditions.append(false) }
      case "#endif": _ = conditions.popLast()
      default: if conditions.contains(true) { lines.insert(index + 1) }
      }
    }
    return lines
  }

  static func network(in file: SourceFile) -> [Finding] {
    guard !file.isUnder(anyOf: networkFolders), !networkFiles.contains(file.path) else {
      return []
    }
    let modules = imports(of: file).filter { _, module in
      networkModules.contains { module.hasPrefix($0) }
    }.map { Finding(path: file.path, line: $0.line, message: "imports \($0.module)") }
    let doors = ["URLSession"].flatMap { door in
      file.code.indices.filter { file.code[$0].contains(door) }.map {
        Finding(path: file.path, line: $0 + 1, message: "uses \(door)")
      }
    }
    return modules + doors + systemCalls(in: file)
  }

  /// Sockets without a library. The one target that may make them may name one address.
  private static func systemCalls(in file: SourceFile) -> [Finding] {
    file.code.indices.flatMap { index in
      let line = file.code[index]
      let calls = systemCalls.filter(line.has(word:))
      guard file.isUnder(loopbackFolder) else {
        return calls.map {
          Finding(path: file.path, line: index + 1, message: "makes sockets with \($0)")
        }
      }
      let lookups = calls.filter { $0.hasPrefix("get") }
      let isElsewhere = line.contains("sin_addr") && !line.contains(loopback)
      return (lookups + (isElsewhere ? ["sin_addr"] : [])).map {
        Finding(
          path: file.path, line: index + 1, message: "\($0) can name another machine than this")
      }
    }
  }

  static func publicDeclarations(in file: SourceFile) -> [Finding] {
    guard !file.isUnder(anyOf: publicFolders) else { return [] }
    return file.code.indices.filter { isPublic(file.code[$0]) }.map {
      Finding(path: file.path, line: $0 + 1, message: "is public; apps embed other targets")
    }
  }

  private static func isPublic(_ line: String) -> Bool {
    guard line.contains("public") || line.contains("open") else { return false }
    return ["public", "open"].contains { keyword in
      line.places(ofWord: keyword).contains { place in
        let next = line[place...].dropFirst(keyword.count).drop { $0 == " " }
        let word = next.prefix { $0 != " " && $0 != "(" && $0 != "<" }
        return line[..<place].last != "." && declarations.contains(word)
      }
    }
  }

  private static func imports(of file: SourceFile) -> [(line: Int, module: String)] {
    file.code.enumerated().compactMap { index, line in
      guard line.contains("import ") else { return nil }
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { return nil }
      let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let isOneThing = kinds.contains(String(words[place + 1])) && place + 2 < words.count
      let path = words[isOneThing ? place + 2 : place + 1]
      return (index + 1, String(path.prefix { $0 != "." && $0 != ";" }))
    }
  }
}

@Suite("Imports") struct ImportTests {
  @Test func `point down only`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(Imports.arrows))
  }

  @Test func `leave the network to two targets`() {
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
  ])
  func `of the server are found without it`(text: String, findings: Int) {
    let file = SourceFile(path: "tools/spotlog/A.swift", text: text)
    #expect(Imports.serving(in: file).count == findings)
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

  @Test func `are public only where apps embed`() {
    expectNone(SourceTree.repository.swiftFiles.flatMap(Imports.publicDeclarations))
  }

  @Test(arguments: [
    ("Journal/Format", "SQLite"), ("Sources/SQLite", "JournalFormat"),
    ("Journal/Store", "Sync"), ("Journal/Store", "Search"), ("Sources/Search", "JournalStore"),
    ("Sources/Search", "Sync"), ("Sources/Sync", "JournalStore"), ("Sources/Sync", "Search"),
    ("Sources/DeviceIndex", "CloudAggregator"), ("Sources/CloudAggregator", "DeviceIndex"),
    ("Sources/SyncHTTP", "Simulation"), ("Journal/Format", "DeviceIndex"),
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
    let load = found(SourceFile(path: "Sources/LoadGenerator/A.swift", text: text))
    #expect(load.count == (text.hasPrefix("get") ? 1 : 0))
  }

  @Test(arguments: [
    ("a.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian", 0), ("a.sin_addr.s_addr = other", 1),
  ])
  func `of the load generator reach this machine alone`(text: String, findings: Int) {
    let file = SourceFile(path: "Sources/LoadGenerator/A.swift", text: text)
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
