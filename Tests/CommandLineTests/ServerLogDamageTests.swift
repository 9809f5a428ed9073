#if Server
  import Foundation
  import Loopback
  import SQLite
  import TestSupport
  import Testing

  /// Projections that are whole hide a log that is not: a start goes by the projections.
  @Suite("A server whose log is damaged") struct ServerLogDamageTests {
    @Test func `says so soon after its start, and backs nothing up over what is whole`() throws {
      let backups: [String: String?] = ["--backup-interval": "1"]
      let first = try RunningServer(backups)
      for seed in 1...3 as ClosedRange<UInt64> { _ = try first.device(seed) }
      #expect(first.process.stop() == .exited(0))
      let journal = first.folder.file("cloud/cloud.journal")
      do {
        let file = try Connection(path: journal, mode: .readWrite)
        try file.execute("UPDATE entries SET payload = zeroblob(9) WHERE number = 2")
      }
      let refused = try Program.built.run(["journal", "verify", journal])
      #expect(refused.status == 1)
      let server = try first.again(backups)
      var health = ""
      for _ in 0..<100 where !health.contains("degraded") {
        Thread.sleep(forTimeInterval: 0.1)
        health = try server.get("/v1/health").text
      }
      #expect(
        health.contains("The log is damaged: Entry 2 is not what the chain says"), "\(health)")
      #expect(health.contains("No backup is made"))
      // What is wanted of it continues.
      #expect(try server.ask(.sync("enrol", TestDevice(4).enrolment)).status == 200)
      #expect(server.process.stop() == .exited(0))
      #expect(server.log.contains("The log is damaged"))
    }
  }
#endif
