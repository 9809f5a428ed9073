package import JournalFormat

/// The cloud's signature under one answer: it binds what the answer says to the request that it
/// answers, so that an answer to an older or to somebody else's request proves nothing.
package struct AnswerSignature: Hashable, Sendable {
  package var keyIdentifier: UInt64
  package var signature: Signature

  package init(keyIdentifier: UInt64, signature: Signature) {
    self.keyIdentifier = keyIdentifier
    self.signature = signature
  }

  static let byteCount = 8 + Signature.byteCount

  fileprivate var bytes: [UInt8] {
    var writer = ByteWriter(capacity: Self.byteCount)
    writer.bigEndian(keyIdentifier)
    return writer.bytes + signature.bytes
  }

  /// As a refusal has it over HTTP: 144 hexadecimal digits.
  package var hex: String { bytes.hex }

  /// Nil when it is not a signature.
  package init?(hex: String) {
    guard let bytes = [UInt8](hex: hex), bytes.count == Self.byteCount,
      let signature = Signature(bytes: Array(bytes[8...]))
    else { return nil }
    self.init(
      keyIdentifier: bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }, signature: signature)
  }
}

extension SyncResponse {
  /// Nil where nobody signed the answer.
  package internal(set) var signature: AnswerSignature? {
    get {
      if case .refused(let refusal) = self { refusal.signature } else { news?.signature }
    }
    set {
      switch self {
      case .enrolled: break
      case .opened(let verdict, let news): self = .opened(verdict, news.with(newValue))
      case .received(let receipt, let news): self = .received(receipt, news.with(newValue))
      case .notReceived(let verdict, let news): self = .notReceived(verdict, news.with(newValue))
      case .news(let news): self = .news(news.with(newValue))
      case .granted(let grant, let root, let withdrawn, let endorsed, let news):
        self = .granted(
          grant, root: root, withdrawn: withdrawn, endorsed: endorsed, news.with(newValue))
      case .refused(var refusal):
        refusal.signature = newValue
        self = .refused(refusal)
      }
    }
  }

  /// Whether a device acts on more of the answer than it proves by a grant or a receipt of its own,
  /// so that the cloud signs it.
  package var needsSignature: Bool {
    switch self {
    case .opened, .notReceived, .news, .granted: true
    case .enrolled: false
    case .received(_, let news): !news.wanted.isEmpty
    case .refused(let refusal): refusal.needsSignature
    }
  }

  /// What is signed. A refusal crosses HTTP in other words, so of it only what a device acts on is.
  private func message(to request: Digest) -> [UInt8] {
    var unsigned = self
    unsigned.signature = nil
    if case .refused(let refusal) = unsigned {
      unsigned = .refused(Refusal(refusal.code, "", cloudTime: refusal.cloudTime))
    }
    return Array("spotlog answer 1".utf8) + request.bytes + unsigned.bytes
  }

  /// The answer with the cloud's signature over it and over the request that it answers.
  ///
  /// - Parameter request: SHA-256 of the request's bytes.
  package func signed(by key: SigningKey, to request: Digest) -> SyncResponse {
    var signed = self
    signed.signature = AnswerSignature(
      keyIdentifier: key.publicKey.identifier, signature: key.sign(message(to: request)))
    return signed
  }

  /// - Parameter request: SHA-256 of the request's bytes.
  package func isSigned(by verifier: SignatureVerifier, to request: Digest) -> Bool {
    guard let signature, signature.keyIdentifier == verifier.key.identifier else { return false }
    return verifier.isValid(signature.signature, of: message(to: request))
  }
}

extension CloudNews {
  fileprivate func with(_ signature: AnswerSignature?) -> CloudNews {
    var news = self
    news.signature = signature
    return news
  }
}

extension Refusal {
  /// Whether a device changes more than its next attempt because of the refusal.
  package var needsSignature: Bool {
    switch code {
    case .tooLarge, .notAllowed, .stale: true
    case .retryLater, .malformed: false
    }
  }
}

extension ByteWriter {
  mutating func signature(_ signature: AnswerSignature?) {
    block(signature?.bytes ?? [])
  }
}

extension ByteReader {
  mutating func answerSignature() throws(FormatError) -> AnswerSignature? {
    let byteCount = Int(try integer(UInt32.self))
    guard byteCount > 0 else { return nil }
    guard byteCount == AnswerSignature.byteCount else {
      throw malformed(
        "a signature of \(byteCount) bytes; with its key's identifier it has "
          + "\(AnswerSignature.byteCount)")
    }
    return AnswerSignature(
      keyIdentifier: try bigEndian(UInt64.self), signature: try signature())
  }
}
