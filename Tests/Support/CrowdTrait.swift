package import Testing

/// Has tests that hold hundreds of connections run one after another.
///
/// Foundation reads the list of open files when it starts a program, and crashes with about 1,365:
/// it copies a directory entry beyond the end of its buffer. Several crowds would be as many.
package struct CrowdTrait: TestTrait, TestScoping {
  private actor Place {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
      if !isTaken {
        isTaken = true
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }

    /// The next one has it, if anybody waits.
    func leave() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }

  private static let place = Place()

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.place.take()
    let result: Result<Void, any Error>
    do { result = .success(try await function()) } catch { result = .failure(error) }
    await Self.place.leave()
    try result.get()
  }
}

extension Trait where Self == CrowdTrait {
  package static var crowd: Self { CrowdTrait() }
}
