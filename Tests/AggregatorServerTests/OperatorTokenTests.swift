#if Server
  import HTTPTypes
  import Hummingbird
  import Testing

  @testable import AggregatorServer

  @Suite("The operator's token") struct OperatorTokenTests {
    private static let secret = "0123456789abcdef"

    private func problem(_ header: String?, token: String? = secret) -> EdgeProblem? {
      var headers = HTTPFields()
      headers[.authorization] = header
      do throws(EdgeProblem) {
        try OperatorToken(token.map { Array($0.utf8) }).check(EdgeWorld.request(headers: headers))
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
          endpoint, EdgeWorld.request(endpoint.method, path, headers: headers),
          try EdgeWorld.context())
        #expect(
          (response.status == .unauthorized) == (endpoint.access == .operator && !isRight),
          "\(response.status)")
      }
    }
  }
#endif
