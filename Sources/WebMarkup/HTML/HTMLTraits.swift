/// What the rules of HTML say of an element by its name.
struct HTMLTraits: OptionSet {
  let rawValue: UInt32

  /// Has no content and no end tag.
  static let void = HTMLTraits(rawValue: 1 << 0)
  /// The standard's category "special": an end tag does not reach through it.
  static let special = HTMLTraits(rawValue: 1 << 1)
  /// Bounds the scope of most elements.
  static let scope = HTMLTraits(rawValue: 1 << 2)
  /// The end tag closes it from afar too; what is inside stays open.
  static let formatting = HTMLTraits(rawValue: 1 << 3)
  /// Its start tag closes an open paragraph.
  static let closesParagraph = HTMLTraits(rawValue: 1 << 4)
  static let heading = HTMLTraits(rawValue: 1 << 5)
  /// Its end tag closes all that is open inside it.
  static let block = HTMLTraits(rawValue: 1 << 6)
  /// Belongs into the head while the body has not begun.
  static let headContent = HTMLTraits(rawValue: 1 << 7)
  /// Its start tag ends SVG and MathML.
  static let breakout = HTMLTraits(rawValue: 1 << 8)
  /// Ended by others: rb, rt, li, option and the like.
  static let impliedEnd = HTMLTraits(rawValue: 1 << 9)
  static let rcdata = HTMLTraits(rawValue: 1 << 10)
  static let rawtext = HTMLTraits(rawValue: 1 << 11)
  /// Loses a line feed directly behind its start tag.
  static let skipsLineFeed = HTMLTraits(rawValue: 1 << 12)
  /// A row, a cell and the like: belongs into a table.
  static let tablePart = HTMLTraits(rawValue: 1 << 13)

  private static let lists: [(HTMLTraits, [HTMLKnownName])] = [
    (
      .void,
      [
        .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .img, .input, .keygen,
        .link, .meta, .param, .source, .track, .wbr,
      ]
    ),
    (
      .special,
      [
        .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body,
        .br, .button, .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt,
        .embed, .fieldset, .figcaption, .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3,
        .h4, .h5, .h6, .head, .header, .hgroup, .hr, .html, .iframe, .img, .input, .keygen, .li,
        .link, .listing, .main, .marquee, .menu, .meta, .nav, .noembed, .noframes, .noscript,
        .object, .ol, .p, .param, .plaintext, .pre, .script, .search, .section, .select, .source,
        .style, .summary, .table, .tbody, .td, .template, .textarea, .tfoot, .th, .thead, .title,
        .tr, .track, .ul, .wbr, .xmp,
      ]
    ),
    (
      .scope,
      [
        .applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template,
      ]
    ),
    (
      .formatting,
      [
        .a, .b, .big, .code, .em, .font, .form, .i, .nobr, .s, .small, .strike, .strong, .tt, .u,
      ]
    ),
    (
      .closesParagraph,
      [
        .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl,
        .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p,
        .search, .section, .summary, .ul, .h1, .h2, .h3, .h4, .h5, .h6, .pre, .listing, .form,
        .li, .dd, .dt, .plaintext, .hr, .xmp,
      ]
    ),
    (.heading, [.h1, .h2, .h3, .h4, .h5, .h6]),
    (
      .block,
      [
        .address, .applet, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dd,
        .dir, .div, .dl, .dt, .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .listing,
        .main, .marquee, .menu, .nav, .object, .ol, .pre, .search, .section, .select, .summary,
        .ul,
      ]
    ),
    (
      .headContent,
      [
        .base, .basefont, .bgsound, .link, .meta, .title, .noscript, .noframes, .style, .script,
        .template,
      ]
    ),
    (
      .breakout,
      [
        .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1,
        .h2, .h3, .h4, .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p,
        .pre, .ruby, .s, .small, .span, .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var,
      ]
    ),
    (
      .impliedEnd,
      [.dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc]
    ),
    (.rcdata, [.title, .textarea]),
    (.rawtext, [.style, .xmp, .iframe, .noembed, .noframes]),
    (.skipsLineFeed, [.pre, .listing, .textarea]),
    (
      .tablePart,
      [.caption, .colgroup, .col, .tbody, .tfoot, .thead, .tr, .td, .th]
    ),
  ]

  /// By the number of a known name.
  static let all: [HTMLTraits] = {
    var all = [HTMLTraits](repeating: [], count: HTMLKnownName.allCases.count)
    for (trait, names) in lists {
      for name in names { all[Int(name.rawValue)].insert(trait) }
    }
    return all
  }()
}
