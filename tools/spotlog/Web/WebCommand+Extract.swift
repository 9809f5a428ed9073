import ArgumentParser
import JournalFormat
import WebAddress
import WebMarkup

extension WebCommand {
  struct Extract: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print all facts and structured data of a page as JSON.",
      discussion: """
        Equal pages give equal bytes. docs/JSON.md has the keys, docs/WEB.md what is read.

        Examples:
          spotlog web extract page.html --url https://example.com/recipes/chips
          curl -s https://a.example/ | spotlog web extract - --url https://a.example/

        Exit status: 65 the page cannot be read; 66 there is no such file.
        """)

    @Argument(
      help: ArgumentHelp("A saved page, or - for standard input.", valueName: "file"),
      completion: .file(), transform: GivenPath.named)
    var page: String
    @OptionGroup var options: WebPageOptions

    func validate() throws {
      guard options.url != nil else {
        throw ValidationError("--url is missing: relative addresses depend on it.")
      }
    }

    func run() throws {
      try reporting {
        let input = try WebPageInput.read(page, address: options.url)
        let facts = PageFacts(
          input.bytes, address: input.address, headers: options.headers, agent: options.agent)
        try Output.json(PageExtract(facts))
      }
    }
  }
}
