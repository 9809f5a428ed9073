internal import Synchronization

/// The signatures that one process made lately: anyone who makes a signature knows that it is
/// valid.
///
/// For simulations, where both sides of a conversation are in one process and checking what was
/// just signed would be a sixth of the work. A signature that is not in here, or is of another key
/// or over other bytes, is checked as ever.
package final class SignatureMemory: Sendable {
  private struct Made {
    let key: PublicKey
    let message: [UInt8]
  }

  private struct State {
    var made: [Signature: Made] = [:]
    /// In the order of making; those before `next` are forgotten.
    var order: [Signature] = []
    var next = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// - Parameter capacity: signatures that are kept, at least 1. What is forgotten is checked.
  package init(capacity: Int = 16_384) { self.capacity = capacity }

  package var count: Int { state.withLock { $0.made.count } }

  package func made(_ signature: Signature, of message: [UInt8], by key: PublicKey) {
    state.withLock { state in
      if state.made.updateValue(Made(key: key, message: message), forKey: signature) != nil {
        return
      }
      guard state.order.count == capacity else { return state.order.append(signature) }
      state.made[state.order[state.next]] = nil
      state.order[state.next] = signature
      state.next = (state.next + 1) % capacity
    }
  }

  func knows(_ signature: Signature, of message: [UInt8], by key: PublicKey) -> Bool {
    state.withLock { state in
      guard let made = state.made[signature] else { return false }
      return made.key == key && made.message == message
    }
  }
}
