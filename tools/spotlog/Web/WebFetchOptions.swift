import ArgumentParser
import JournalFormat
import WebAddress
import WebFetch
import WebMarkup

#if Server
  import WebFetcher
#endif

/// Where a page may be fetched from.
struct WebFetchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Fetch from this private address too, or block of addresses; can be repeated.",
      valueName: "address"),
    transform: WebFetchOptions.block)
  var allowAddress: [AddressBlock] = []

  /// - Parameter text: an address, or a block of them in the notation of CIDR.
  private static func block(_ text: String) throws -> AddressBlock {
    let bitCount = text.contains(":") ? 128 : 32
    guard let block = AddressBlock(text.contains("/") ? text : "\(text)/\(bitCount)") else {
      throw ValidationError(
        "\"\(text.printable)\" is not an address. Write 127.0.0.1, ::1 or 10.0.0.0/8.")
    }
    return block
  }

  /// Fetches a page.
  ///
  /// - Throws: `Failure`: it cannot be fetched, or is no page, or this build has no network.
  func fetch(_ url: WebURL) throws -> WebPageInput {
    #if Server
      let fetcher = WebFetcher(
        rule: FetchRule(allowing: allowAddress), agent: "Spotlog/\(SpotlogVersion.current)")
      let outcome = try waiting { () async -> Result<FetchedAnswer, FetchProblem> in
        do throws(FetchProblem) { return .success(try await fetcher.fetch(url)) } catch {
          return .failure(error)
        }
      }
      do throws(FetchProblem) {
        let answer = try outcome.get()
        return WebPageInput(
          bytes: try answer.page(), address: answer.address,
          headers: answer.head.fields.map { WebPageOptions.HeaderField($0.name, $0.value) })
      } catch {
        throw Failure(
          error.isPassing ? .unavailable : .badInput,
          "\(url.href.printable): \(error.reason.printable)")
      }
    #else
      let address = url.href.asShellWord
      throw Failure(
        .unavailable,
        "This build has no network. Save the page (curl -sL -o page.html \(address)) and give "
          + "the file: page.html --url \(address)")
    #endif
  }
}
