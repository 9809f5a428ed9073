#if Server
  import Foundation
  import HTTPTypes
  import JournalFormat
  import Sync
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

    @Test func `may write as much as it likes`() async throws {
      let script = "head -c 300000 /dev/zero; exit 1"
      #expect(try await hook(script).isBelieved(enrolment()) == false)
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
#endif
