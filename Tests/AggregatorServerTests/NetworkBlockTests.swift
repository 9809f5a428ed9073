#if Server
  import Testing

  @testable import AggregatorServer

  @Suite("A block of addresses") struct NetworkBlockTests {
    /// The first and the last address of a block, and those beside them.
    @Test(
      arguments: [
        ("10.0.0.1", ["10.0.0.1", "::ffff:10.0.0.1"], ["10.0.0.0", "10.0.0.2", "::1"]),
        ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["9.255.255.255", "11.0.0.0"]),
        ("192.0.2.128/25", ["192.0.2.128", "192.0.2.255"], ["192.0.2.127", "192.0.3.0"]),
        ("192.0.2.4/31", ["192.0.2.4", "192.0.2.5"], ["192.0.2.3", "192.0.2.6"]),
        ("192.0.2.4/32", ["192.0.2.4"], ["192.0.2.3", "192.0.2.5"]),
        ("128.0.0.0/1", ["128.0.0.0", "255.255.255.255"], ["127.255.255.255", "ff00::"]),
        ("0.0.0.0/0", ["0.0.0.0", "255.255.255.255", "::ffff:1.2.3.4"], ["::", "1::"]),
        ("::/0", ["::", "ffff::1"], ["1.2.3.4", "::ffff:1.2.3.4"]),
        ("fd00::/8", ["fd00::", "fdff:ffff::1"], ["fcff::", "fe00::", "253.0.0.0"]),
        ("2001:db8::/33", ["2001:db8:7fff::"], ["2001:db8:8000::", "2001:db9::"]),
        ("::1/128", ["::1"], ["::", "::2"]),
        // In IPv6's clothes.
        ("::ffff:10.0.0.0/104", ["10.0.0.0", "::ffff:10.255.0.0"], ["11.0.0.0", "::a00:0"]),
        ("::ffff:0:0/96", ["1.2.3.4"], ["::1"]),
        ("::fffe:0:0/95", ["::fffe:1:2"], ["1.2.3.4", "::fffd:1:2"]),
      ] as [(String, [String], [String])])
    func `has these addresses and not those`(
      text: String, inside: [String], outside: [String]
    ) throws {
      let block = try #require(NetworkBlock(text))
      for address in inside {
        #expect(block.contains(try #require(NetworkAddress(address))), "\(address)")
      }
      for address in outside {
        #expect(!block.contains(try #require(NetworkAddress(address))), "\(address)")
      }
    }

    @Test(arguments: [
      "", "/", "/8", " 10.0.0.1", "10.0.0.1 ", "10.0.0", "proxy", "256.0.0.1", ":::", "::1%lo",
      "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0.0/ 8",
      "10.0.0.0/8x", "10.0.0.0/0x8", "10.0.0.0/255.0.0.0", "10.0.0.0/99999999999999999999", "10/8",
      "::/129", "::/", "[::1]", "[::]/0", "10.0.0.1:80",
      // Bits beyond the block's: another length was meant, or another address.
      "10.0.0.1/8", "10.0.0.1/31", "fd00::1/8", "::1/0", "::ffff:0:0/90", "::ffff:10.0.0.1/104",
    ])
    func `is none of these`(text: String) { #expect(NetworkBlock(text) == nil) }

    @Test(arguments: [
      ("2001:db8::a", "2001:DB8:0:0::A"), ("2001:db8::a", "2001:0db8:0000::000a/128"),
      ("10.0.0.1", "::ffff:10.0.0.1"), ("10.0.0.0/8", "::ffff:a00:0/104"),
    ])
    func `is the same in another spelling`(one: String, other: String) {
      #expect(NetworkBlock(one) == NetworkBlock(other) && NetworkBlock(one) != nil)
    }
  }
#endif
