/// Evidence that a key signed a message: there is none that was not checked.
///
/// Checking a signature is the dearest part of taking a request and needs nothing but the request,
/// so it may be done before, on another thread, and this value handed on.
package struct ProvenSignature: Hashable, Sendable {
  fileprivate let key: PublicKey
  fileprivate let signature: Signature
  fileprivate let message: [UInt8]

  /// Nil when the key did not sign the message.
  package init?(_ signature: Signature, of message: [UInt8], by key: PublicKey) {
    guard SignatureVerifier(key).isValid(signature, of: message) else { return nil }
    self.key = key
    self.signature = signature
    self.message = message
  }
}

extension SignatureVerifier {
  /// - Parameter proven: saves the check if it is about the same key, message and signature.
  package func isValid(
    _ signature: Signature, of message: [UInt8], proven: ProvenSignature?
  ) -> Bool {
    if let proven, proven.key == key, proven.signature == signature, proven.message == message {
      return true
    }
    return isValid(signature, of: message)
  }
}
