import JournalFormat
import TestSupport
import Testing

@Suite("The version") struct VersionTests {
  @Test func `is the same in the program, in the code and at the top of the list of changes`()
    throws
  {
    let changes = String(decoding: try Repository.bytes("CHANGELOG.md"), as: UTF8.self)
    let heading = try #require(changes.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(heading.dropFirst(3).prefix { $0 != " " } == SpotlogVersion.current)
    let printed = try Program.built.run(["--version"])
    #expect(printed.output == "spotlog \(SpotlogVersion.current)\n" && printed.status == 0)
  }
}
