internal import CloudAggregator
internal import Foundation
internal import HTMLPages
internal import JournalFormat
internal import ResultCards

/// The page on which people search the public index. It is made whole here: a form asks for the
/// next one. Where scripts run, one of ours asks for it at every letter instead, and shows its
/// results in the page that is there.
struct SearchPage {
  enum Outcome {
    case notAsked
    case found([PublicEntry], limit: Int)
    /// Why there is no answer, and what to do.
    case refused(String)
  }

  private let outcome: Outcome
  private let query: String
  private let day: Day

  /// - Parameter query: the words as they were typed.
  init(_ outcome: Outcome, of query: String, day: Day) {
    (self.outcome, self.query, self.day) = (outcome, query, day)
  }

  var page: HTMLPage {
    HTMLPage(
      title: query.isEmpty ? "Search" : "\(query) - Search", heading: "Search",
      subtitle: "What many people opened, found by its words", style: Self.style + ResultCard.style,
      content: form + status + "<section id=results aria-label=Results>\(results)</section>",
      script: Self.script, madeOn: day)
  }

  // MARK: Parts

  private var form: HTML {
    // A page with results leaves the focus where the reader is.
    let focus: HTML = query.isEmpty ? " autofocus" : ""
    return "<form role=search><label for=q>Words to look for</label><div class=field>"
      + "<input id=q name=q type=search value=\"\(query)\" "
      + "maxlength=\(PublicSearch.queryByteCountMax) autocomplete=off autocapitalize=off "
      + "spellcheck=false enterkeyhint=search\(focus)>"
      + "<button>Search</button></div></form>"
  }

  /// A live region: screen readers say it when it changes.
  private var status: HTML {
    switch outcome {
    case .notAsked: "<p id=status role=status></p>"
    case .refused(let reason): "<p id=status role=status class=bad>\(reason)</p>"
    case .found(let entries, let limit):
      "<p id=status role=status>\(Self.count(entries.count, limit)) for “<bdi>\(query)</bdi>”</p>"
    }
  }

  private static func count(_ count: Int, _ limit: Int) -> String {
    guard count > 0 else { return "No results" }
    let results = Figure.count(count, "result")
    // There may be more.
    return count == limit ? "The first " + results : results
  }

  private var results: HTML {
    guard case .found(let entries, let limit) = outcome, !entries.isEmpty else { return "" }
    let cards = entries.map { entry -> HTML in
      let card = ResultCard(
        entry.item, engagements: entry.events, devices: entry.distinctDevices,
        feedback: entry.feedback)
      return "<li>\(card.html)</li>"
    }
    let more: HTML =
      entries.count == limit && limit < PublicSearch.resultsMax
      ? "<p><a href=\"?q=\(Self.encoded(query))&amp;limit=\(PublicSearch.resultsMax)\">"
        + "Show up to \(PublicSearch.resultsMax)</a></p>"
      : ""
    return "<ol class=cards>\(cards.joined())</ol>\(more)"
  }

  /// All but unreserved characters as their bytes (RFC 3986, 2.3).
  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private static let style: HTML = """
    label { display: block; color: var(--soft); font-size: 13px; margin: 0 0 4px }
    .field { display: flex; gap: 8px }
    input, button { font: inherit; font-size: 16px; border-radius: 8px; padding: 9px 14px }
    input { flex: 1; min-width: 0; color: var(--ink); background: var(--paper);
      border: 1px solid var(--soft) }
    button { border: 1px solid var(--blue); background: var(--blue); color: var(--paper) }
    a { color: var(--blue) }
    :focus-visible { outline: 3px solid var(--blue); outline-offset: 2px }
    #status { margin: 16px 0 12px; color: var(--soft); min-height: 1.5em }
    #status.bad { color: var(--bad) }

    """

  /// One request at a time: what is typed meanwhile is asked for next. Results are taken from the
  /// page that the server made, as elements of a document in which nothing runs.
  private static let script = PageScript(
    """
    (() => {
      "use strict";
      const field = document.getElementById("q");
      const told = document.getElementById("status");
      const results = document.getElementById("results");
      let asked = field.value;
      let isWaiting = false;
      const ask = async () => {
        if (isWaiting || field.value === asked) return;
        isWaiting = true;
        asked = field.value;
        try {
          const address = asked ? "?q=" + encodeURIComponent(asked) : location.pathname;
          const answer = await fetch(address);
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          const status = page.getElementById("status");
          if (!status) throw new Error("an answer of something else");
          told.className = status.className;
          told.replaceChildren(...status.childNodes);
          results.replaceChildren(...page.getElementById("results").childNodes);
          document.title = page.title;
          history.replaceState(null, "", address);
        } catch {
          told.className = "bad";
          told.textContent = "The server did not answer. Press Enter to ask again.";
          results.replaceChildren();
        }
        isWaiting = false;
        ask();
      };
      field.addEventListener("input", ask);
    })();
    """)
}
