/// What a query gives, one by one. The device is asked at the first call of `next`.
public struct QuerySequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = DeviceError
  /// The elements of a step, from step 0 on; nil: that was all.
  typealias Steps = @Sendable (Int) async throws(DeviceError) -> [Element]?

  private let elements: Steps

  init(_ elements: @escaping Steps) { self.elements = elements }

  public func makeAsyncIterator() -> Iterator { Iterator(elements: elements) }

  /// Asks when the elements of the last step are given.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let elements: Steps
    private var step = 0
    private var left: ArraySlice<Element>? = []

    fileprivate init(elements: @escaping Steps) { self.elements = elements }

    public mutating func next() async throws(DeviceError) -> Element? {
      try await next(isolation: nil)
    }

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(DeviceError) -> Element? {
      while let found = left {
        try DeviceError.checkCancellation()
        if !found.isEmpty { return left?.popFirst() }
        step += 1
        left = try await elements(step - 1)?[...]
      }
      return nil
    }
  }
}
