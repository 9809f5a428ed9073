import Foundation
import TestSupport
import Testing

/// What `tools/release` makes of the program that was built with these tests. With SPOTLOG_PACKAGE,
/// the package that it names is tried instead: that of a whole release (`tools/soak release`).
@Suite("A release") struct ReleaseTests {
  private static let hasTools = Program.isInstalled("dpkg-deb", "dpkg-shlibdeps", "strip")
  private static let given = ProcessInfo.processInfo.environment["SPOTLOG_PACKAGE"]

  /// Two releases of the same program, made once for all tests.
  private static let pair = Result { (try Release(), try Release()) }

  private static func package() throws -> String {
    if let given { return given }
    return try pair.get().0.file(endingIn: ".deb")
  }

  /// The files of a release, in a folder that goes with it.
  private final class Release: Sendable {
    let folder: TemporaryFolder
    let names: [String]

    init() throws {
      folder = try TemporaryFolder()
      let outcome = try ReleaseTests.release([
        "--program", Program.built.path, "--trial", "--output", folder.path,
      ])
      try #require(outcome.status == 0, "\(outcome.errors)")
      names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    func file(endingIn end: String) throws -> String {
      folder.file(try #require(names.first { $0.hasSuffix(end) }))
    }
  }

  private static func release(_ options: [String]) throws -> Program.Outcome {
    try Program(path: Repository.path("tools/release")).run(
      options, launcher: ["/usr/bin/env", "SOURCE_DATE_EPOCH=1700000000", "/bin/bash"])
  }

  private static func shell(_ script: String, _ arguments: [String]) throws -> Program.Outcome {
    try Program(path: "/bin/bash").run(["-euc", script, "test"] + arguments)
  }

  @Test(.enabled(if: hasTools, "needs dpkg-dev and binutils"))
  func `has the same bytes for the same program and commit`() throws {
    let (first, second) = try Self.pair.get()
    #expect(first.names.count == 4, "\(first.names)")
    let sums = try String(contentsOfFile: first.file(endingIn: "SHA256SUMS"), encoding: .utf8)
    #expect(sums.split(separator: "\n").count == 3)
    #expect(
      try sums == String(contentsOfFile: second.file(endingIn: "SHA256SUMS"), encoding: .utf8))
    let check = try Self.shell(
      #"cd "$1" && sha256sum --check --quiet SHA256SUMS"#, [first.folder.path])
    #expect(check.status == 0, "\(check)")
  }

  @Test(.enabled(if: hasTools, "needs dpkg-dev and binutils"))
  func `refuses a program that needs a library of Swift`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Self.release(["--program", Program.built.path, "--output", folder.path])
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("libswiftCore.so"), "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test(
    .enabled(if: hasTools, "needs dpkg-dev and binutils"),
    arguments: [
      ["--output"], ["--trial"], ["--unknown"], ["program"],
    ])
  func `is not made with`(options: [String]) throws {
    let outcome = try Self.release(options)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("tools/release [--output DIR]"), "\(outcome.errors)")
  }

  /// Installs a package below a folder with `dpkg --root`, which only root may do, or unpacks it.
  private static let install = """
    root=$1
    if ((EUID == 0)); then
      mkdir -p "$root/var/lib/dpkg"/{info,updates}
      touch "$root/var/lib/dpkg"/{status,available}
      dpkg --root="$root" --force-depends --force-bad-path --log=/dev/null -i "$2" 2>&1
      dpkg --root="$root" --verify spotlog
    else
      dpkg-deb -x "$2" "$root"
    fi
    """

  @Test(.enabled(if: hasTools, "needs dpkg-dev and binutils"))
  func `installs into a fresh root, runs the quick start there and leaves nothing behind`() throws {
    let root = try TemporaryFolder()
    let installed = try Self.shell(Self.install, [root.path, try Self.package()])
    #expect(installed.status == 0, "\(installed)")
    for file in [
      "bin/spotlog", "lib/systemd/system/spotlog.service", "lib/sysusers.d/spotlog.conf",
      "share/bash-completion/completions/spotlog", "share/doc/spotlog/copyright",
      "share/doc/spotlog/licenses/swift/LICENSE.txt",
      "share/doc/spotlog/licenses/swift-crypto/NOTICE.txt",
      "share/fish/vendor_completions.d/spotlog.fish", "share/man/man1/spotlog-device-index.1.gz",
      "share/zsh/vendor-completions/_spotlog",
    ] {
      #expect(FileManager.default.fileExists(atPath: root.file("usr/\(file)")), "\(file)")
    }
    try Self.runQuickStart(in: root)
    try Self.expectNoLibraryOfSwift(in: root)
    guard geteuid() == 0 else { return }
    let removed = try Self.shell(
      #"dpkg --root="$1" --force-bad-path --log=/dev/null -P spotlog; find "$1" -path '*/usr/*'"#,
      [root.path])
    #expect(removed.status == 0)
    #expect(!removed.output.contains("/usr/"), "\(removed.output)")
  }

  /// The commands of the quick start that need no clone of the repository.
  private static func quickStart() throws -> [String] {
    try Page("README.md").blocks.filter { $0.heading == "Quick start" }.flatMap(\.lines)
      .map { $0.hasPrefix("$ ") ? String($0.dropFirst(2)) : $0 }
      .filter { $0.hasPrefix("spotlog ") || $0.hasPrefix("rm ") }
  }

  private static func runQuickStart(in root: TemporaryFolder) throws {
    let commands = try quickStart()
    #expect(commands.count > 2 && commands.contains { $0.hasPrefix("rm ") }, "\(commands)")
    let folder = try TemporaryFolder()
    let outcome = try shell(
      """
      cd "$1" && export PATH="$2/usr/bin:/usr/bin:/bin" && [[ $(command -v spotlog) == "$2"/* ]]
      \(commands.joined(separator: "\n"))
      spotlog journal verify phone
      spotlog simulate --devices 5 --days 2 --threshold 2
      """, [folder.path, root.path])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("Buy milk"), "\(outcome)")
  }

  /// Of a whole release: it has to run where Swift was never installed.
  private static func expectNoLibraryOfSwift(in root: TemporaryFolder) throws {
    guard given != nil else { return }
    let libraries = try shell(#"ldd "$1/usr/bin/spotlog""#, [root.path]).output
    #expect(libraries.contains("libc.so"))
    #expect(!libraries.contains("swift") && !libraries.contains("not found"), "\(libraries)")
  }

  @Test(.enabled(if: hasTools, "needs dpkg-dev and binutils"))
  func `depends on the packages whose libraries the program loads`() throws {
    let fields = try Self.shell(#"dpkg-deb --field "$1""#, [try Self.package()]).output
    for package in ["libc6", "libsqlite3-0", "libstdc++6", "zlib1g"] {
      #expect(fields.contains(package), "\(package) in \(fields)")
    }
    if Self.given != nil { #expect(fields.contains("libcurl4")) }
  }
}
