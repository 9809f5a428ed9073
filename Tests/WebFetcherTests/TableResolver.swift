#if Server
  import WebAddress
  import WebFetch
  import WebFetcher

  /// Knows the addresses of hosts from a table.
  struct TableResolver: HostResolver {
    var table: [String: [String]] = [:]

    func addresses(of name: String) throws(FetchProblem) -> [AddressBlock.Address] {
      guard let addresses = table[name] else { throw .noSuchHost(name) }
      return addresses.compactMap { WebHost($0)?.address }
    }
  }
#endif
