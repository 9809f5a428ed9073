/// Nodes of a page's structured data while they are read, and which is a value of which.
///
/// A node is a child of the one that it was written in. Every other mention of it, by its
/// identifier or by `itemref`, is a reference. The nodes become trees, in which references are
/// followed only as far as all trees together stay small: a chain of references can be a cycle, and
/// can double what it leads to at each step.
struct ThingGraph {
  enum Value: Hashable {
    case text(String)
    /// A node that was written here.
    case child(Int)
    /// A node that was written elsewhere.
    case node(Int)
    /// Whatever node has this identifier; without one, the identifier as a text.
    case identifier(String)
  }

  struct Edge {
    var name: String
    var value: Value
    var line: Int
  }

  struct Node {
    var types: [String] = []
    var id: String?
    var edges: [Edge] = []
    var line: Int
    /// Whether it stands on its own, and is not only a value.
    var isTop: Bool
  }

  /// References in a row.
  static let referenceDepthMax = 3
  /// Values of all trees, if references are followed.
  static let referencedValueCountMax = 1 << 14

  let syntax: Thing.Syntax
  private(set) var nodes: [Node] = []
  private var nodeByIdentifier: [String: Int] = [:]
  /// Values of nodes that were written twice.
  private var known: [Int: Set<Edge.Fact>] = [:]
  private var texts = BoundedText()
  private var valueCount = 0
  private(set) var problems: [MarkupProblem] = []
  private(set) var isCut = false

  init(_ syntax: Thing.Syntax) { self.syntax = syntax }

  // MARK: Reading

  mutating func report(_ text: String, line: Int, isLoss: Bool = true) {
    guard problems.count < ThingBounds.problemCountMax else { return }
    problems.append(MarkupProblem(syntax, line: line, text, isLoss: isLoss))
  }

  /// Whether there is room for more.
  var hasRoom: Bool { valueCount < ThingBounds.valueCountMax }

  /// A text within the bounds.
  mutating func text(_ text: String) -> String { texts.text(text) }
  mutating func text(_ bytes: some Sequence<UInt8>) -> String { texts.text(bytes) }

  /// The node with this identifier, which an earlier one may have had, and whether it is new.
  mutating func add(_ id: String?, line: Int, isTop: Bool) -> (node: Int, isNew: Bool) {
    if let id, let node = nodeByIdentifier[id] {
      if isTop { nodes[node].isTop = true }
      if known[node] == nil { known[node] = Set(nodes[node].edges.map(\.fact)) }
      return (node, false)
    }
    valueCount += 1
    let isBlank = id?.hasPrefix("_:") == true
    nodes.append(Node(id: isBlank ? nil : id, line: line, isTop: isTop))
    if let id { nodeByIdentifier[id] = nodes.count - 1 }
    return (nodes.count - 1, true)
  }

  /// For nodes that are not joined by it.
  mutating func setIdentifier(_ id: String?, of node: Int) { nodes[node].id = id }

  mutating func addType(_ type: String, to node: Int) {
    let type = SchemaName.shortened(type)
    guard nodes[node].types.count < 16, !nodes[node].types.contains(type) else { return }
    nodes[node].types.append(type)
  }

  /// An empty text and a text that the node has already say nothing. An additional type is a type.
  mutating func add(_ name: String, _ value: Value, line: Int, to node: Int) {
    guard hasRoom else {
      isCut = true
      return
    }
    var value = value
    let name = SchemaName.shortened(name)
    switch value {
    case .text(let text), .identifier(let text):
      if text.isEmpty { return }
      // How Microdata writes types of another vocabulary.
      if name == "additionalType", text.contains(":") {
        addType(text, to: node)
        return
      }
      if case .text = value { value = .text(SchemaName.spelled(text)) }
    case .child, .node: break
    }
    let edge = Edge(name: name, value: value, line: line)
    if known[node]?.insert(edge.fact).inserted == false { return }
    valueCount += 1
    nodes[node].edges.append(edge)
  }

  // MARK: Trees

  /// The nodes that stand on their own, as trees, in their order.
  mutating func things() -> [Thing] {
    if texts.isCut || isCut { report("the page says more than is read of a page", line: 1) }
    let targets = nodes.map { $0.edges.map(target) }
    let depth = Self.referenceDepth(of: nodes, targets)
    var path: [Bool] = Array(repeating: false, count: nodes.count)
    return nodes.indices.filter { nodes[$0].isTop }.map {
      thing($0, targets, references: depth, depth: 1, &path)
    }
  }

  /// Of an edge to another node.
  private struct Target {
    var node: Int
    var isChild: Bool
  }

  private func target(of edge: Edge) -> Target? {
    switch edge.value {
    case .text: nil
    case .child(let node): Target(node: node, isChild: true)
    case .node(let node): Target(node: node, isChild: false)
    case .identifier(let id):
      nodeByIdentifier[id].flatMap {
        nodes[$0].types.isEmpty && nodes[$0].edges.isEmpty ? nil : Target(node: $0, isChild: false)
      }
    }
  }

  /// How many references in a row are followed. Without any, each node occurs once.
  ///
  /// The size of a tree is that of its node and of what it leads to. A child stands behind its
  /// parent, so sizes are known from the last node to the first.
  private static func referenceDepth(of nodes: [Node], _ targets: [[Target?]]) -> Int {
    var sizes: [Int] = Array(repeating: 0, count: nodes.count)
    for depth in 0...referenceDepthMax {
      let nearer = sizes
      for node in nodes.indices.reversed() {
        var size = 1 + nodes[node].edges.count
        for case let target? in targets[node] {
          if target.isChild {
            size += sizes[target.node]
          } else if depth > 0 {
            size += nearer[target.node]
          }
        }
        sizes[node] = min(size, referencedValueCountMax + 1)
      }
      let total = nodes.indices.reduce(0) { $0 + (nodes[$1].isTop ? sizes[$1] : 0) }
      if total > referencedValueCountMax { return max(0, depth - 1) }
    }
    return referenceDepthMax
  }

  private mutating func thing(
    _ node: Int, _ targets: [[Target?]], references: Int, depth: Int, _ path: inout [Bool]
  ) -> Thing {
    path[node] = true
    defer { path[node] = false }
    var thing = Thing(
      syntax, types: nodes[node].types, id: nodes[node].id, line: nodes[node].line)
    for (place, edge) in nodes[node].edges.enumerated() {
      let value: Thing.Value?
      if let target = targets[node][place] {
        let isFollowed = target.isChild || references > 0
        if path[target.node] || !isFollowed {
          // Most pages with a graph have cycles, and mean nothing wrong.
          value = nodes[target.node].id.map(Thing.Value.text)
          if value == nil {
            report("\(edge.name) leads back, or too far: it is left out", line: edge.line)
          }
        } else if depth == ThingBounds.depthMax {
          report("what is nested deeper is not read", line: edge.line)
          value = nil
        } else {
          value = .thing(
            self.thing(
              target.node, targets, references: references - (target.isChild ? 0 : 1),
              depth: depth + 1, &path))
        }
      } else {
        value = Self.text(of: edge.value).map(Thing.Value.text)
      }
      if let value { thing.properties.append(Thing.Property(edge.name, value, line: edge.line)) }
    }
    return thing
  }

  /// Blank nodes of which nothing is known say nothing.
  private static func text(of value: Value) -> String? {
    switch value {
    case .text(let text): text
    case .identifier(let id): id.hasPrefix("_:") ? nil : SchemaName.spelled(id)
    case .child, .node: nil
    }
  }
}

extension ThingGraph.Edge {
  /// What it says, wherever.
  struct Fact: Hashable {
    var name: String
    var value: ThingGraph.Value
  }

  var fact: Fact { Fact(name: name, value: value) }
}
