import Foundation
import TestSupport

/// Code of the documentation and of `Examples`, compiled as the code of another package: it sees
/// public declarations only.
enum Listing {
  /// Targets whose objects an app with any library product links.
  private static let targets = [
    "Inspection", "TraceLines", "CloudAggregator", "CoreSpotlightCompat", "SyncHTTP", "DeviceIndex",
    "QueryLanguage", "JournalFormat", "HTMLPages", "ResultCards",
    "JournalStore", "Search", "Sync", "SQLite", "WordSearch", "TextAnalysis", "CHashes", "CUnicode",
    "CCheckedPages", "Crypto", "CivilTime", "StrictJSON", "WebAddress",
    "CryptoBoringWrapper",
    "CCryptoBoringSSL", "CCryptoBoringSSLShims", "CXKCP", "CXKCPShims", "SwiftProtobuf",
  ]

  /// Compiles a listing against the built libraries and runs it.
  ///
  /// - Returns: what failed.
  static func run(_ text: String) throws -> [String] {
    try findings(
      of: text, as: "main.swift",
      commands(compiling: "main.swift", into: "./listing") + "\n./listing")
  }

  /// Compiles the program whose sources lie in a folder of the repository.
  ///
  /// - Returns: what failed.
  static func compile(_ folder: String, into program: String) throws -> [String] {
    let files = "'\(Repository.path(folder))'/*.swift"
    let page = Page(
      path: "docs/A.md", text: "```sh\n\(commands(compiling: files, into: program))\n```\n")
    return try DocumentationShell(page).findings()
  }

  /// Has the package manager read a manifest with these arguments.
  ///
  /// - Returns: what failed.
  static func describe(_ text: String) throws -> [String] {
    try read(
      manifest: """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
          name: "App",
        \(text)
        )
        """)
  }

  /// Has the package manager read a whole manifest.
  ///
  /// - Returns: what failed.
  static func read(manifest: String) throws -> [String] {
    try findings(of: manifest, as: "Package.swift", "swift package dump-package > manifest.json")
  }

  private static func commands(compiling sources: String, into program: String) -> String {
    let build = (Program.built.path as NSString).deletingLastPathComponent
    return """
      sources='\(Repository.path("Sources"))'
      options=()
      for map in "$sources"/*/module.modulemap '\(build)'/*.build/module.modulemap; do
        options+=(-Xcc "-fmodule-map-file=$map")
      done
      for folder in "$sources"/*/include; do options+=(-Xcc -I -Xcc "$folder"); done
      # Of Swift the sources of now: a build folder keeps the objects of files that are gone.
      for target in \(targets.joined(separator: " ")); do
        folder='\(build)'/$target.build
        if [[ -f $folder/sources ]]; then
          sed "s|^.*/|$folder/|; s|$|.o|" "$folder/sources"
        elif [[ -d $folder ]]; then
          find -L "$folder" -name '*.o'
        fi
      done > objects
      swiftc -swift-version 6 -module-name App -I '\(build)/Modules' "${options[@]}" \(sources) \\
        @objects -o '\(program)' -lsqlite3 -lz -lstdc++
      """
  }

  private static func findings(of text: String, as file: String, _ commands: String) throws
    -> [String]
  {
    let page = Page(
      path: "docs/A.md",
      text: "```swift file=\(file)\n\(text)\n```\n```sh\n\(commands)\n```\n")
    return try DocumentationShell(page).findings()
  }
}
