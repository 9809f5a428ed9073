#if Server
  import Foundation
  import JournalFormat
  import LoadGenerator
  import Loopback
  import Sync
  import TestSupport
  import Testing

  /// A hook that only honest devices get an answer of, and a hundred others that ask at once.
  @Suite("A server whose attestation hook is under load") struct ServerHookTests {
    /// What the hook does for everybody else.
    enum Trouble: String, CaseIterable {
      case isSlow = "sleep 1; exit 2"
      case crashes = "kill -SEGV $$"
      case floodsItsOutput = "head -c 200000000 /dev/zero; exit 2"
      case floodsItsErrors = "head -c 1000000 /dev/zero >&2; exit 2"
    }

    private static let strangerCount = 100
    private static let honest = LoopbackAddress.Client.other(200)
    private let hooks: TemporaryFolder

    init() throws { hooks = try TemporaryFolder() }

    private func server(_ trouble: Trouble) throws -> RunningServer {
      let path = hooks.file("hook")
      // Its environment has no PATH.
      let script =
        "#!/bin/sh\nPATH=/usr/bin:/bin\ntest \"$(cat)\" = honest && exit 0\n\(trouble.rawValue)\n"
      try Data(script.utf8).write(to: URL(fileURLWithPath: path + ".text"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: path + ".text")
      // Another process writes it: a file that any process of these tests may write is not run.
      #expect(try Program(path: "/bin/cp").run(["-p", path + ".text", path]).status == 0)
      return try RunningServer(["--admission": "attestation", "--attestation-hook": path])
    }

    private func enrolment(_ device: TestDevice, _ attestation: String) -> RawRequest {
      .sync(
        .enrol(
          EnrolRequest(
            lineage: device.lineage, attestation: Array(attestation.utf8), key: device.key)))
    }

    private func enrolled(_ seed: UInt64, _ server: RunningServer) throws -> TestDevice {
      var device = TestDevice(seed)
      let answer = try server.ask(enrolment(device, "honest"), from: Self.honest)
      guard answer.status == 200,
        case .enrolled(let grant, _) = try SyncResponse(bytes: answer.body)
      else { throw ServerAnswer(answer) }
      device.begin(with: grant)
      return device
    }

    @Test(.crowd, arguments: Trouble.allCases)
    func `takes the reports of a device that it knows beside a hundred enrolments`(
      trouble: Trouble
    ) throws {
      let server = try server(trouble)
      var device = try enrolled(1, server)
      let strangers = try (0..<Self.strangerCount).map { place in
        let stranger = try server.connect(from: .other(UInt8(place % 50 + 2)))
        try stranger.send(enrolment(TestDevice(UInt64(1_000 + place)), "stranger"))
        return stranger
      }
      for number in 1...20 {
        device.add(
          .engaged(
            Report.Engaged(
              tag: Sample.tag, content: Sample.item.digest,
              origin: Origin(rawValue: UInt64(number)), isCarried: false)))
        let start = Date()
        let answer = try server.ask(
          .sync("append", try device.request(number, number)), from: Self.honest)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(Date().timeIntervalSince(start) < 2)
      }
      // None was admitted, and none was told that it never will be.
      for stranger in strangers { #expect(try stranger.receive().status == 503) }
      let status = try server.status()
      #expect(status.lineages == 1 && status.reports == 20)
      if let memory = ProcessFigures(of: server.process.processID).peakMemoryMiB {
        #expect(memory < 300)
      }
      _ = try enrolled(2, server)
      #expect(server.process.stop() == .exited(0))
    }
  }
#endif
