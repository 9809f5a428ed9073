public import JournalFormat

/// The keys that a device takes for its cloud's, and how others join them.
///
/// Pure. The first keys come from outside: pinned as somebody gave them, or as they were found.
public struct CloudTrust: Hashable, Sendable {
  /// In the order in which they came to be trusted, each once.
  public let keys: [PublicKey]

  /// - Parameter keys: the keys to believe; repetitions are left out.
  public init(_ keys: [PublicKey]) {
    var known: Set<PublicKey> = []
    self.keys = keys.filter { known.insert($0).inserted }
  }

  /// These keys, and those of the document that they endorse, directly or by others.
  ///
  /// A key that has endorsed a trusted one is an older one: it is neither believed nor a reason to
  /// refuse. Any other key is such a reason. The document is trustworthy once this did not
  /// throw: the first of its keys has then signed the identity, and is believed.
  ///
  /// - Throws: `TransportError.Code.otherDeployment` when the document names no trusted key, or one
  ///   that nothing connects with them; `notSigned` when its identity is not signed, or otherwise
  ///   than it came.
  public func following(_ document: DeploymentDocument) throws(TransportError) -> CloudTrust {
    let valid = document.endorsements.filter(\.isValid)
    let believed = Self.reached(from: keys) { key in
      valid.filter { $0.endorser == key }.map(\.key)
    }
    guard document.keys.contains(where: believed.contains) else {
      throw Self.refusal(
        "The server names no key that is trusted here, or that a trusted key endorsed.")
    }
    let older = Self.reached(from: keys) { key in
      valid.filter { $0.key == key }.map(\.endorser)
    }
    if let stranger = document.keys.first(where: { !believed.contains($0) && !older.contains($0) })
    {
      throw Self.refusal("The server names the key \(stranger), which no trusted key endorsed.")
    }
    try Self.checkSignature(document, believing: believed)
    return CloudTrust(keys + document.keys.filter(believed.contains))
  }

  private static func checkSignature(
    _ document: DeploymentDocument, believing believed: Set<PublicKey>
  ) throws(TransportError) {
    guard let signature = document.signature else {
      throw TransportError(
        .notSigned,
        "The server does not sign what it says of its deployment, and a wrong salt would have "
          + "this device count for nobody. It is older than this program, or something on the way "
          + "took the signature out. Have its operator update it, or sync over another network.")
    }
    guard let signer = document.keys.first, believed.contains(signer),
      document.identity.isSigned(signature, by: SignatureVerifier(signer))
    else {
      throw TransportError(
        .notSigned,
        "What the server says of its deployment is not as a trusted key signed it: something on "
          + "the way changed it, its salt for example. Sync over another network, with https; if "
          + "it stays so, ask the server's operator.")
    }
  }

  /// Every key that can be come to, a loop or not.
  private static func reached(
    from keys: [PublicKey], next: (PublicKey) -> [PublicKey]
  ) -> Set<PublicKey> {
    var reached = Set(keys)
    var open = keys
    while let key = open.popLast() {
      for other in next(key) where reached.insert(other).inserted { open.append(other) }
    }
    return reached
  }

  private static func refusal(_ what: String) -> TransportError {
    TransportError(
      .otherDeployment,
      what + " It is another deployment, or it lost its keys. Check the address; if its operator "
        + "confirms a new key, name it with --cloud-key.")
  }
}
