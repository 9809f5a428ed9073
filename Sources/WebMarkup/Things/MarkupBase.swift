internal import WebAddress

/// What relative addresses of a page are relative to.
struct MarkupBase {
  private let url: WebURL?

  init(_ url: WebURL?) { self.url = url }

  /// The absolute address; the text itself where it is no http(s) address, as with "mailto:".
  func absolute(_ text: String) -> String { WebURL(text, relativeTo: url)?.href ?? text }

  /// The base for a JSON-LD context with a `@base` of its own.
  func within(_ base: String) -> MarkupBase { MarkupBase(WebURL(base, relativeTo: url) ?? url) }
}
