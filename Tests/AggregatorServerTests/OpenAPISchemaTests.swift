#if Server
  import Foundation
  import JournalFormat
  import Sync
  import TestSupport
  import Hummingbird
  import Testing

  @testable import AggregatorServer
  @testable import CloudAggregator

  /// The schemas, beside what is really encoded.
  @Suite("The OpenAPI document's schemas") struct OpenAPISchemaTests {
    private let document: APIDocument

    init() throws { document = APIDocument(try object(try Repository.bytes("docs/openapi.json"))) }

    /// - Parameter optional: properties that are left out where there is nothing to say.
    private func expect(
      _ name: String, isOf encoded: JSONObject, optional: Set<String> = [],
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let keys = Set(encoded.keys)
      #expect(document.properties(name) == keys, "\(name)", sourceLocation: sourceLocation)
      #expect(
        document.required(name) == keys.subtracting(optional), "\(name)",
        sourceLocation: sourceLocation)
    }

    @Test func `have what an item has`() throws {
      let feedback = ResultFeedback(shown: 1, engaged: 0)
      let detailed = PublicEntry(
        tag: Sample.tag, item: Sample.itemWithDetails, events: 1, distinctDevices: 1,
        feedback: feedback)
      expect(
        "Item", isOf: try object(ItemsBody(detailed, on: Sample.day).bytes),
        optional: ["details", "interval"])
      let entry = PublicEntry(
        tag: Sample.tag, item: Sample.item, events: 1, distinctDevices: 1, feedback: feedback)
      #expect(try object(ItemsBody(entry, on: Sample.day).bytes)["details"] == nil)
    }

    @Test func `have every attribute that an item can share`() {
      #expect(document.properties("Details") == Set(PublicAttribute.allCases.map(\.rawValue)))
    }

    @Test func `have what a problem has`() throws {
      var problem = EdgeProblem(.stale, "Too late.", retryAfterMilliseconds: 1)
      problem.cloudTimeMilliseconds = 1
      problem.signature = AnswerSignature(keyIdentifier: 1, signature: .blank)
      expect(
        "Problem", isOf: try object(problem.body),
        optional: ["retryAfterMilliseconds", "cloudTime", "signature"])
      let least = try object(EdgeProblem(.malformed, "No.").body)
      #expect(document.required("Problem") == Set(least.keys))
    }

    @Test(arguments: CloudHealth.Status.allCases)
    func `have what a health has`(status: CloudHealth.Status) throws {
      let encoded = try encoded(
        Edge.HealthBody(CloudHealth(status, ["A reason."]), oldestRequestAge: .seconds(1)))
      expect("Health", isOf: encoded)
      let said = (document.schema("Health")["properties"] as? JSONObject)?["status"] as? JSONObject
      #expect((said?["enum"] as? [String])?.contains(status.rawValue) == true)
    }

    @Test func `have what a deployment has`() async throws {
      let world = try await EdgeWorld { keys in keys.rotate(to: Sample.nextKey) }
      let deployment = try object(try await world.edge.deployment().bytes())
      expect("Deployment", isOf: deployment)
      expect("Limits", isOf: try #require(deployment["limits"] as? JSONObject))
      let endorsements = try #require(deployment["endorsements"] as? [JSONObject])
      expect("Endorsement", isOf: try #require(endorsements.first))
      #expect(
        deployment["keys"] as? [String]
          == [Sample.nextKey, Sample.cloudKey].map(\.publicKey.description))
      try await world.host.close()
    }

    /// What `spotlog cloud status --json` prints is not said to be always whole.
    @Test func `know all that a status has`() async throws {
      let world = try await EdgeWorld()
      var status = try await world.host.ask { cloud, _ throws(CloudError) in
        try cloud.projections.status()
      }
      // What is there only at times.
      status.recovering = "It waits for its witness."
      status.lastBackup = CloudStatus.Backup(file: "a.sqlar", time: Sample.day.start.text)
      let keys = Set(try encoded(status).keys)
      #expect(document.properties("Status") == keys)
      #expect(document.required("Status").isSubset(of: keys))
      try await world.host.close()
    }

    @Test func `have what lists have`() throws {
      let device = ListedDevice(
        lineage: "", epochs: [ListedDevice.Epoch(epoch: "", head: 1, incidents: 0)], enrolled: "",
        received: "", isRevoked: false, countsRetracted: false, isErased: false)
      expect("Device", isOf: try encoded(device), optional: ["received"])
      let incident = ListedIncident(
        number: 1, time: "", lineage: "", epoch: "", first: 1, last: 1, known: "", sent: "")
      expect("Incident", isOf: try encoded(incident))
      let candidate = ListedCandidate(
        tag: "", content: "", endorsers: 1, asked: 1, isTakenDown: false)
      expect("Candidate", isOf: try encoded(candidate))
    }

    @Test func `know how many rows there are, at most and where nobody says`() throws {
      let rows = (CloudProjections.pageRowsStandard, CloudProjections.pageRowsMax)
      let bounds = [
        "search": (PublicSearch.resultsStandard, PublicSearch.resultsMax),
        "page": (PublicSearch.resultsStandard, PublicSearch.resultsMax),
        "popularity": (PublicSearch.pageItemsStandard, PublicSearch.pageItemsMax),
        "devices": rows, "incidents": rows, "candidates": rows,
      ]
      for operation in document.operations {
        let limit = operation.parameters.first { $0["name"] as? String == "limit" }
        let schema = limit?["schema"] as? JSONObject
        #expect(schema?["default"] as? Int == bounds[operation.name]?.0, "\(operation.name)")
        #expect(schema?["maximum"] as? Int == bounds[operation.name]?.1, "\(operation.name)")
      }
    }

    @Test func `have what comes of an operator's request`() throws {
      let outcome = Edge.Outcome(subject: "ab", controlEntries: 1, redactedBatches: 0)
      expect("Change", isOf: try encoded(outcome))
    }

    @Test func `have what may become of a device's counts`() throws {
      let counts = (document.schema("Revocation")["properties"] as? JSONObject)?["counts"]
      let said = try #require((counts as? JSONObject)?["enum"] as? [String])
      #expect(said.allSatisfy { RevokedCounts(rawValue: $0) != nil })
      #expect(said.count == 2)
    }
  }
#endif
