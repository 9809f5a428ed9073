import ArgumentParser
import Foundation
import JournalFormat
import WebAddress
import WebMarkup

/// A page that a command reads, and where it is from.
struct WebPageInput {
  let bytes: [UInt8]
  let address: WebURL?
  /// Of the answer that it came with; none of a file's.
  var headers: [WebPageOptions.HeaderField] = []

  /// Bytes of a page file: more than a reader takes, so that it says what it left out.
  static let byteCountMax = 64 << 20

  /// - Parameters:
  ///   - page: a file, "-" for standard input, or an address.
  ///   - address: where a file is from.
  static func read(
    _ page: String, address: WebURL?, fetching options: WebFetchOptions
  ) throws -> WebPageInput {
    guard page != "-" else {
      if isatty(STDIN_FILENO) != 0 {
        Terminal.complain("reading a page from standard input; end it with Ctrl-D")
      }
      return WebPageInput(bytes: try StandardStreams.readInput(), address: address)
    }
    if isAddress(page) { return try options.fetch(WebInput.url(page)) }
    return WebPageInput(
      bytes: try WebInput.read(page, byteCountMax: byteCountMax), address: address)
  }

  /// Whether it is an address of the web, and not a file.
  static func isAddress(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}

/// Where a page is from, as options say it.
struct WebPageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The address that the page is from.", valueName: "address"),
    transform: WebPageOptions.address)
  var url: WebURL?
  @Option(
    help: ArgumentHelp("A header field of the page; can be repeated.", valueName: "name: value"),
    transform: WebPageOptions.field)
  var header: [HeaderField] = []
  @Option(
    help: ArgumentHelp("Obey the robots rules of this agent.", valueName: "name"),
    transform: WebPageOptions.agent)
  var agent: String?

  struct HeaderField {
    let name: String
    let value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// - Parameter answer: fields that came with the page, before those that are given.
  func headers(after answer: [HeaderField]) -> ResponseHeaders {
    ResponseHeaders((answer + header).map { (name: $0.name, value: $0.value) })
  }

  static func address(_ text: String) throws -> WebURL {
    do throws(WebURLProblem) { return try WebURL(parsing: text) } catch {
      throw ValidationError("\"\(text.printable)\" \(error.reason). Write https://HOST/PATH.")
    }
  }

  private static func field(_ text: String) throws -> HeaderField {
    guard let place = text.firstIndex(of: ":"), place > text.startIndex else {
      throw ValidationError("\"\(text.printable)\" is not a header. Write 'Name: value'.")
    }
    let value = text[place...].dropFirst().trimmingCharacters(in: .whitespaces)
    return HeaderField(text[..<place].trimmingCharacters(in: .whitespaces), value)
  }

  private static func agent(_ text: String) throws -> String {
    let isName = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }
    guard isName else {
      throw ValidationError("\"\(text.printable)\" is not the name of an agent, such as Applebot.")
    }
    return text
  }
}
