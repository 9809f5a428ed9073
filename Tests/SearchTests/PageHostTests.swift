import Search
import Testing

@Suite("The host of a page") struct PageHostTests {
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
    "http://224.0.0.251/", "http://255.255.255.255/", "http://256.1.1.1/", "http://1.2.3.4.5/",
    "http://1.2.3.08/", "http://4294967296/", "http://a.1/", "http://1..1/", "http://a..b.com/",
    "http://[::1]/", "http://[::]:80/", "http://[fe80::1]/", "http://[fe80::1%25eth0]/",
    "http://[fd00::1]:8080/", "http://[fc00:1:2:3:4:5:6:7]/", "http://[ff02::fb]/",
    "http://[::ffff:192.168.1.1]/", "http://[::ffff:7f00:1]/", "http://[64:ff9b::10.0.0.1]/",
    "http://[2002:c0a8:101::1]/", "http://[2001:db8::1]/", "http://[3fff:1::1]/", "http://[]/",
    "http://[1:2]/", "http://[1::2::3]/", "http://[2a00::1", "http://[2a00:::1]/",
    "http://[2a00::12345]/", "http://[+2a0::1]/", "http://[::1.2.3]/",
    // Browsers take all of these for one of the above.
    "http://%6cocalhost/", "http://127%2e0.0.1/", "http://\u{FF4C}ocalhost/",
    "http://localhos\u{FF54}/", "http://printer\u{3002}local/", "http://printer\u{FF0E}local/",
    "http://local\u{AD}host/", "http://lo\u{200B}calhost/", "http://\u{FF11}\u{FF10}.0.0.1/",
    "http://\u{2460}\u{2461}7.1/", "http://a%00b.com/", "http://a%20b.com/", "http://a%2Fb.com/",
    "http://a%40b.com/", "http://a^b.com/",
  ])
  func `of a machine or network of the user's own is not public, and is said`(address: String) {
    let problem = CanonicalURL.publicProblem(address)
    #expect(
      problem?.hasPrefix("has an address that only this device or a network around it can open")
        == true, "\(String(describing: problem))")
    #expect(CanonicalURL(address) != nil, "it still names a page on the device")
  }

  @Test(arguments: [
    ("file:///etc/passwd", "is not an http or https address"),
    ("ftp://example.com/", "is not an http or https address"),
    ("https://me:secret@example.com/", "has a name or a password"),
    ("https://me@localhost/", "has a name or a password"), ("http://", "has no host"),
    ("http://exa mple.com/", "has a blank or a control character"),
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
}
