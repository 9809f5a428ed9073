import ArgumentParser
import JournalFormat
import WebAddress
import WebMarkup

extension WebCommand {
  struct Extract: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print all facts and structured data of a page as JSON.",
      discussion: """
        Equal pages give equal bytes. docs/JSON.md has the keys, docs/WEB.md what is read. Of an \
        address this one page is fetched, and nothing that it names.

        Examples:
          spotlog web extract https://example.com/recipes/chips
          spotlog web extract page.html --url https://example.com/recipes/chips
          curl -s https://a.example/ | spotlog web extract - --url https://a.example/

        Exit status: 65 the page cannot be read, or its address may not be fetched or gives no \
        page; 66 there is no such file; 69 the address cannot be reached, or this build has no \
        network.
        """)

    @Argument(
      help: ArgumentHelp("A saved page, - for standard input, or an address.", valueName: "file"),
      completion: .file(), transform: GivenPath.named)
    var page: String
    @OptionGroup var options: WebPageOptions
    @OptionGroup var fetching: WebFetchOptions

    func validate() throws {
      let isAddress = WebPageInput.isAddress(page)
      guard options.url != nil || isAddress else {
        throw ValidationError("--url is missing: relative addresses depend on it.")
      }
      guard options.url == nil || !isAddress else {
        throw ValidationError("The page is an address: omit --url.")
      }
      guard fetching.allowAddress.isEmpty || isAddress else {
        throw ValidationError("The page is not an address: omit --allow-address.")
      }
    }

    func run() throws {
      try reporting {
        let input = try WebPageInput.read(page, address: options.url, fetching: fetching)
        let facts = PageFacts(
          input.bytes, address: input.address, headers: options.headers(after: input.headers),
          agent: options.agent)
        try Output.json(PageExtract(facts))
      }
    }
  }
}
