#if Server
  import Foundation
  import Sync
  import TestSupport
  import Testing

  @testable import AggregatorServer

  @Suite("The OpenAPI document") struct OpenAPITests {
    private let root: JSONObject
    private var document: APIDocument { APIDocument(root) }

    init() throws { root = try object(try Repository.bytes("docs/openapi.json")) }

    @Test func `says what the server does`() {
      #expect(document.findings == [])
      #expect(document.operations.count == Endpoint.allCases.count)
    }

    @Test func `is what the server gives to anyone who asks`() throws {
      let given = try object(Array(OpenAPIDocument.text.utf8))
      #expect(NSDictionary(dictionary: given) == NSDictionary(dictionary: root))
    }

    @Test func `knows a component for each problem that a route can answer`() {
      // A path that is too long ends the connection before there is a route.
      let routed = EdgeProblem.Kind.allCases.filter {
        ![.methodNotAllowed, .uriTooLong].contains($0)
      }
      for kind in routed {
        let name = APIDocument.name(of: kind)
        #expect(document.find("#/components/responses/\(name)") != nil, "\(name)")
      }
    }

    @Test func `says of every problem that has one its Retry-After`() throws {
      for name in ["tooManyRequests", "retryLater"] {
        let response = try #require(
          document.find("#/components/responses/\(name)") as? JSONObject)
        #expect((response["headers"] as? JSONObject)?["Retry-After"] != nil, "\(name)")
      }
    }

    @Test func `says of every answer that nobody may keep it`() throws {
      let components = try #require(document.find("#/components/responses") as? JSONObject)
      let answers =
        components.map { ($0.key, $0.value) }
        + document.operations.flatMap { operation in
          operation.responses.map { ("\(operation.name) \($0.key)", $0.value) }
        }
      for (name, answer) in answers {
        let answer = try #require(answer as? JSONObject)
        // A reference leads to one of the components.
        guard answer["$ref"] == nil else { continue }
        let header = (answer["headers"] as? JSONObject)?["Cache-Control"] as? JSONObject
        #expect(header?["$ref"] as? String == "#/components/headers/noStore", "\(name)")
      }
      #expect(document.find("#/components/headers/noStore/schema/const") as? String == "no-store")
    }

    /// The document with something of it changed, by the keys on the way to it.
    private func changed(_ keys: [String], to value: Any?) -> APIDocument {
      func change(_ object: JSONObject, _ keys: ArraySlice<String>) -> JSONObject {
        guard let key = keys.first else { return object }
        var object = object
        object[key] =
          keys.count == 1
          ? value : change(object[key] as? JSONObject ?? [:], keys.dropFirst()) as Any
        return object
      }
      return APIDocument(change(root, keys[...]))
    }

    private static let flaws: [String: [String]] = [
      "a path": ["paths", "/v1/health"],
      "an operation": ["paths", "/v1/items/{tag}/take-down", "post"],
      "who may ask": ["paths", "/v1/status", "get", "security"],
      "a status": ["paths", "/v1/enrol", "post", "responses", "429"],
      "what the operator is told": [
        "paths", "/v1/devices/{lineage}/erase", "post", "responses", "401",
      ],
      "what was erased": ["paths", "/v1/devices/{lineage}/reinstate", "post", "responses", "409"],
      "a parameter in the path": ["paths", "/v1/items/{tag}", "get", "parameters"],
      "a component": ["components", "responses", "malformed"],
      "a schema": ["components", "schemas", "Problem"],
      "a name": ["paths", "/v1/append", "post", "operationId"],
      "a purpose": ["paths", "/v1/append", "post", "summary"],
    ]

    @Test(arguments: flaws.keys.sorted()) func `without this is found out`(flaw: String) throws {
      let keys = try #require(Self.flaws[flaw])
      #expect(!changed(keys, to: nil).findings.isEmpty)
    }

    @Test func `with more than there is, or another, is found out`() {
      let get: JSONObject = ["operationId": "x", "responses": [:] as JSONObject]
      #expect(!changed(["paths", "/v1/more"], to: ["get": get]).findings.isEmpty)
      #expect(!changed(["paths", "/v1/health", "post"], to: get).findings.isEmpty)
      let open = ["paths", "/v1/search", "get"]
      #expect(!changed(open + ["security"], to: [["operatorToken": []]]).findings.isEmpty)
      #expect(!changed(open + ["operationId"], to: "find").findings.isEmpty)
      let stale = ["$ref": "#/components/responses/stale"]
      #expect(!changed(open + ["responses", "418"], to: stale).findings.isEmpty)
      #expect(!changed(open + ["responses", "400"], to: stale).findings.isEmpty)
      #expect(!changed(open + ["responses", "abc"], to: stale).findings.isEmpty)
      let stop = ["$ref": "#/components/responses/notAllowed"]
      #expect(!changed(open + ["responses", "403"], to: stop).findings.isEmpty)
    }
  }
#endif
