#if Server
  import Foundation
  import HTTPTypes
  import Hummingbird
  import Sync
  import Testing

  @testable import AggregatorServer

  @Suite("The operator's token") struct OperatorTokenTests {
    private static let secret = "0123456789abcdef"

    private func problem(
      _ header: String?, token: String? = secret, for endpoint: Endpoint = .devices
    ) -> EdgeProblem? {
      var headers = HTTPFields()
      headers[.authorization] = header
      do throws(EdgeProblem) {
        try OperatorToken(token.map { Array($0.utf8) }).check(
          EdgeWorld.request(headers: headers), for: endpoint)
        return nil
      } catch {
        return error
      }
    }

    @Test(arguments: ["Bearer", "bearer", "BEARER", "bEaReR"])
    func `is taken under its scheme in any case`(scheme: String) {
      #expect(problem("\(scheme) \(Self.secret)") == nil)
    }

    @Test(arguments: [
      nil, "", "Bearer", "Bearer ", "Bearer  0123456789abcdef",
      "Bearer 0123456789abcde", "Bearer 0123456789abcdeF", "Bearer 0123456789abcdef0",
      "Basic 0123456789abcdef", "0123456789abcdef", "Bearer\t0123456789abcdef",
      "Token 0123456789abcdef", "Bearer 0123456789abcdef, Bearer 0123456789abcdef",
      "Bearer \u{FF10}123456789abcdef",
    ])
    func `is nothing else, and the answer does not hold it`(header: String?) {
      let found = problem(header)
      #expect(found?.kind == .unauthorized)
      #expect(found?.headers[.wwwAuthenticate] == "Bearer realm=\"spotlog\"")
      #expect(found?.detail.contains(Self.secret) == false)
      #expect(found?.detail.contains("Authorization: Bearer TOKEN") == true)
    }

    @Test(arguments: [nil, "", "Bearer", "Bearer ", "Bearer nil", "Bearer 0123456789abcdef"])
    func `that was never set is nobody's`(header: String?) {
      let found = problem(header, token: nil)
      #expect(found?.kind == .unauthorized)
      #expect(found?.detail.contains("--operator-token-file") == true)
    }

    /// What a browser makes of a name and a password.
    private static func basic(_ credentials: String) -> String {
      "Basic " + Data(credentials.utf8).base64EncodedString()
    }

    @Test(arguments: ["operator:\(secret)", ":\(secret)"])
    func `is the password of a browser for the status page alone`(credentials: String) {
      let header = Self.basic(credentials)
      #expect(problem(header, for: .statusPage) == nil)
      #expect(problem("Bearer \(Self.secret)", for: .statusPage) == nil)
      for endpoint in Endpoint.allCases
      where [.viewer, .operator].contains(endpoint.access) && endpoint != .statusPage {
        let found = problem(header, for: endpoint)
        #expect(found?.kind == .unauthorized, "\(endpoint)")
        // A browser that asks for a password would send it where it changes something.
        #expect(found?.headers[.wwwAuthenticate] == "Bearer realm=\"spotlog\"")
      }
    }

    @Test(arguments: [
      nil, "Basic", "Basic ", "Basic !", "Basic \(secret)", basic(secret), basic("\(secret):"),
      basic("a:b:\(secret)"), basic("a:\(secret) "), basic("a: \(secret)"), "Bearer",
    ])
    func `is asked for by a browser where it is missing or wrong`(header: String?) {
      let found = problem(header, for: .statusPage)
      #expect(found?.kind == .unauthorized)
      #expect(found?.headers[.wwwAuthenticate] == "Basic realm=\"spotlog\"")
    }

    /// A route that forgot it would be found here.
    @Test(arguments: Endpoint.allCases) func `is asked for where the list says so, first`(
      endpoint: Endpoint
    ) async throws {
      let world = try await EdgeWorld(isOpen: false)
      let path = endpoint.path.replacing("{tag}", with: "00").replacing("{lineage}", with: "00")
      var headers = HTTPFields()
      for (token, isRight) in [(nil, false), ("wrong", false), (EdgeWorld.operatorToken, true)] {
        headers[.authorization] = token.map { "Bearer \($0)" }
        let response = await world.edge.perform(
          endpoint, EdgeWorld.request(endpoint.methods[0], path, headers: headers),
          try EdgeWorld.context())
        #expect(
          (response.status == .unauthorized)
            == ([.operator, .viewer].contains(endpoint.access) && !isRight),
          "\(response.status)")
      }
    }

    @Test(arguments: Endpoint.allCases) func `of a viewer reads status and metrics alone`(
      endpoint: Endpoint
    ) throws {
      let tokens = OperatorToken(Array("the operator's".utf8), viewer: Array("the viewer's".utf8))
      func isHeard(_ tokens: OperatorToken, _ token: String) -> Bool {
        let request = EdgeWorld.request(headers: [.authorization: "Bearer \(token)"])
        return (try? tokens.check(request, for: endpoint)) != nil
      }
      let isOpen = [.everyone, .device].contains(endpoint.access)
      #expect(isHeard(tokens, "the operator's"))
      #expect(
        isHeard(tokens, "the viewer's")
          == (isOpen || [.status, .statusPage, .metrics].contains(endpoint)))
      #expect(isHeard(tokens, "another's") == isOpen)
      // Where there is no operator nobody acts, and the viewer still reads.
      let alone = OperatorToken(nil, viewer: Array("the viewer's".utf8))
      #expect(isHeard(alone, "the viewer's") == isHeard(tokens, "the viewer's"))
    }
  }
#endif
