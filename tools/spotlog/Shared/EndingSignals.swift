import Foundation

/// What this process makes of signals while there is something that must not outlive it.
enum EndingSignals {
  /// What asks it to end.
  private static let endings = [SIGINT, SIGTERM, SIGHUP]

  /// Runs `body`. A signal that ends this process meanwhile has `cleanUp` remove what `body` made;
  /// writing to a child that has ended is an error like others. Afterwards signals mean what they
  /// meant before.
  ///
  /// - Parameter cleanUp: holds what `body` needs to continue, and ends with the call that it is
  ///   given, which ends the process.
  static func watched<Value>(
    cleaningUp cleanUp: @escaping @Sendable (_ end: () -> Void) -> Void,
    _ body: () throws -> Value
  ) rethrows -> Value {
    let restorePipe = handle(SIGPIPE)
    defer { restorePipe?() }
    let restores = endings.compactMap { watch($0, cleanUp) }
    defer { for restore in restores { restore() } }
    return try body()
  }

  /// - Returns: what undoes it; nil where the parent process has the signal ignored.
  private static func watch(
    _ number: Int32, _ cleanUp: @escaping @Sendable (_ end: () -> Void) -> Void
  ) -> (() -> Void)? {
    guard let restore = handle(number) else { return nil }
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    let (isWatched, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    source.setRegistrationHandler { isWatched.signal() }
    source.setEventHandler { cleanUp { _exit(128 + number) } }
    source.setCancelHandler { isOver.signal() }
    source.resume()
    // Before that, a signal would end nothing.
    isWatched.wait()
    return {
      source.cancel()
      isOver.wait()
      restore()
    }
  }

  /// A handler that does nothing: what is ignored stays so in children, what is handled does not.
  private static func handle(_ number: Int32) -> (() -> Void)? {
    let former = signal(number) { _ in }
    if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(number, SIG_IGN)
      return nil
    }
    return { signal(number, former) }
  }
}
