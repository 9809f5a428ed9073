#if Server
  import JournalFormat
  import Loopback
  import Sync
  import TestSupport
  import Testing

  @Suite("The command cloud why beside a server") struct WhyReasonTests {
    private let server: RunningServer
    private let devices: [TestDevice]

    /// The first device engaged with the sample's item, said it twice and took it back; the second
    /// engaged with it as well.
    init() throws {
      server = try RunningServer()
      var first = try server.device(1)
      for report in [Sample.engaged, Sample.engaged, Sample.withdrawn, Sample.feedback] {
        first.add(report)
      }
      var second = try server.device(2)
      second.add(Sample.engaged)
      devices = [first, second]
      for device in devices {
        try server.exchange(.append(AppendRequest(batch: try device.batch())))
      }
    }

    private func lines() throws -> [Substring] {
      let outcome = try Program.built.run([
        "cloud", "why", "\(Sample.tag)", "--data", server.folder.file("cloud"),
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output.split(separator: "\n")
    }

    private func act(_ path: String, json: String = "{}") throws {
      #expect(try server.askAsOperator("POST", path, json: json).status == 200)
    }

    @Test func `says of each report what it counts for, and why not`() throws {
      let (first, second) = (try #require(devices[0].grant), try #require(devices[1].grant))
      let whole = try lines()
      let taken = "counts, and endorses no more: withdrawn by entry 3 of \(first.epoch)"
      let endings = [
        "entry 1 of \(first.epoch)  device \(first.lineage)  origin \(Sample.origin)  \(taken)",
        "does not count: counted with entry 1 of \(first.epoch)", "  takes back", "  counts",
        "entry 1 of \(second.epoch)  device \(second.lineage)  origin \(Sample.origin)  counts",
      ]
      let reports = whole.dropFirst(6).dropLast()
      #expect(reports.count == endings.count)
      for (line, ending) in zip(reports, endings) { #expect(line.hasSuffix(ending), "\(line)") }
      #expect(
        whole[2] == "why      It is not public: no content has more than 1 endorser, and 2 are "
          + "needed.")
      #expect(
        whole[3] == "counts   2 engagements, 1 device endorses now; as a public result opened 1 of "
          + "the 5 times it was shown (3.6% to 62.5%)")
      #expect(whole[4].hasPrefix("popular  2.000 on "))
      try act("/v1/devices/\(second.lineage)/revoke", json: "{\"counts\":\"retracted\"}")
      let without = try lines()
      #expect(without[2] == "why      It is not public: no device endorses it, and 2 have to.")
      #expect(without[3].hasPrefix("counts   1 engagement, 0 devices endorse now"))
      #expect(
        without.contains { $0.contains("does not count: retracted by entry ") }, "\(without)")
      try act("/v1/devices/\(second.lineage)/reinstate")
      #expect(try lines() == whole)
      let one = "\"epoch\":\"\(second.epoch)\",\"first\":1,\"last\":1}"
      let retract = "/v1/devices/\(second.lineage)/retract"
      try act(retract, json: "{\"counts\":\"retracted\",\(one)")
      #expect(try lines()[3] == without[3])
      try act(retract, json: "{\"counts\":\"kept\",\(one)")
      #expect(try lines() == whole)
      try act("/v1/items/\(Sample.tag)/take-down")
      #expect(try lines()[2] == "why      It is not public: it was taken down.")
    }
  }
#endif
