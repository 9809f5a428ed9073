#if Server
  import Foundation
  import TestSupport
  import Testing

  @Suite("The commands web validate and web extract of an address") struct WebFetchCommandTests {
    private let program = Program.built
    private let server: ScriptedServer

    init() throws {
      server = try ScriptedServer { request in
        let page = Array(WebCommandTests.page.utf8)
        switch request.path {
        case "/chips": return [.answer(200, "text/html", page)]
        case "/hidden":
          return [.answer(200, "text/html", page, headers: ["X-Robots-Tag: noindex"])]
        case "/latin":
          return [.answer(200, "text/html; charset=iso-8859-1", [0x3C, 0x70, 0x3E, 0xE4])]
        case "/moved": return [.answer(301, "text/html", [], headers: ["Location: /chips"])]
        case "/inside":
          return [.answer(302, "text/html", [], headers: ["Location: http://10.0.0.1/"])]
        case "/escape": return [.answer(200, "text/\u{1B}[31mred", [])]
        case "/text": return [.answer(200, "text/plain", page)]
        case "/busy": return [.answer(503, "text/html", page)]
        case "/early":
          return [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<p>".utf8)), .close]
        default: return [.answer(404, "text/html", page)]
        }
      }
    }

    private func run(_ arguments: String...) throws -> Program.Outcome {
      defer { server.stop() }
      return try program.run(
        ["web"] + arguments.map { $0.replacing("SERVER", with: server.address) })
    }

    @Test func `read the page that is there`() throws {
      let outcome = try run("validate", "SERVER/chips", "--allow-address", "127.0.0.1")
      #expect(outcome.output.contains("\nTitle            PASSED       Chips"), "\(outcome)")
      #expect(outcome.errors.isEmpty, "\(outcome)")
      #expect(server.requests.map(\.path) == ["/chips"])
      #expect(server.requests.first?.headers["user-agent"]?.hasPrefix("Spotlog/") == true)
    }

    @Test func `read the page that a redirect leads to, and name it`() throws {
      let outcome = try run("extract", "SERVER/moved", "--allow-address", "127.0.0.0/8")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      #expect(outcome.output.contains("\"text\" : \"Chips\""))
      #expect(server.requests.map(\.path) == ["/moved", "/chips"])
    }

    @Test func `read the header fields that come with a page`() throws {
      let outcome = try run("validate", "SERVER/hidden", "--allow-address", "127.0.0.1")
      #expect(outcome.status == 1, "\(outcome)")
      #expect(outcome.output.contains("says noindex"), "\(outcome.output)")
    }

    @Test func `read the encoding that comes with a page`() throws {
      let outcome = try run("extract", "SERVER/latin", "--allow-address", "127.0.0.1")
      #expect(outcome.output.contains("\"encoding\" : \"windows-1252\""), "\(outcome)")
    }

    @Test(arguments: ["validate", "extract"])
    func `ask no private address that is not allowed`(command: String) throws {
      let outcome = try run(command, "SERVER/chips")
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome)")
      #expect(
        outcome.errors
          == "spotlog: \(server.address)/chips: 127.0.0.1 is not a public address. Allow it with "
          + "--allow-address 127.0.0.1.\n")
      #expect(server.requests.isEmpty)
    }

    @Test(arguments: [
      ("/inside", 65 as Int32, "10.0.0.1 is not a public address."),
      ("/none", 65, "it answers 404: there is no such page. Check the address."),
      ("/text", 65, "it is \"text/plain\" and not HTML."),
      ("/escape", 65, "its answer is not HTTP/1.1"),
      ("/busy", 69, "it answers 503: the server failed. Try again later."),
      ("/early", 69, "the connection ended before the answer did."),
    ])
    func `say why there is no page`(path: String, status: Int32, message: String) throws {
      let outcome = try run("validate", "SERVER\(path)", "--allow-address", "127.0.0.1")
      #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(!outcome.errors.contains("\u{1B}"))
    }

    @Test(arguments: [
      ("http://localhost/", 65 as Int32, "only this machine or its network knows localhost."),
      ("https://me:secret@example.com/", 65, "it has a name or a password, which is never sent."),
      ("http://169.254.169.254/latest", 65, "169.254.169.254 is not a public address."),
      ("https://[::ffff:10.0.0.1]/", 65, "::ffff:a00:1 is not a public address."),
      ("https://example.com:22/", 65, "port 22 is not one of the web's."),
    ])
    func `refuse an address before they ask anybody`(
      url: String, status: Int32, message: String
    ) throws {
      let outcome = try run("validate", url)
      #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `say that nobody answers`() throws {
      server.stop()
      let outcome = try program.run([
        "web", "validate", server.address, "--allow-address", "127.0.0.1",
      ])
      #expect(outcome.status == 69, "\(outcome)")
      #expect(outcome.errors.contains("it cannot be reached (Connection refused, 127.0.0.1)."))
    }
  }
#endif
