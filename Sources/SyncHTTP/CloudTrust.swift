public import JournalFormat

/// The keys that a device takes for its cloud's, and how others join them.
///
/// Pure. The first keys come from outside: pinned as somebody gave them, or as they were found.
public struct CloudTrust: Hashable, Sendable {
  /// In the order in which they came to be trusted, each once.
  public let keys: [PublicKey]

  public init(_ keys: [PublicKey]) {
    var known: Set<PublicKey> = []
    self.keys = keys.filter { known.insert($0).inserted }
  }

  /// These keys, and those of the document that they endorse, directly or by others.
  ///
  /// A key that has endorsed a trusted one is an older one: it is neither believed nor a reason to
  /// refuse. Any other key is such a reason.
  ///
  /// - Throws: `TransportError.Code.otherDeployment` when the document names no trusted key, or one
  ///   that nothing connects with them.
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
    return CloudTrust(keys + document.keys.filter(believed.contains))
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
