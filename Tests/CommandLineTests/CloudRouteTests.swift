import Foundation
import TestSupport
import Testing

/// A server with two public items, for whose operator "secret" is the token.
private enum Shelf {
  static let tags = ["01", "02"].map { $0 + String(repeating: "a", count: 32) }

  static func item(_ place: Int) -> String {
    "{\"tag\":\"\(tags[place])\",\"key\":\"k\(place)\\u001b[2J\",\"app\":\"a\","
      + "\"activityType\":\"t\",\"title\":\"Title \(place)\\u202e\","
      + "\"contentDescription\":\"\",\"keywords\":[],"
      + "\"thumbnailURL\":\"\",\"events\":\(place + 7),\"distinctDevices\":5,"
      + "\"shown\":0,\"engaged\":0,\"popularity\":0}"
  }

  static func count(_ place: Int) -> String {
    "{\"tag\":\"\(tags[place])\",\"key\":\"k\(place)\\u001b[2J\",\"app\":\"a\","
      + "\"events\":\(place + 7),\"distinctDevices\":5,\"firstDay\":\"2026-01-01\","
      + "\"lastDay\":\"2026-01-02\"}"
  }

  static func problem(_ name: String, _ status: Int, _ detail: String) -> ScriptedServer.Step {
    .json(
      "{\"type\":\"urn:spotlog:problem:\(name)\",\"status\":\(status),\"detail\":\"\(detail)\"}",
      status: status)
  }

  static func answer(_ request: ScriptedServer.Request) -> [ScriptedServer.Step] {
    let isOperator = request.headers["authorization"] == "Bearer secret"
    switch (request.method, request.path) {
    case ("GET", "/v1/popularity?limit=1000"):
      return [.json("{\"items\":[\(count(0))],\"next\":\"cursor one\"}")]
    case ("GET", "/v1/popularity?limit=1000&after=cursor%20one"):
      return [.json("{\"items\":[\(count(1))],\"next\":null}")]
    case ("GET", "/v1/items/\(tags[0])"): return [.json(item(0))]
    case ("GET", "/v1/search?q=ti%20tle&limit=20"): return [.json("{\"items\":[\(item(1))]}")]
    case (_, let path) where path.hasPrefix("/v1/items/") && request.method == "GET":
      // It was hidden since it was counted.
      return [problem("not-found", 404, "There is no such item.")]
    case _ where !isOperator:
      return [problem("unauthorized", 401, "The operator's token is missing or wrong.")]
    case ("GET", "/v1/devices?limit=1000"):
      let device =
        "{\"lineage\":\"ab\\u0007\",\"epochs\":[{\"epoch\":\"e\",\"head\":1234,\"incidents\":1}],"
        + "\"enrolled\":\"2026-01-01T00:00:00.000Z\",\"received\":null,\"isRevoked\":false,"
        + "\"countsRetracted\":false,\"isErased\":false}"
      return [.json("{\"devices\":[\(device)],\"next\":null}")]
    case ("GET", "/v1/candidates?limit=1000"):
      // As a version without takedowns answered.
      let row = "{\"tag\":\"\(tags[0])\",\"content\":\"c\",\"endorsers\":1,\"asked\":2}"
      return [.json("{\"candidates\":[\(row)],\"next\":null}")]
    case ("GET", "/v1/incidents?limit=1000"):
      return [.json("{\"incidents\":[{\"number\":1}],\"next\":\"1\"}")]
    case ("GET", "/v1/incidents?limit=1000&after=1"):
      return [.json("{\"incidents\":[{\"number\":2}],\"next\":\"1\"}")]
    case ("POST", _):
      let body = String(decoding: request.body, as: UTF8.self)
      return [.json("{\"path\":\"\(request.path)\",\"body\":\(body)}")]
    default: return [.json("[1]")]
    }
  }
}

@Suite("A cloud that is asked over the network", .serialized) struct CloudRouteTests {
  private let program = Program.built
  private let token: TemporaryFolder

  init() throws {
    token = try TemporaryFolder()
    try Data("secret\n".utf8).write(to: URL(fileURLWithPath: token.file("token")))
  }

  private func run(_ arguments: [String]) throws -> Program.Outcome {
    let server = try ScriptedServer { Shelf.answer($0) }
    defer { server.stop() }
    return try program.run(["cloud"] + arguments + ["--url", server.address])
  }

  private func runAsOperator(_ arguments: [String]) throws -> Program.Outcome {
    try run(arguments + ["--token-file", token.file("token")])
  }

  @Test func `shows what is public, page after page, and moves no cursor`() throws {
    let counts = try run(["popularity"])
    #expect(
      counts.output
        == "key\tevents\tdistinctDevices\tfirstDay\tlastDay\tapp\n"
        + "k0\\u{1b}[2J\t7\t5\t2026-01-01\t2026-01-02\ta\n"
        + "k1\\u{1b}[2J\t8\t5\t2026-01-01\t2026-01-02\ta\n", "\(counts.errors)")
    let items = try run(["items"])
    #expect(items.status == 0 && items.output.split(separator: "\n").count == 1)
    #expect(items.output.contains("\"tag\":\"\(Shelf.tags[0])\""))
    #expect(try run(["search", "ti", "tle"]).output == "8  Title 1\\u{202e}  k1\\u{1b}[2J  a\n")
    // Its key is no address, so there is nothing to open.
    #expect(
      try run(["search", "ti", "tle", "--cards"]).output
        == "Title 1\\u{202e}\n  app         a (public)\n  opened      8 times on 5 devices\n")
  }

  @Test func `lists for its operator, and does as told`() throws {
    let devices = try runAsOperator(["devices"])
    #expect(devices.status == 0 && devices.errors.isEmpty, "\(devices.errors)")
    #expect(devices.output.split(separator: "\n").count == 2)
    for word in ["ab\\u{7}", "never", "1,234", "active, 1 fork"] {
      #expect(devices.output.contains(word), "\(devices.output)")
    }
    let lineage = String(repeating: "0a", count: 16)
    let tag = Shelf.tags[0]
    for (arguments, path, body) in [
      (["revoke", lineage], "devices/\(lineage)/revoke", "counts kept"),
      (
        ["revoke", lineage, "--counts", "retracted"], "devices/\(lineage)/revoke",
        "counts retracted"
      ),
      (["reinstate", lineage], "devices/\(lineage)/reinstate", ""),
      (
        ["retract", lineage, "--epoch", lineage, "--first", "2", "--last", "9"],
        "devices/\(lineage)/retract", "counts retracted  epoch \(lineage)  first 2  last 9"
      ),
      (
        [
          "retract", lineage, "--epoch", lineage, "--first", "1", "--last",
          "18446744073709551615", "--undo",
        ], "devices/\(lineage)/retract",
        "counts kept  epoch \(lineage)  first 1  last 18446744073709551615"
      ),
      (["erase", lineage, "--yes"], "devices/\(lineage)/erase", ""),
      (["take-down", tag], "items/\(tag)/take-down", ""),
      (["restore", tag], "items/\(tag)/restore", ""),
    ] {
      let outcome = try runAsOperator(arguments)
      #expect(outcome.output == "body \(body)  path /v1/\(path)\n", "\(outcome.errors)")
      #expect(outcome.status == 0)
    }
  }

  @Test func `of another version is named, and its lists are printed as they are`() throws {
    let refused = try runAsOperator(["candidates"])
    #expect(refused.status == 65 && refused.output.isEmpty, "\(refused)")
    #expect(
      refused.errors.contains(
        "/v1/candidates answers without \"isTakenDown\": the server has another version. Use the "
          + "program of the server's version, or print the answer as it is with --json."),
      "\(refused.errors)")
    let json = try runAsOperator(["candidates", "--json"])
    #expect(json.status == 0 && json.output.contains("\"endorsers\" : 1"), "\(json)")
  }

  private static func retraction(
    _ first: String, _ last: String, epoch: String = String(repeating: "0a", count: 16)
  ) -> [String] {
    [
      "retract", String(repeating: "0a", count: 16), "--epoch", epoch, "--first=" + first,
      "--last", last, "--url", "http://a.example",
    ]
  }

  @Test(arguments: [
    (["status", "--data", "/none", "--url", "http://a.example"], 64 as Int32, "and not both"),
    (
      ["status"], 64,
      "Name the cloud: --data DIR for its data folder, or --url URL for its server."
    ),
    (["search", "word"], 64, "Name the cloud: --data DIR"),
    (["popularity", "--url", "ftp://a.example"], 64, "begins with http://"),
    (["devices", "--url", "http://a.example"], 64, "This is for the operator"),
    (["devices"], 64, "--url"),
    (
      ["devices", "--url", "http://a.example", "--token-file", "/none"], 66,
      "/none is empty or not there"
    ),
    (["revoke", "ab", "--url", "http://a.example"], 64, "32 hexadecimal digits"),
    (["take-down", "ab", "--url", "http://a.example"], 64, "34 hexadecimal digits"),
    (retraction("1", "0"), 64, "--first takes 1 or more, and not above --last"),
    (retraction("0", "9"), 64, "--first takes 1 or more, and not above --last"),
    (retraction("-1", "9"), 64, "--first"),
    (retraction("1", "9", epoch: "ab"), 64, "ab is not an epoch. Give 32 hexadecimal digits."),
    (["rebuild", "--url", "http://a.example"], 64, "--data"),
    (
      ["search", "word", "--data", "/none", "--cards", "--json"], 64,
      "--cards and --json cannot be combined."
    ),
  ])
  func `says what is wrong`(arguments: [String], status: Int32, message: String) throws {
    let outcome = try program.run(["cloud"] + arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `says who refuses, who does not answer, and who gives a page for ever`() throws {
    let refused = try run(["status"])
    #expect(refused.status == 65)
    #expect(refused.errors == "spotlog: The operator's token is missing or wrong.\n")
    let strange = try runAsOperator(["status"])
    #expect(strange.status == 65 && strange.errors.contains("with other members"))
    let endless = try runAsOperator(["incidents"])
    #expect(endless.status == 65 && endless.errors.contains("one page forever"))
    let server = try ScriptedServer { _ in [] }
    server.stop()
    let gone = try program.run(["cloud", "search", "word", "--url", server.address])
    #expect(gone.status == 69 && gone.errors.contains("nobody takes connections there"))
  }
}
