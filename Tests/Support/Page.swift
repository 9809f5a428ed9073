internal import Foundation

/// A page of the documentation, for tests that run what it shows.
///
/// Behind the language of a fence stands what readers do not see:
///
/// - `file=NAME`: the block is that file, for the commands that follow.
/// - `varies=id,time,cost`: what is another one in each run (``PageText/Varying``).
/// - `abridged`: `...` on a line of its own stands for lines, elsewhere for some of a line.
/// - `needs=PROGRAM`: is run where somebody installed that program.
/// - `not-run: REASON`, last: is not run.
package struct Page: Sendable {
  /// A fenced block.
  package struct Block: Sendable {
    /// `sh`, `console`, `output` (of the block before it), `swift`, `json` and so on.
    package let language: String
    package let isAbridged: Bool
    package let varies: Set<PageText.Varying>
    package let file: String?
    package let need: String?
    package let reasonNotToRun: String?
    /// Words behind the language that have no meaning.
    package let unknownWords: [String]
    /// The nearest heading above it, without its marks.
    package let heading: String
    /// Of the opening fence, from 1.
    package let line: Int
    package let lines: [String]

    package var text: String { lines.joined(separator: "\n") }

    fileprivate init(info: String, heading: String, line: Int, lines: [String]) {
      let parts = info.split(separator: "not-run:", maxSplits: 1, omittingEmptySubsequences: false)
      let words = parts[0].split(separator: " ").map(String.init)
      func value(_ key: String) -> String? {
        words.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
      }
      let kinds = value("varies").map { $0.split(separator: ",").map(String.init) } ?? []
      (self.heading, self.line, self.lines) = (heading, line, lines)
      language = words.first ?? ""
      isAbridged = words.contains("abridged")
      varies = Set(kinds.compactMap(PageText.Varying.init))
      file = value("file")
      need = value("needs")
      reasonNotToRun =
        parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : nil
      unknownWords =
        words.dropFirst().filter { word in
          word != "abridged" && word != "manifest"
            && !["varies=", "file=", "needs="].contains { word.hasPrefix($0) }
        } + kinds.filter { PageText.Varying(rawValue: $0) == nil }
      isManifest = words.contains("manifest")
    }

    /// Of Swift: arguments of a package's manifest.
    package let isManifest: Bool
  }

  /// From the repository's root.
  package let path: String
  package let blocks: [Block]
  /// Commands of this program in running text and tables.
  package let inlineCommands: [String]

  /// - Parameter path: of a Markdown file, from the repository's root.
  package init(_ path: String) throws {
    self.init(path: path, text: String(decoding: try Repository.bytes(path), as: UTF8.self))
  }

  package init(path: String, text: String) {
    var blocks: [Block] = []
    var heading = ""
    var open: (info: String, line: Int, indent: Int, lines: [String])?
    var prose = ""
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let indent = line.prefix { $0 == " " }.count
      if line.dropFirst(indent).hasPrefix("```") {
        if let block = open {
          blocks.append(
            Block(info: block.info, heading: heading, line: block.line, lines: block.lines))
          open = nil
        } else {
          open = (String(line.dropFirst(indent + 3)), index + 1, indent, [])
        }
      } else if let indent = open?.indent {
        open?.lines.append(String(line.dropFirst(min(indent, line.prefix { $0 == " " }.count))))
      } else {
        if line.hasPrefix("#") {
          heading = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces)
        }
        // A span may continue in the next line of a paragraph.
        prose += line.isEmpty ? "\n`\n" : line + " "
      }
    }
    self.path = path
    self.blocks = blocks
    inlineCommands = prose.components(separatedBy: "\n`\n").flatMap { paragraph in
      paragraph.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter {
          !$0.offset.isMultiple(of: 2) && $0.element.hasPrefix("spotlog ")
            || $0.element.hasPrefix("spotlog-bench ")
        }
        .map { String($0.element) }
    }
  }

  /// The pages of the root, of the examples and of DocC, and every page below docs.
  package static let paths: [String] = {
    let documented = [
      "DeviceIndex", "SyncHTTP", "CloudAggregator", "Inspection", "CoreSpotlightCompat",
    ]
    let folders = ["docs"] + documented.map { "Sources/\($0)/\($0).docc" }
    return ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Examples/README.md"]
      + folders.flatMap { folder in
        let files = FileManager.default.enumerator(atPath: Repository.path(folder))
        let names = (files?.allObjects ?? []).compactMap { $0 as? String }
        return names.filter { $0.hasSuffix(".md") }.sorted().map { folder + "/" + $0 }
      }
  }()
}
