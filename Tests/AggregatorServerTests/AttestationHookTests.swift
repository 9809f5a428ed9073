#if Server
  import Foundation
  import HTTPTypes
  import JournalFormat
  import Logging
  import Sync
  import Synchronization
  import TestSupport
  import Testing

  @testable import AggregatorServer

  /// Programs of a few lines that look at an attestation.
  @Suite("A hook that looks at attestations") struct AttestationHookTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func hook(_ script: String, timeoutSeconds: Double = 600) throws -> AttestationHook {
      AttestationHook(
        program: try folder.program(script, "hook"), timeoutSeconds: timeoutSeconds)
    }

    private func enrolment(_ attestation: [UInt8] = Array("attestation".utf8)) -> EnrolRequest {
      EnrolRequest(lineage: Sample.lineageKey, attestation: attestation, key: Sample.deviceKey)
    }

    /// What a device is told; nil: it is or is not believed.
    private func problem(
      _ hook: AttestationHook, _ attestation: [UInt8] = []
    ) async -> EdgeProblem? {
      do throws(EdgeProblem) {
        _ = try await hook.isBelieved(enrolment(attestation))
        return nil
      } catch {
        return error
      }
    }

    @Test func `admits with 0 and does not with 1`() async throws {
      #expect(try await hook("exit 0").isBelieved(enrolment()) == true)
      #expect(try await hook("exit 1").isBelieved(enrolment()) == false)
    }

    /// Its own trouble is no answer: a device that is genuine comes again.
    @Test(arguments: [
      "exit 2", "exit 127", "exit 255", "exit 3", "kill -9 $$", "kill -TERM $$",
      "kill -SEGV $$", "no-such-command-at-all", "(",
    ])
    func `says neither in any other way`(script: String) async throws {
      let found = try await problem(hook(script))
      #expect(found?.kind == .retryLater)
      #expect(found?.headers[.retryAfter] == "30")
      #expect(found?.detail.contains(folder.path) == false)
    }

    @Test(arguments: ["none", "file", "."])
    func `that cannot be run is trouble of its own`(name: String) async throws {
      try folder.write("#!/bin/sh\nexit 0\n", to: "file", permissions: 0o600)
      let found = await problem(AttestationHook(program: folder.file(name)))
      #expect(found?.kind == .retryLater)
    }

    @Test func `that was removed is trouble until it is back`() async throws {
      let hook = try hook("exit 0")
      try FileManager.default.removeItem(atPath: folder.file("hook"))
      #expect(await problem(hook)?.kind == .retryLater)
      _ = try self.hook("exit 0")
      #expect(try await hook.isBelieved(enrolment()) == true)
    }

    @Test(arguments: [0, 1, 11, EnrolRequest.attestationByteCountMax])
    func `gets all of the attestation, its end, and the key`(count: Int) async throws {
      let attestation = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
      let hook = try hook(
        """
        cat > '\(folder.file("seen"))'
        echo "$SPOTLOG_DEVICE_KEY" > '\(folder.file("key"))'
        """)
      #expect(try await hook.isBelieved(enrolment(attestation)) == true)
      let seen = FileManager.default.contents(atPath: folder.file("seen"))
      #expect(seen.map { [UInt8]($0) } == attestation)
      let key = FileManager.default.contents(atPath: folder.file("key")) ?? Data()
      #expect(
        String(decoding: key, as: UTF8.self) == Sample.deviceKey.publicKey.description + "\n")
    }

    /// Writing to a program that does not read, or is gone, would wait or end the server.
    @Test(arguments: ["exit 0", "exec 0<&-; exit 0", "sleep 0.2; exit 0", "head -c 1; exit 0"])
    func `need not read`(script: String) async throws {
      let most = [UInt8](repeating: 7, count: EnrolRequest.attestationByteCountMax)
      for _ in 0..<5 { #expect(try await hook(script).isBelieved(enrolment(most)) == true) }
    }

    /// Rows of a script and what the log has of its standard error.
    @Test(arguments: [
      ("echo why >&2; exit 1", "why", 4, false),
      ("printf '\\n\\r\\n' >&2; exit 1", "", 3, false),
      ("printf 'a\\033[2Jb' >&2; exit 1", "a\u{1B}[2Jb", 6, false),
      (
        "for n in 1 2 3 4 5 6 7 8 9 10 11 12; do echo $n >&2; done; exit 1",
        "1\n2\n3\n4\n5\n6\n7\n8\n9\n10", 27, true
      ),
      (
        "printf '%300000s' x >&2; exit 1",
        String(repeating: " ", count: HookComplaint.byteCountMax), 300_000, true
      ),
      ("echo late >&2; kill -9 $$", "late", 5, false),
    ])
    func `has the beginning of its standard error in one line of the log`(
      script: String, text: String, byteCount: Int, isCut: Bool
    ) async throws {
      let lines = LinesOfLog()
      let logger = Logger(label: "a") { _ in lines }
      _ = try? await hook(script).isBelieved(enrolment(), logger: logger)
      let found = lines.all
      #expect(found.count == 1)
      #expect(found.first?.metadata?["text"] == "\(text)")
      #expect(found.first?.metadata?["bytes"] == "\(byteCount)")
      #expect(found.first?.metadata?["cut"] == "\(isCut)")
      let line = found.first.map { EdgeLog(label: "a").line(of: $0) } ?? []
      #expect(line.count { $0 < 0x20 } == 1, "only the line's own end")
    }

    @Test func `that writes nothing to its standard error has no line in the log`() async throws {
      let lines = LinesOfLog()
      let logger = Logger(label: "a") { _ in lines }
      #expect(try await hook("echo out").isBelieved(enrolment(), logger: logger) == true)
      #expect(lines.all.isEmpty)
    }

    @Test func `may write as much as it likes`() async throws {
      for script in ["head -c 300000 /dev/zero", "head -c 300000 /dev/zero >&2"] {
        #expect(try await hook(script + "; exit 1").isBelieved(enrolment()) == false)
      }
    }

    /// Also when what continues is another program, that the first one started.
    /// What is not ended by force admits the device by and by.
    @Test(
      .timeLimit(.minutes(30)),
      arguments: [
        "sleep 3600", "sleep 3600 & wait", "trap '' TERM; sleep 3600; sleep 3600",
        "while :; do :; done",
      ])
    func `has its time and not more`(script: String) async throws {
      #expect(try await problem(hook(script, timeoutSeconds: 0.3))?.kind == .retryLater)
    }

    @Test func `is heard at once though something continues behind it`() async throws {
      let file = folder.file("child")
      let hook = try hook("sleep 3600 & echo $! > '\(file)'; exit 1")
      #expect(try await hook.isBelieved(enrolment()) == false)
      let child = try String(contentsOfFile: file, encoding: .utf8)
      #expect(kill(try #require(pid_t(child.dropLast())), SIGKILL) == 0, "it still continues")
    }

    @Test func `runs a few at a time, and the others come again`() async throws {
      let gate = folder.file("gate")
      let hook = try hook("while test ! -e '\(gate)'; do sleep 0.02; done; exit 0")
      let most = AttestationHook.runningCountMax
      let problems = await withTaskGroup(of: EdgeProblem?.self) { group in
        for _ in 0..<(most + 5) { group.addTask { await problem(hook) } }
        var found: [EdgeProblem?] = []
        for await problem in group {
          found.append(problem)
          // All that are too many were told; those that run may end.
          if found.count == 5 { _ = try? folder.write("", to: "gate") }
        }
        return found
      }
      #expect(problems.prefix(5).allSatisfy { $0?.headers[.retryAfter] == "2" })
      #expect(problems.dropFirst(5).allSatisfy { $0 == nil })
      #expect(problems.count == most + 5)
      #expect(await problem(hook) == nil, "there is room again")
    }

    #if os(Linux)
      /// Connections of other devices among them, or a file that is being written.
      @Test func `inherits no open file`() async throws {
        // A number that no shell takes for itself.
        let opened = open("/dev/null", O_RDONLY)
        let number = fcntl(opened, F_DUPFD, 300)
        close(opened)
        defer { close(number) }
        let hook = try hook("test -e /proc/self/fd/2 && test ! -e /proc/self/fd/\(number)")
        #expect(try await hook.isBelieved(enrolment()) == true)
      }

      /// Other tests open files meanwhile, so a few more are no leak.
      @Test func `leaves no file open and no process behind`() async throws {
        func openCount() throws -> Int {
          try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        let before = try openCount()
        for script in ["exit 0", "exit 1", "exit 2", "kill -9 $$"] {
          let hook = try hook("echo $$ >> '\(folder.file("processes"))'; " + script)
          for _ in 0..<15 { _ = await problem(hook, [1, 2, 3]) }
        }
        for _ in 0..<15 { _ = await problem(AttestationHook(program: folder.file("none"))) }
        #expect(try openCount() < before + 50)
        let processes = FileManager.default.contents(atPath: folder.file("processes")) ?? Data()
        let identifiers = String(decoding: processes, as: UTF8.self).split(separator: "\n")
        #expect(identifiers.count == 60)
        for identifier in identifiers {
          // A child of ours that nobody waited for would still be there.
          let status = try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
          #expect(status?.contains("(hook) Z \(getpid()) ") != true)
        }
      }
    #endif
  }

  /// Remembers what is logged.
  private final class LinesOfLog: LogHandler {
    private let lines = Mutex<[LogEvent]>([])

    var all: [LogEvent] { lines.withLock { $0 } }
    var logLevel: Logger.Level {
      get { .trace }
      set {}
    }
    var metadata: Logger.Metadata {
      get { [:] }
      set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { nil }
      set {}
    }

    func log(event: LogEvent) { lines.withLock { $0.append(event) } }
  }
#endif
