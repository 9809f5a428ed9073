import Foundation

/// What a rule found, as people and editors read it.
struct StyleFinding: Hashable, CustomStringConvertible {
  var path: String
  /// Counted from 1; 0 when it is about the whole file.
  var line = 0
  var message: String

  var description: String { line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)" }
}

/// A file of the repository, by its path from the root.
struct SourceFile: Sendable {
  let path: String
  let lines: [Substring]
  /// The same lines as code alone: no comments, and nothing between the quotes of a string.
  let code: [String]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    code = path.hasSuffix(".swift") ? CodeScanner.codeLines(of: text) : []
  }

  var name: String { String(path.split(separator: "/").last ?? "") }

  func isUnder(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }

  func isUnder(anyOf folders: [String]) -> Bool { folders.contains { isUnder($0) } }

  /// Made by a program from a list or a schema, and said so in its first lines.
  var isGenerated: Bool {
    name.hasSuffix(".pb.swift")
      || [
        "AttributeSet+Documented.swift", "CSSearchableItemAttributeSet+Documented.swift",
        "QueryKeys+Documented.swift",
        "DocumentedAttribute+Table.swift", "OpenAPIDocument.swift",
        "tables.c", "references.c",
      ].contains(name)
  }

  /// Code or a script: what the bounds on sizes are for.
  var isSource: Bool {
    !isGenerated
      && (["swift", "c", "h", "proto"].contains((name as NSString).pathExtension)
        || lines.first?.hasPrefix("#!") == true)
  }
}

/// All text files under the root, read once.
struct SourceTree {
  let root: URL
  let files: [SourceFile]

  /// The repository of this test; `tools/check --self-test` points at a copy with a planted flaw.
  static let repository = SourceTree(
    root: ProcessInfo.processInfo.environment["SPOTLOG_TREE"].map { URL(fileURLWithPath: $0) }
      ?? URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent())

  init(root: URL) {
    self.root = root
    let skipped = [".git", "Package.resolved"]
    var files: [SourceFile] = []
    let paths = FileManager.default.enumerator(atPath: root.path)
    while let path = paths?.nextObject() as? String {
      if skipped.contains(path) || path.hasPrefix(".build") || path.hasSuffix("/.build")
        || path.hasSuffix("/corpus")
      {
        paths?.skipDescendants()
        continue
      }
      // What is not UTF-8 is data: samples, vectors, what a fuzzer kept.
      if let bytes = FileManager.default.contents(atPath: root.path + "/" + path),
        let text = String(validating: bytes, as: UTF8.self)
      {
        files.append(SourceFile(path: path, text: text))
      }
    }
    self.files = files.sorted { $0.path < $1.path }
  }

  var swiftFiles: [SourceFile] { files.filter { $0.path.hasSuffix(".swift") } }

  func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }
}

extension String {
  /// The places at which `word` stands alone, not as a part of a longer name.
  func places(ofWord word: String) -> [String.Index] {
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    return ranges(of: word).filter { range in
      let startsInside =
        range.lowerBound > startIndex && isPart(self[index(before: range.lowerBound)])
        && isPart(word.first!)
      let endsInside =
        range.upperBound < endIndex && isPart(self[range.upperBound]) && isPart(word.last!)
      return !startsInside && !endsInside
    }.map(\.lowerBound)
  }

  func has(word: String) -> Bool { contains(word) && !places(ofWord: word).isEmpty }
}
