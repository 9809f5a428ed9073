package import WebAddress

/// The addresses that one page is asked for at, one redirect after the other.
package struct RedirectChain: Hashable, Sendable {
  /// Those that redirected, in order.
  package private(set) var followed: [WebURL] = []
  /// The one to ask now.
  package private(set) var current: WebURL

  package init(_ url: WebURL) { current = url }

  /// Whether an answer leads elsewhere; its body is of no interest then.
  package static func isRedirect(_ answer: AnswerHead) -> Bool {
    [301, 302, 303, 307, 308].contains(answer.status) && answer.values(of: "location").first != nil
  }

  /// Follows a redirect. The caller checks the new address as it did the first.
  ///
  /// - Returns: false if the answer is not a redirect.
  /// - Throws: `FetchProblem`: the target is not an http or https address, was asked before, would
  ///   be asked without TLS after an address with it, or is one redirect too many.
  package mutating func follow(
    _ answer: AnswerHead, atMost countMax: Int
  ) throws(FetchProblem) -> Bool {
    guard Self.isRedirect(answer), let location = answer.values(of: "location").first else {
      return false
    }
    guard followed.count < countMax else { throw .tooManyRedirects(countMax) }
    let next: WebURL
    do throws(WebURLProblem) { next = try target(location) } catch {
      throw .badRedirect(location, error)
    }
    guard current.scheme == .http || next.scheme == .https else {
      throw .insecureRedirect(next.href)
    }
    let asked = (followed + [current]).map(Self.question)
    guard !asked.contains(Self.question(next)) else { throw .redirectLoop(next.href) }
    followed.append(current)
    current = next
    return true
  }

  /// A target without a fragment keeps the one of the address that redirects.
  private func target(_ location: String) throws(WebURLProblem) -> WebURL {
    let next = try WebURL(parsing: location, relativeTo: current)
    guard !next.href.contains("#"), let fragment = current.fragment else { return next }
    return try WebURL(parsing: "\(next.href)#\(fragment)")
  }

  /// What a server is asked, which a fragment is no part of.
  private static func question(_ url: WebURL) -> String { url.origin + url.requestTarget }
}
