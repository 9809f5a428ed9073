internal import ContentEncoding
package import WebAddress

/// Status and header fields of an answer.
package struct AnswerHead: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    /// In lower case.
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      (self.name, self.value) = (name.lowercased(), value)
    }
  }

  /// Of HTTP, 100 to 999.
  package let status: Int
  /// In the order in which they came.
  package let fields: [Field]

  package init(status: Int, fields: [Field]) { (self.status, self.fields) = (status, fields) }

  /// - Parameter name: in lower case.
  package func values(of name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }
}

/// A whole answer: where it is from, what it says, and its bytes without their content encoding.
package struct FetchedAnswer: Hashable, Sendable {
  /// Where the body is from, after all redirects.
  package let address: WebURL
  /// The addresses that redirected, in order.
  package let redirects: [WebURL]
  package let head: AnswerHead
  package let body: [UInt8]

  /// - Parameters:
  ///   - body: as it travelled.
  ///   - byteCountMax: bytes that may come out of the content encoding.
  /// - Throws: `FetchProblem`: the content encoding is unknown, is not what the bytes have, or
  ///   holds more than the bound.
  package init(
    _ chain: RedirectChain, _ head: AnswerHead, body: [UInt8], atMost byteCountMax: Int
  ) throws(FetchProblem) {
    (address, redirects, self.head) = (chain.current, chain.followed, head)
    self.body = try Self.decoded(body, head, atMost: byteCountMax)
  }

  private static func decoded(
    _ body: [UInt8], _ head: AnswerHead, atMost byteCountMax: Int
  ) throws(FetchProblem) -> [UInt8] {
    let encodings = head.values(of: "content-encoding")
      .flatMap { $0.split(separator: ",") }
      .map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }
      .filter { !$0.isEmpty && $0 != "identity" }
    // A redirect and an empty page have nothing to decode, whatever their head says.
    guard let encoding = encodings.first, !body.isEmpty else { return body }
    guard encodings.count == 1, ["gzip", "x-gzip", "deflate"].contains(encoding) else {
      throw .unknownEncoding(encodings.joined(separator: ", "))
    }
    let plain: [UInt8]?
    do throws(ContentEncodingProblem) {
      plain = try BodyInflater.inflate(body, atMost: byteCountMax)
    } catch {
      switch error {
      case .tooLarge: throw .bodyTooLarge(byteCountMax)
      case .noMemory: throw .noMemory
      }
    }
    guard let plain else { throw .badEncoding(encoding) }
    return plain
  }

  /// The body, if it is a page that a search would read.
  ///
  /// - Throws: `FetchProblem`: the status is not 200, or the media type is not one of HTML and the
  ///   answer does not leave it out and begin like HTML.
  package func page() throws(FetchProblem) -> [UInt8] {
    guard head.status == 200 else { throw .status(head.status) }
    guard let type = head.values(of: "content-type").first else {
      guard beginsLikeHTML else { throw .mediaType("") }
      return body
    }
    let essence = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
    guard ["text/html", "application/xhtml+xml"].contains(essence) else {
      throw .mediaType(essence)
    }
    return body
  }

  /// "<" and a letter, or "<!", behind blanks and a byte order mark.
  private var beginsLikeHTML: Bool {
    var rest = body[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    rest = rest.drop { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
    guard rest.popFirst() == UInt8(ascii: "<"), let next = rest.first else { return false }
    return next == UInt8(ascii: "!") || (0x61...0x7A).contains(next | 0x20)
  }
}
