/// Arrows point down only, three targets know the network, and one more this machine's own ports.
enum Imports {
  /// Our targets by how high they stand in the picture of docs/ARCHITECTURE.md. A target may
  /// import those that stand lower: its neighbours are strangers.
  static let floors: [[String: String]] = [
    [
      "CSQLite": "Sources/CSQLite", "CZlib": "Sources/CZlib",
      "CSimulatedDisk": "Sources/CSimulatedDisk", "Loopback": "Sources/Loopback",
      "CUnicode": "Sources/CUnicode", "CCheckedPages": "Sources/CCheckedPages",
      "StrictJSON": "Sources/StrictJSON", "CivilTime": "Sources/CivilTime",
      "WebAddress": "Sources/WebAddress",
    ],
    [
      "JournalFormat": "Journal/Format", "SQLite": "Sources/SQLite",
      "TextAnalysis": "Sources/TextAnalysis", "LoadGenerator": "Sources/LoadGenerator",
      "ContentEncoding": "Sources/ContentEncoding",
    ],
    [
      "QueryLanguage": "Sources/QueryLanguage", "WordSearch": "Sources/WordSearch",
      "WebMarkup": "Sources/WebMarkup", "WebFetch": "Sources/WebFetch",
    ],
    [
      "HTMLPages": "Sources/HTMLPages",
      "JournalStore": "Journal/Store", "Search": "Sources/Search", "Sync": "Sources/Sync",
      "JournalVectors": "Journal/Vectors",
    ],
    ["ResultCards": "Sources/ResultCards"],
    [
      "DeviceIndex": "Sources/DeviceIndex", "CloudAggregator": "Sources/CloudAggregator",
      "WebPreview": "Sources/WebPreview",
    ],
    ["TraceLines": "Sources/TraceLines"],
    [
      "Inspection": "Sources/Inspection", "Simulation": "Sources/Simulation",
      "SyncHTTP": "Sources/SyncHTTP", "AggregatorServer": "Sources/AggregatorServer",
      "CoreSpotlightCompat": "Sources/CoreSpotlightCompat", "WebFetcher": "Sources/WebFetcher",
    ],
    ["spotlog": "tools/spotlog", "spotlog_bench": "tools/spotlog-bench"],
  ]

  /// Targets that are there with the trait Server alone: who imports one without asking for the
  /// trait cannot be built where a device or the demo is.
  static let serving: Set<String> = [
    "AggregatorServer", "Loopback", "LoadGenerator", "WebFetcher",
  ]

  /// Targets that stand on fewer than they could: all that they import, Foundation apart.
  static let narrow: [String: Set<String>] = [
    "Sources/SyncHTTP": [
      "JournalFormat", "Sync", "DeviceIndex", "Dispatch", "StrictJSON", "CivilTime",
    ],
    // It is of no program that people install.
    "Sources/LoadGenerator": ["Loopback", "Glibc", "Darwin"],
    "Sources/CoreSpotlightCompat": [
      "DeviceIndex", "QueryLanguage", "Synchronization", "UniformTypeIdentifiers",
    ],
    // It reads what strangers send, and has nothing of the user's at hand.
    "Sources/WebFetcher": [
      "WebAddress", "WebFetch", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOSSL",
    ],
  ]
  /// Files of the command line that get by with what apps can import: what these commands can, an
  /// app can.
  static let appCommands: Set<String> = [
    "Cloud/CloudCommand+Why", "Device/DeviceAbandon", "Device/DeviceActivity",
    "Device/DeviceDelete", "Device/DeviceEngage", "Device/DeviceItems", "Device/DeviceOpen",
    "Device/DeviceReading",
    "Device/DeviceReindex", "Device/DeviceReport", "Device/DeviceSearch", "Device/DeviceStatus",
    "Device/DeviceSuggest", "Device/DeviceSynonyms", "Device/DeviceSyncCommand", "Device/ItemRow",
    "Journal/EntryPrinter", "Journal/JournalDiff",
    "Journal/JournalInput", "Journal/JournalLog", "Journal/JournalShow", "Journal/JournalStats",
    "Journal/JournalVerify", "Journal/JournalView", "Journal/JournalWhy", "Query/QueryCommand",
  ]
  /// The modules of the library products.
  private static let products: Set<String> = [
    "DeviceIndex", "QueryLanguage", "CoreSpotlightCompat", "SyncHTTP", "CloudAggregator",
    "Inspection", "JournalFormat", "ResultCards",
  ]
  /// Neither side knows the other one's heart.
  static let strangers: [String: Set<String>] = ["Sources/AggregatorServer": ["DeviceIndex"]]

  static let networkFolders = [
    "Sources/SyncHTTP", "Sources/AggregatorServer", "Sources/WebFetcher", "Tests/SyncHTTPTests",
    "Tests/AggregatorServerTests", "Tests/WebFetcherTests",
  ]
  /// A server for tests, of sockets alone.
  static let networkFiles = ["Tests/Support/ScriptedServer.swift"]
  private static let networkModules = [
    "NIO", "FoundationNetworking", "Network", "Hummingbird", "AsyncHTTPClient", "WebSocket",
    "HTTPTypes", "ServiceLifecycle", "UnixSignals", "Logging",
  ]

  /// It attacks and measures servers of this machine, without the libraries that they are made of.
  static let loopbackFolder = "Sources/Loopback"
  private static let systemCalls = ["socket(", "sockaddr_in(", "getaddrinfo(", "gethostbyname("]
  private static let loopback = "0x7F00_0001"

  static let publicFolders = [
    "Sources/DeviceIndex", "Sources/CloudAggregator", "Sources/SyncHTTP", "Journal",
    "Sources/QueryLanguage", "Sources/TextAnalysis", "Sources/CoreSpotlightCompat",
    "Sources/Inspection", "Sources/ResultCards", "Tests/Support",
  ]
  private static let declarations: Set<Substring> = [
    "import", "var", "let", "func", "init", "init?", "struct", "enum", "class", "actor",
    "protocol", "extension", "typealias", "subscript", "static", "final", "private", "package",
    "internal", "mutating", "indirect", "convenience", "required", "override", "nonisolated",
    "macro", "associatedtype", "lazy", "weak", "unowned", "macro", "prefix", "infix", "postfix",
    "operator", "precedencegroup", "dynamic", "isolated", "borrowing", "consuming", "distributed",
  ]

  static func arrows(from file: SourceFile) -> [StyleFinding] {
    guard ["Sources", "Journal", "tools"].contains(where: file.isUnder) else { return [] }
    guard let floor = floors.firstIndex(where: { $0.values.contains(where: file.isUnder) }) else {
      return [StyleFinding(path: file.path, message: "its target has no place in the picture")]
    }
    return imports(of: file).compactMap { line, module in
      guard let other = floors.firstIndex(where: { $0.keys.contains(module) }), other >= floor
      else { return nil }
      return StyleFinding(
        path: file.path, line: line, message: "imports \(module), which does not stand below it")
    }
  }

  static func strangers(to file: SourceFile) -> [StyleFinding] {
    imports(of: file).compactMap { line, module in
      let isTooMany = narrow.contains { folder, modules in
        file.isUnder(folder) && !modules.contains(module) && !module.hasPrefix("Foundation")
      }
      let isStranger = strangers.contains { file.isUnder($0) && $1.contains(module) }
      guard isTooMany || isStranger else { return nil }
      return StyleFinding(
        path: file.path, line: line, message: "imports \(module), which its target does without")
    }
  }

  static func insides(in file: SourceFile) -> [StyleFinding] {
    guard appCommands.contains(where: { file.path == "tools/spotlog/\($0).swift" }) else {
      return []
    }
    let allowed = products.union(["ArgumentParser", "Foundation"])
    return imports(of: file).filter { !allowed.contains($0.module) }.map { line, module in
      StyleFinding(
        path: file.path, line: line, message: "imports \(module), which is of no library product")
    }
  }

  static func serving(in file: SourceFile) -> [StyleFinding] {
    // Of other targets of the same trait everything is compiled with it.
    guard ["Sources", "Journal", "tools"].contains(where: file.isUnder),
      !file.isUnder("Sources/LoadGenerator")
    else { return [] }
    let guarded = lines(of: file, withTrait: "Server")
    return imports(of: file).filter { serving.contains($0.module) && !guarded.contains($0.line) }
      .map { line, module in
        StyleFinding(
          path: file.path, line: line, message: "imports \(module) outside of `#if Server`")
      }
  }

  /// Lines that name sabotage and are compiled without its trait: a release would have it.
  static func sabotage(in file: SourceFile) -> [StyleFinding] {
    guard ["Sources", "Journal", "tools"].contains(where: file.isUnder), !file.code.isEmpty else {
      return []
    }
    let guarded = lines(of: file, withTrait: "Sabotage")
    return file.lines.indices.filter { index in
      // Strings count, comments do not.
      let line = file.lines[index].drop { $0 == " " }
      return !line.hasPrefix("//") && !line.hasPrefix("#")
        && line.lowercased().contains("sabotage") && !guarded.contains(index + 1)
    }.map {
      StyleFinding(
        path: file.path, line: $0 + 1, message: "names sabotage outside of `#if Sabotage`")
    }
  }

  /// Lines that are compiled with a trait alone.
  private static func lines(of file: SourceFile, withTrait trait: Substring) -> Set<Int> {
    var conditions: [Bool] = []
    var lines: Set<Int> = []
    for (index, line) in file.code.enumerated() {
      let words = line.split(separator: " ")
      switch words.first {
      case "#if": conditions.append(words.dropFirst() == [trait])
      case "#else", "#elseif": if conditions.popLast() != nil { conditions.append(false) }
      case "#endif": _ = conditions.popLast()
      default: if conditions.contains(true) { lines.insert(index + 1) }
      }
    }
    return lines
  }

  static func network(in file: SourceFile) -> [StyleFinding] {
    guard !file.isUnder(anyOf: networkFolders), !networkFiles.contains(file.path) else {
      return []
    }
    let modules = imports(of: file).filter { _, module in
      networkModules.contains { module.hasPrefix($0) }
    }.map { StyleFinding(path: file.path, line: $0.line, message: "imports \($0.module)") }
    let doors = ["URLSession"].flatMap { door in
      file.code.indices.filter { file.code[$0].contains(door) }.map {
        StyleFinding(path: file.path, line: $0 + 1, message: "uses \(door)")
      }
    }
    return modules + doors + systemCalls(in: file)
  }

  /// Sockets without a library. The one target that may make them may name one address.
  private static func systemCalls(in file: SourceFile) -> [StyleFinding] {
    file.code.indices.flatMap { index in
      let line = file.code[index]
      let calls = systemCalls.filter(line.has(word:))
      guard file.isUnder(loopbackFolder) else {
        return calls.map {
          StyleFinding(path: file.path, line: index + 1, message: "makes sockets with \($0)")
        }
      }
      let lookups = calls.filter { $0.hasPrefix("get") }
      let isElsewhere = line.contains("sin_addr") && !line.contains(loopback)
      return (lookups + (isElsewhere ? ["sin_addr"] : [])).map {
        StyleFinding(
          path: file.path, line: index + 1, message: "\($0) can name another machine than this")
      }
    }
  }

  static func publicDeclarations(in file: SourceFile) -> [StyleFinding] {
    guard !file.isUnder(anyOf: publicFolders) else { return [] }
    return file.code.indices.filter { isPublic(file.code[$0]) }.map {
      StyleFinding(path: file.path, line: $0 + 1, message: "is public; apps embed other targets")
    }
  }

  static func isPublic(_ line: String) -> Bool {
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
