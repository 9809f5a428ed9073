#if Server && canImport(Glibc)
  import Foundation
  import Loopback
  import TestSupport
  import Testing

  @Suite("A server on a full disk") struct ServerHealthTests {
    private typealias Line = [String: String]

    /// What the log says of the health, without the times.
    private func changes(_ server: RunningServer) -> [Line] {
      server.log.split(separator: "\n").compactMap { line in
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
        guard let line = object as? Line, line["message"] == "The health changed." else {
          return nil
        }
        return line
      }
    }

    private func enrol(_ seed: UInt64, _ server: RunningServer) throws -> Int {
      try server.ask(.sync("enrol", TestDevice(seed).enrolment)).status
    }

    @Test(.enabled(if: TinyDisk.canBeMade, TinyDisk.why), .timeLimit(.minutes(10)))
    func `says once why it takes no reports, and once that it does again`() throws {
      let (disk, folder) = (try #require(TinyDisk()), try TemporaryFolder())
      let server = try RunningServer([
        "--data": disk.folder.file("cloud"), "--witness": folder.file("witness"),
      ])
      try disk.fillUp()
      var seed: UInt64 = 1
      while try enrol(seed, server) == 200 { seed += 1 }
      // Many come, and it is looked after, before there is room.
      for _ in 0..<50 {
        #expect(try enrol(seed, server) == 503)
        Thread.sleep(forTimeInterval: 0.1)
      }
      #expect(try server.get("/v1/health").text.contains("\"degraded\""))
      try disk.makeRoom()
      while try enrol(seed, server) != 200 { Thread.sleep(forTimeInterval: 0.1) }
      #expect(try server.get("/v1/health").text.contains("\"ready\""))
      #expect(server.process.stop() == .exited(0))
      let lines = changes(server)
      #expect(lines.map { $0["before"] } == ["recovering", "ready", "degraded"])
      #expect(lines.map { $0["status"] } == ["ready", "degraded", "ready"])
      #expect(lines.map { $0["level"] } == ["notice", "warning", "notice"])
      let reasons = try #require(lines.first { $0["status"] == "degraded" }?["reasons"])
      #expect(reasons.hasPrefix("No reports are taken: the log cannot be written ("))
      #expect(lines.last?["ended"] == reasons)
    }
  }
#endif
