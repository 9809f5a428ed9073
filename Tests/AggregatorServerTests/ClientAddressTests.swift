#if Server
  import HTTPTypes
  import Testing

  @testable import AggregatorServer

  @Suite("The address that a request counts for") struct ClientAddressTests {
    private func name(
      _ peer: String?, _ forwarded: [String] = [], trusting proxies: [String] = []
    ) throws -> String {
      var headers = HTTPFields()
      for value in forwarded {
        headers.append(HTTPField(name: HTTPField.Name("X-Forwarded-For")!, value: value))
      }
      return ClientAddress(trustedProxies: try proxies.map { try #require(NetworkBlock($0)) }).name(
        of: EdgeWorld.request(headers: headers), try EdgeWorld.context(peer: peer))
    }

    @Test(
      arguments: [
        (nil, "local"), ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "20:1:d:b8:0:1:0:2/64"), ("::1", "0:0:0:0:0:0:0:0/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"), ("::fffe:192.0.2.7", "0:0:0:0:0:0:0:0/64"),
        ("64:ff9b::192.0.2.7", "0:64:ff:9b:0:0:0:0/64"),
      ] as [(String?, String)])
    func `is the peer's`(peer: String?, expected: String) throws {
      #expect(try name(peer) == expected)
    }

    @Test func `is one for a network that is one person's`() throws {
      let one = try name("2001:db8:1:2::1")
      #expect(try name("2001:db8:1:2:ffff:ffff:ffff:ffff") == one)
      #expect(try name("2001:db8:1:3::1") != one)
      // No number of digits brings two networks together.
      #expect(try name("2001:db8:10:2::1") != name("2001:db8:1:2::1"))
      #expect(try name("1:100::1") != name("1:1000::1"))
      #expect(try name("101::1") != name("1:100::1"))
    }

    @Test(arguments: ["198.51.100.1", "10.0.0.1, 198.51.100.1", "", "garbage"])
    func `is not what a peer says that nobody trusts`(forwarded: String) throws {
      #expect(try name("192.0.2.7", [forwarded]) == "192.0.2.7")
      #expect(try name("192.0.2.7", [forwarded], trusting: ["10.0.0.1"]) == "192.0.2.7")
      #expect(try name(nil, [forwarded], trusting: ["10.0.0.1"]) == "local")
    }

    /// Of whom the proxy 10.0.0.1 says that it heard these.
    @Test(arguments: [
      (["198.51.100.1"], "198.51.100.1"),
      // What stands on the left may be of the client's own making.
      (["203.0.113.9, 198.51.100.1"], "198.51.100.1"),
      (["10.0.0.1, 198.51.100.1"], "198.51.100.1"),
      (["127.0.0.1", "198.51.100.1"], "198.51.100.1"),
      (["a, b, <script>, 198.51.100.1"], "198.51.100.1"),
      // Further proxies of ours.
      (["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
      (["203.0.113.9, 198.51.100.1, 10.0.0.2, 10.0.0.1"], "198.51.100.1"),
      (["203.0.113.9", "198.51.100.1 ,\t10.0.0.2 "], "198.51.100.1"),
      (["198.51.100.1,10.0.0.2,::ffff:10.0.0.1"], "198.51.100.1"),
      // None in front of them is known.
      ([], "10.0.0.1"), ([""], "10.0.0.1"), ([","], "10.0.0.1"), (["10.0.0.2"], "10.0.0.1"),
      (["garbage"], "unknown"), (["198.51.100.1, "], "198.51.100.1"),
      (["198.51.100.1, ,10.0.0.2"], "unknown"), (["198.51.100.1:80"], "198.51.100.1"),
      (["198.51.100"], "unknown"), (["0x7f.1"], "unknown"), (["1.2.3.4.5"], "unknown"),
      (["2001:db8::1"], "20:1:d:b8:0:0:0:0/64"), (["[2001:db8::1]"], "20:1:d:b8:0:0:0:0/64"),
      // Some proxies say the port as well.
      (["198.51.100.1:65535"], "198.51.100.1"), (["198.51.100.1:65536"], "unknown"),
      (["198.51.100.1:"], "unknown"), (["198.51.100.1:x"], "unknown"), ([":80"], "unknown"),
      (["198.51.100.1:+80"], "unknown"), (["198.51.100.1:80:80"], "unknown"),
      (["[2001:db8::1]:80"], "20:1:d:b8:0:0:0:0/64"), (["[2001:db8::1]:"], "unknown"),
      (["[2001:db8::1"], "unknown"), (["[2001:db8::1]80"], "unknown"), (["[]:80"], "unknown"),
      (["[198.51.100.1]:80"], "unknown"), (["2001:db8::1:80"], "20:1:d:b8:0:0:0:0/64"),
      (["198.51.100.1:80, 10.0.0.2:4711"], "198.51.100.1"),
      (["198.51.100.1, [::ffff:10.0.0.2]:4711"], "198.51.100.1"),
      (["fe80::1%eth0"], "unknown"), (["::ffff:198.51.100.1"], "198.51.100.1"),
    ])
    func `is what a trusted proxy says that it heard`(
      forwarded: [String], expected: String
    ) throws {
      let proxies = ["10.0.0.1", "10.0.0.2"]
      #expect(try name("10.0.0.1", forwarded, trusting: proxies) == expected)
      #expect(try name("::ffff:10.0.0.1", forwarded, trusting: proxies) == expected)
    }

    @Test(arguments: ["2001:db8::a", "2001:DB8:0:0::A", "2001:0db8:0000::000a"])
    func `knows a proxy in any spelling`(spelling: String) throws {
      #expect(
        try name("2001:db8::a", ["198.51.100.1"], trusting: [spelling]) == "198.51.100.1")
      // Its neighbours are others, though they count as one network.
      #expect(
        try name("2001:db8::b", ["198.51.100.1"], trusting: [spelling]) == "20:1:d:b8:0:0:0:0/64")
    }

    /// Beside a proxy there may be others that nobody knows one by one.
    @Test func `knows a proxy by its block`() throws {
      let proxies = ["10.0.0.0/8", "fd00::/8"]
      #expect(try name("10.1.2.3", ["198.51.100.1"], trusting: proxies) == "198.51.100.1")
      #expect(try name("fd12::7", ["198.51.100.1"], trusting: proxies) == "198.51.100.1")
      #expect(
        try name("::ffff:10.1.2.3", ["198.51.100.1, fd00::9, 10.9.9.9"], trusting: proxies)
          == "198.51.100.1")
      #expect(try name("11.0.0.1", ["198.51.100.1"], trusting: proxies) == "11.0.0.1")
    }

    @Test(arguments: 0...20) func `is as short however long the header is`(power: Int) throws {
      let header = String(repeating: "1.2.3.4,", count: 1 << (power / 2)) + "198.51.100.1"
      #expect(try name("10.0.0.1", [header], trusting: ["10.0.0.1"]) == "198.51.100.1")
      let junk = String(repeating: "x", count: 1 << power)
      #expect(try name("10.0.0.1", [junk], trusting: ["10.0.0.1"]) == "unknown")
    }
  }
#endif
