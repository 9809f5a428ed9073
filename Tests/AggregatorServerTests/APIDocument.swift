#if Server
  import Foundation
  import HTTPTypes
  import Sync

  @testable import AggregatorServer

  /// What an OpenAPI document says, and where it does not say what the server does.
  struct APIDocument {
    private let root: JSONObject

    init(_ root: JSONObject) { self.root = root }

    /// An operation under its method, such as "get", and its path.
    struct Operation {
      let path: String
      let method: String
      let content: JSONObject

      var name: String { content["operationId"] as? String ?? "" }
      var responses: JSONObject { content["responses"] as? JSONObject ?? [:] }
      var statuses: Set<Int> { Set(responses.keys.compactMap { Int($0) }) }
      var parameters: [JSONObject] { content["parameters"] as? [JSONObject] ?? [] }
      /// The names of what may open it; nil: nothing is asked for.
      var security: [String]? { (content["security"] as? [JSONObject])?.flatMap(\.keys) }
    }

    var operations: [Operation] {
      (root["paths"] as? JSONObject ?? [:]).sorted { $0.key < $1.key }.flatMap { path, methods in
        (methods as? JSONObject ?? [:]).sorted { $0.key < $1.key }.map { method, content in
          Operation(path: path, method: method, content: content as? JSONObject ?? [:])
        }
      }
    }

    /// What a reference or a path into the document leads to.
    func find(_ reference: String) -> Any? {
      guard reference.hasPrefix("#/") else { return nil }
      return reference.dropFirst(2).split(separator: "/").reduce(root as Any?) {
        ($0 as? JSONObject)?[String($1)]
      }
    }

    func schema(_ name: String) -> JSONObject {
      find("#/components/schemas/\(name)") as? JSONObject ?? [:]
    }

    func properties(_ name: String) -> Set<String> {
      Set((schema(name)["properties"] as? JSONObject ?? [:]).keys)
    }

    func required(_ name: String) -> Set<String> {
      Set(schema(name)["required"] as? [String] ?? [])
    }

    // MARK: Findings

    var findings: [String] {
      references + unknownOperations + Endpoint.allCases.flatMap(findings) + statuses
        + operations.flatMap(missingParameters)
    }

    private var unknownOperations: [String] {
      operations.filter { operation in
        !Endpoint.allCases.contains { Self.isOf($0, operation) }
      }.map { "\($0.method) \($0.path) is no endpoint" }
    }

    private static func isOf(_ endpoint: Endpoint, _ operation: Operation) -> Bool {
      endpoint.path == operation.path
        && endpoint.method.rawValue.lowercased() == operation.method
    }

    private func findings(of endpoint: Endpoint) -> [String] {
      guard let operation = operations.first(where: { Self.isOf(endpoint, $0) }) else {
        return ["\(endpoint) is missing"]
      }
      var findings: [String] = []
      if operation.name != endpoint.rawValue { findings.append("\(endpoint) has another name") }
      if operation.content["summary"] as? String != endpoint.purpose {
        findings.append("\(endpoint) has another purpose")
      }
      let security: [String]? =
        switch endpoint.access {
        case .operator: ["operatorToken"]
        case .viewer: ["operatorToken", "viewerToken"]
        case .everyone, .device: nil
        }
      if operation.security != security { findings.append("\(endpoint): who may ask") }
      let missing = Self.certainStatuses(of: endpoint).subtracting(operation.statuses)
      // It has a device stop.
      if endpoint.access != .device, operation.statuses.contains(403) {
        findings.append("\(endpoint) is for nobody who is to stop")
      }
      return findings + missing.sorted().map { "\(endpoint) can answer \($0)" }
    }

    /// What an endpoint answers sooner or later, by what it does.
    private static func certainStatuses(of endpoint: Endpoint) -> Set<Int> {
      var statuses: Set = [200, 408, 431, 500]
      switch endpoint.access {
      case .operator, .viewer: statuses.insert(401)
      // Of an address that has its share.
      case .everyone, .device: if endpoint != .health { statuses.insert(429) }
      }
      // It reads a body, and waits for the aggregator.
      if endpoint.isPost { statuses.formUnion([400, 413, 415, 503]) }
      if endpoint.access == .device { statuses.insert(403) }
      switch endpoint {
      // Of another time, or what was erased.
      case .open, .wanted, .rotate, .revokeDevice, .reinstateDevice, .retractReports:
        statuses.insert(409)
      default: break
      }
      if endpoint.path.contains("{") { statuses.insert(404) }
      return statuses
    }

    /// Each status is of a problem that has it, in a document that says so.
    private var statuses: [String] {
      let kinds = Dictionary(grouping: EdgeProblem.Kind.allCases) { $0.status.code }
      return operations.flatMap { operation in
        operation.responses.sorted { $0.key < $1.key }.compactMap { status, response in
          let place = "\(operation.name) \(status)"
          guard let code = Int(status) else { return "\(place) is no status" }
          if code == 200 { return nil }
          guard let kinds = kinds[code] else { return "\(place) is no problem's" }
          guard let reference = (response as? JSONObject)?["$ref"] as? String else {
            // A health that is bad is told as a good one is, and people are told on a page.
            let told: [String: [Int]] = ["health": [503], "page": [400, 503]]
            return told[operation.name]?.contains(code) == true ? nil : "\(place) is no reference"
          }
          let name = reference.split(separator: "/").last.map(String.init)
          return kinds.contains { Self.name(of: $0) == name } ? nil : "\(place) is \(name ?? "")"
        }
      }
    }

    /// As the document's components are named: "not-found" is `notFound`.
    static func name(of kind: EdgeProblem.Kind) -> String {
      let words = kind.rawValue.split(separator: "-")
      return words.dropFirst().reduce(String(words[0])) {
        $0 + $1.prefix(1).uppercased() + $1.dropFirst()
      }
    }

    private func missingParameters(_ operation: Operation) -> [String] {
      let named = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }
        .map { String($0.dropFirst().dropLast()) }
      let told = operation.parameters.filter { $0["in"] as? String == "path" }
      return named == told.compactMap { $0["name"] as? String }
        ? [] : ["\(operation.name): the parameters in its path"]
    }

    private var references: [String] { references(in: root) }

    private func references(in value: Any) -> [String] {
      if let list = value as? [Any] { return list.flatMap(references) }
      guard let object = value as? JSONObject else { return [] }
      let own = (object["$ref"] as? String).flatMap { find($0) == nil ? "\($0) is nothing" : nil }
      return (own.map { [$0] } ?? [])
        + object.sorted { $0.key < $1.key }.flatMap { references(in: $0.value) }
    }
  }
#endif
