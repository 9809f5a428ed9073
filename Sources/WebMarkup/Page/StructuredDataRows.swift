/// Rows of the page's structured data.
struct StructuredDataRows {
  let facts: PageFacts
  let result: RichResult

  /// Problems that get a row; the rest are counted.
  private static let problemCountMax = 20

  var rows: [ReportRow] {
    let problems = facts.structuredData.problems + result.problems
    var rows = [summary(problems)]
    rows += problems.prefix(Self.problemCountMax).map { problem in
      ReportRow(
        .structuredData, problem.isLoss ? .failed : .recommended, advice: Self.sentence(problem),
        at: PageFact("", source: problem.syntax.rawValue, line: problem.line))
    }
    let rest = problems.count - Self.problemCountMax
    if rest > 0 {
      rows.append(
        ReportRow(.structuredData, .recommended, advice: "\(rest) more problems are not shown."))
    }
    return rows
  }

  private static func sentence(_ problem: MarkupProblem) -> String {
    let text = problem.text
    let start = text.prefix(1).uppercased() + text.dropFirst()
    return text.hasSuffix(".") ? start : start + "."
  }

  private func summary(_ problems: [MarkupProblem]) -> ReportRow {
    let things = facts.structuredData.things
    if let choice = result.choice {
      let fact = PageFact("", source: choice.thing.syntax.rawValue, line: choice.thing.line)
      return ReportRow(
        .structuredData, .passed, "\(Self.types(choice.thing)): \(Self.text(choice.reason))",
        at: fact)
    }
    guard let first = things.first else {
      return ReportRow(
        .structuredData, .recommended,
        advice: "The page has no structured data. Add JSON-LD of schema.org, such as a Recipe, "
          + "Product, Event or Article with its fields, to show more than title and description.")
    }
    let types = things.map(Self.types)
    var seen: Set<String> = []
    let names = types.filter { seen.insert($0).inserted }.prefix(8).joined(separator: ", ")
    return ReportRow(
      .structuredData, .recommended, names,
      advice: "No thing of the page is of a kind that results show. Add the thing that the page "
        + "is about, such as a Recipe, Product, Event or Article.",
      at: PageFact("", source: first.syntax.rawValue, line: first.line))
  }

  private static func types(_ thing: Thing) -> String {
    thing.types.isEmpty ? "a thing without a type" : thing.types.joined(separator: " and ")
  }

  private static func text(_ reason: RichResult.Reason) -> String {
    switch reason {
    case .mainEntity(let type): "the main entity of the \(type)"
    case .namesPage: "it names this page"
    case .only: "the only one of a kind that is shown"
    case .richest(let count): "the one with the most fields of \(count)"
    }
  }
}
