package import Foundation

/// The one shape of errors: a code to act on, a sentence for people, and what led to it.
///
/// Each target has one type of this shape and one seam, `translating`, where errors of the targets
/// below become its own. Two are equal where code and sentence are.
package protocol CodedError: LocalizedError, Hashable, CustomStringConvertible {
  associatedtype Code: Hashable, Sendable

  var code: Code { get }
  /// A sentence that names the thing and the next step.
  var message: String { get }
  /// The error of a lower layer that led to this one.
  var cause: (any Error)? { get }

  init(_ code: Code, _ message: String, cause: (any Error)?)
}

extension CodedError {
  public var description: String { message }
  /// `localizedDescription` is the sentence, and not the number of the code.
  public var errorDescription: String? { message }

  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.message == right.message
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
  }

  /// Runs `body`. An error of a lower layer becomes one with `code`, and is its cause; one of this
  /// kind stays as it is.
  ///
  /// - Parameter sentence: for where the cause's own sentence does not do.
  @discardableResult
  package static func translating<Value>(
    as code: Code, _ body: () throws -> Value, saying sentence: (any Error) -> String = { "\($0)" }
  ) throws(Self) -> Value {
    do {
      return try body()
    } catch let error as Self {
      throw error
    } catch {
      throw Self(code, sentence(error), cause: error)
    }
  }
}
