import Testing
import WebAddress

@Suite("The host of a page") struct WebHostTests {
  @Test(arguments: [
    "http://localhost/x", "http://LOCALHOST:8080/", "https://localhost./", "http://app.localhost/",
    "http://nas/", "http://nas:5000/photo", "https://com/", "http://intranet./", "http://a_b/",
    "http://printer.local/", "http://Printer.LOCAL.:631/", "http://router.lan/",
    "http://wiki.corp/", "http://fs.home/", "http://a.home.arpa/", "http://home.arpa/",
    "http://db.internal/", "http://web.localdomain/", "http://shop.test/", "http://a.invalid/",
    "http://127.0.0.1/", "http://127.0.0.1.:80/x", "http://127.1/", "http://127.255.255.254/",
    "http://2130706433/", "http://0x7f.1/", "http://0x7F000001/", "http://0177.0.0.1/",
    "http://0/", "http://0.0.0.0/", "http://0x/", "http://10.1.2.3/", "http://172.16.0.1/",
    "http://172.31.255.255/", "http://192.168.1.1/", "http://192.168.257/", "http://3232235777/",
    "http://169.254.169.254/latest", "http://100.64.0.1/", "http://192.0.0.8/",
    "http://192.0.2.1/", "http://198.18.0.1/", "http://198.51.100.7/", "http://203.0.113.9/",
    "http://224.0.0.251/", "http://255.255.255.255/",
    "http://a..b.com/",
    "http://[::1]/", "http://[::]:80/", "http://[fe80::1]/",
    "http://[fd00::1]:8080/", "http://[fc00:1:2:3:4:5:6:7]/", "http://[ff02::fb]/",
    "http://[::ffff:192.168.1.1]/", "http://[::ffff:7f00:1]/", "http://[64:ff9b::10.0.0.1]/",
    "http://[2002:c0a8:101::1]/", "http://[2001:db8::1]/", "http://[3fff:1::1]/",

    "http://[::]/",
    // Browsers take all of these for one of the above.
    "http://%6cocalhost/", "http://127%2e0.0.1/", "http://\u{FF4C}ocalhost/",
    "http://localhos\u{FF54}/", "http://printer\u{3002}local/", "http://printer\u{FF0E}local/",
    "http://local\u{AD}host/", "http://lo\u{200B}calhost/", "http://\u{FF11}\u{FF10}.0.0.1/",

  ])
  func `of a machine or network of the user's own is not public, and is said`(address: String) {
    let problem = CanonicalURL.publicProblem(address)
    #expect(
      problem?.hasPrefix("has an address that only this device or a network around it can open")
        == true, "\(String(describing: problem))")
    #expect(CanonicalURL(address) != nil, "it still names a page on the device")
  }

  @Test(arguments: [
    "http://256.1.1.1/", "http://1.2.3.4.5/", "http://1.2.3.08/", "http://4294967296/",
    "http://a.1/", "http://1..1/", "http://[fe80::1%25eth0]/", "http://[]/", "http://[::1.2.3]/",
    "http://[1:2]/",
    "http://[1::2::3]/", "http://[2a00::1", "http://[2a00:::1]/", "http://[2a00::12345]/",
    "http://[+2a0::1]/", "http://a%00b.com/", "http://a%20b.com/", "http://a%2Fb.com/",
    "http://a%40b.com/", "http://a^b.com/", "http://\u{2460}\u{2461}7.1/", "http://a\u{200D}b.com/",
    "http://xn--a/", "http://a\u{FFFD}b.com/", "http://ａ＃b.com/",
    "http://\u{2165}.com/", "http://\u{301}a.com/", "http://\u{AD}/",
  ])
  func `that no name and no address can be read from names no page`(address: String) {
    #expect(
      CanonicalURL.publicProblem(address)
        == "has an address that has a host that is neither a domain nor an IP address")
    #expect(CanonicalURL(address) == nil)
  }

  @Test(arguments: [
    ("file:///etc/passwd", "is not an http or https address"),
    ("ftp://example.com/", "is not an http or https address"),
    ("https://me:secret@example.com/", "has a name or a password"),
    ("https://me@localhost/", "has a name or a password"), ("http://", "has no host"),
  ])
  func `of what names no page is not public either`(address: String, reason: String) {
    #expect(CanonicalURL.publicProblem(address) == "has an address that " + reason)
  }

  @Test(arguments: [
    "https://example.com/", "HTTP://Example.COM:8080/a", "https://bank.example/login",
    "https://localhost.example.com/", "https://local.example/", "https://mylocalhost.org/",
    "https://lan.party.net/", "https://home.arpa.org/", "https://test.com/", "https://a.b/",
    "http://8.8.8.8/", "http://8.8.8.8.:80/", "http://134744072/", "http://0x08.8.8.8/",
    "http://172.32.0.1/", "http://172.15.0.1/", "http://192.169.0.1/", "http://100.128.0.1/",
    "http://11.0.0.1/", "http://126.0.0.1/", "http://128.0.0.1/", "http://223.255.255.255/",
    "http://[2a00:1450:4001:81b::200e]/", "http://[2606:4700::1111]:443/",
    "http://[::ffff:8.8.8.8]/", "http://[64:ff9b::808:808]/", "http://[2002:808:808::1]/",
    "https://münchen.de/", "https://例え.jp/", "https://xn--mnchen-3ya.de/",
    "https://example.com./", "https://1.example/", "https://127.0.0.1.example.com/",
    "https://0xg.com/", "https://a.0xyz.com/", "https://under_score.example.com/",
  ])
  func `of everybody may be public`(address: String) {
    #expect(CanonicalURL.publicProblem(address) == nil)
  }

  @Test(arguments: [
    ("example.com", "example.com"), ("EXAMPLE.com.", "example.com."), ("0x7F.1", "127.0.0.1"),
    ("[::FFFF:1.2.3.4]", "[::ffff:102:304]"), ("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"),
    ("faß.de", "xn--fa-hia.de"), ("βόλος.com", "xn--nxasmm1c.com"), ("☃", "xn--n3h"),
    ("XN--N3H", "xn--n3h"),
  ])
  func `has one spelling`(text: String, spelling: String) {
    #expect(WebHost(text)?.description == spelling)
    #expect(WebHost(spelling)?.description == spelling)
  }

  @Test(arguments: ["", "[", "[]", "[::1", "a b", "xn--", "a..1"])
  func `is not made of other texts`(text: String) { #expect(WebHost(text) == nil) }
}

@Suite("A block of addresses") struct AddressBlockTests {
  private static func address(_ text: String) -> AddressBlock.Address? {
    switch WebHost(text) {
    case .ipv4(let address): .ipv4(address)
    case .ipv6(let address): .ipv6(address)
    case .domain, nil: nil
    }
  }

  @Test(arguments: [
    ("127.0.0.1/32", "127.0.0.1", true), ("127.0.0.1/32", "127.0.0.2", false),
    ("10.0.0.0/8", "10.255.1.1", true), ("10.0.0.0/8", "11.0.0.0", false),
    ("0.0.0.0/0", "255.255.255.255", true), ("0.0.0.0/0", "[::]", false),
    ("fe80::/10", "[febf::1]", true), ("fe80::/10", "[fec0::1]", false), ("::/0", "[ff::]", true),
    ("::1/128", "[::1]", true), ("::1/128", "[::2]", false),
  ])
  func `holds those that share its first bits`(block: String, address: String, isIn: Bool) throws {
    let block = try #require(AddressBlock(block))
    #expect(block.contains(try #require(Self.address(address))) == isIn)
  }

  @Test(arguments: [
    "", "/", "1.2.3.4", "1.2.3.4/", "1.2.3.4/33", "::/129", "a/8", "1.2.3.4/+8", "1.2.3.4/8/8",
    "1.2.3.4/9999999999",
  ])
  func `is not made of other texts`(text: String) { #expect(AddressBlock(text) == nil) }

  @Test(arguments: [
    "[2001::1]", "[2001:1ff::1]", "[2001:db8::1]", "[3fff:fff::1]", "[64:ff9b:1::1]",
  ])
  func `of the reserved parts of IPv6 is not public`(address: String) throws {
    #expect(WebHost(address)?.isLocal == true)
  }

  @Test(arguments: ["[2001:200::1]", "[2001:db9::1]", "[3fff:1000::1]", "[2000::]", "[3ffe::1]"])
  func `beside the reserved parts of IPv6 is public`(address: String) throws {
    #expect(WebHost(address)?.isLocal == false)
  }
}
