import ArgumentParser
import Foundation
import JournalFormat
import WebAddress
import WebMarkup
import WebPreview

extension WebCommand {
  struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Report what a search would show of a page, and what to change.",
      discussion: """
        Each row is an element: passed, recommended (works, and could be better), missing or \
        failed. docs/WEB.md explains every row. Of an address this one page is fetched, and \
        nothing that it names.

        Examples:
          spotlog web validate https://example.com/recipes/chips
          spotlog web validate page.html --url https://example.com/recipes/chips
          spotlog web validate page.html --url https://example.com/recipes/chips \\
            --association apple-app-site-association --robots robots.txt \\
            --header 'X-Robots-Tag: noindex' --preview preview.html
          spotlog web validate http://127.0.0.1:8080/ --allow-address 127.0.0.1 --json

        Exit status: 1 a row is missing or failed; 65 a file cannot be read, or an address may \
        not be fetched or gives no page; 66 there is no such file; 69 an address cannot be \
        reached, or this build has no network; 73 --preview cannot be written.
        """)

    @Argument(
      help: ArgumentHelp("A saved page, - for standard input, or an address.", valueName: "file"),
      completion: .file(), transform: GivenPath.named)
    var page: String
    @OptionGroup var options: WebPageOptions
    @OptionGroup var fetching: WebFetchOptions
    @Option(
      help: ArgumentHelp("The site's apple-app-site-association.", valueName: "file"),
      completion: .file(), transform: GivenPath.named)
    var association: String?
    @Option(
      help: ArgumentHelp("The site's robots.txt.", valueName: "file"), completion: .file(),
      transform: GivenPath.named)
    var robots: String?
    @Option(
      help: ArgumentHelp("Write a page that shows the result on devices.", valueName: "file"),
      completion: .file(), transform: GivenPath.named)
    var preview: String?
    @OptionGroup var form: JSONOption

    func validate() throws {
      guard options.url == nil || !WebPageInput.isAddress(page) else {
        throw ValidationError("The page is an address: omit --url.")
      }
      guard fetching.allowAddress.isEmpty || WebPageInput.isAddress(page) else {
        throw ValidationError("The page is not an address: omit --allow-address.")
      }
    }

    func run() throws {
      try reporting {
        let output = preview.map { OutputFile(path: $0, option: "--preview") }
        try output?.refuseOwned()
        for input in [page, association, robots].compactMap(\.self)
        where input != "-" && !WebPageInput.isAddress(input) {
          try output?.refuseInput(input)
        }
        if page == "-" { try output?.refuseStandardInput() }
        let input = try WebPageInput.read(page, address: options.url, fetching: fetching)
        let facts = PageFacts(
          input.bytes, address: input.address, headers: options.headers(after: input.headers),
          agent: options.agent)
        let site = try WebSiteFiles(
          robots: robots, association: association, agent: options.agent)
        let address = facts.address ?? facts.ownAddress
        let report = WebPageReport(
          facts, robots: try site.permission(address), link: try site.link(address))
        if let output {
          let extract = try EscapedJSON.text(PageExtract(facts), isPretty: true)
          try output.write(
            PagePreview(report, extract: extract, day: Timestamp.current.day).text)
        }
        if form.json { try Output.json(report) } else { print(report) }
        if report.hasFindings { throw Failure(.finding, "") }
      }
    }

    // MARK: Text

    private static let (elementWidth, statusWidth, extractedWidth) = (17, 13, 46)
    private static let indent = String(repeating: " ", count: elementWidth + statusWidth)

    private func print(_ report: WebPageReport) {
      var output = Output()
      let address = report.facts.ownAddress?.href ?? "an address that is not known"
      output.line(address.printable)
      output.line(
        report.exclusion.map { "would be indexed: no; \($0.printable)" }
          ?? "would be indexed: yes")
      output.line("")
      output.line(Self.line("ELEMENT", "STATUS", "EXTRACTED", "ATTRIBUTE"))
      for row in report.rows {
        output.line(
          Self.line(
            row.element.rawValue, row.status.rawValue.uppercased(), Self.shortened(row.extracted),
            row.attribute))
        for line in Self.advice(row) { output.line(Self.indent + line) }
      }
      output.flush()
    }

    private static func line(
      _ element: String, _ status: String, _ extracted: String, _ attribute: String
    ) -> String {
      let line =
        Cells.fit(element, elementWidth) + Cells.fit(status, statusWidth)
        + Cells.fit(extracted, extractedWidth) + "  " + attribute
      return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// With how long it is where some of it is cut.
    private static func shortened(_ text: String) -> String {
      let text = text.printable
      guard Cells.width(text) > extractedWidth else { return text }
      let count = " (\(text.count))"
      let start = Cells.fit(text, extractedWidth - count.count - 3)
      return start.trimmingCharacters(in: .whitespaces) + "..." + count
    }

    private static func advice(_ row: ReportRow) -> [String] {
      guard !row.advice.isEmpty else { return [] }
      let place = row.line.map { "Line \($0), \(row.source): " } ?? ""
      return Cells.wrapped((place + row.advice).printable, to: 70)
    }
  }
}
