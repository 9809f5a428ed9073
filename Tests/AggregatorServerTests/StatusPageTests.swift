#if Server
  import Foundation
  import HTMLPages
  import HTTPTypes
  import Hummingbird
  import JournalFormat
  import Sync
  import TestSupport
  import Testing

  @testable import AggregatorServer
  @testable import CloudAggregator

  @Suite("The status page") struct StatusPageTests {
    private func answer(_ token: String?) async throws -> (response: Response, text: String) {
      let world = try await EdgeWorld()
      var headers = HTTPFields()
      headers[.authorization] = token.map { "Bearer \($0)" }
      let response = await world.edge.perform(
        .statusPage, EdgeWorld.request(.get, "/status", headers: headers), try EdgeWorld.context())
      let text = String(decoding: try await response.bytes(), as: UTF8.self)
      try await world.host.close()
      return (response, text)
    }

    @Test func `says for people what the status says, and runs nothing`() async throws {
      let (response, text) = try await answer(EdgeWorld.operatorToken)
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "text/html; charset=utf-8")
      #expect(
        response.headers[.contentSecurityPolicy]
          == "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'")
      #expect(PageScan(text).findings.isEmpty)
      for part in [
        "<h1>Status</h1>", "<div class=tile><b>0</b><span>devices</span></div>",
        "<span>detected forks</span>", "<h2>Backups</h2>",
        "There is none that can be restored.", "<th class=w>threshold</th>",
      ] {
        #expect(text.contains(part), "\(part)")
      }
      #expect(!text.contains("<h2>Losses</h2>"))
    }

    @Test func `shows nothing to others, and has a browser ask for the token`() async throws {
      for token in [nil, "wrong"] {
        let (response, text) = try await answer(token)
        #expect(response.status == .unauthorized)
        #expect(response.headers[.wwwAuthenticate] == "Basic realm=\"spotlog\"")
        #expect(!text.contains("devices</span>"))
      }
    }

    @Test func `names what is wrong, in words that stay words`() async throws {
      let world = try await EdgeWorld()
      var status = try await world.host.ask { aggregator, _ throws(CloudError) in
        try aggregator.status()
      }
      try await world.host.close()
      let words = PageScan.hostile.joined(separator: " ")
      (status.logEntries, status.backedUpEntry) = (1_200, 200)
      status.lastBackup = .init(file: words, time: "2026-01-01T00:00:00Z")
      status.damagedBackups = [words]
      status.recovering = words
      status.acceptsLoss = true
      status.acceptedLosses = [words]
      let text = StatusPage(
        status, CloudHealth(.degraded, [words]), oldestRequestAge: .milliseconds(3_900),
        day: Sample.day
      ).page.text
      #expect(PageScan(text).findings.isEmpty)
      for part in [
        "<p class=\"verdict bad\">Degraded: searches are answered, and not all else works</p>",
        "<p>Not in every backup: 1,000 entries of the log.</p>", "<h2>Losses</h2>",
        "accept-loss is set", "<b>3</b><span>seconds that a request waits</span>",
        "2026-01-01T00:00:00Z",
      ] {
        #expect(text.contains(part), "\(part)")
      }
      #expect(text.components(separatedBy: "<li>&lt;img src=x").count == 5)
    }
  }
#endif
