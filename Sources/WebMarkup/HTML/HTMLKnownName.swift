/// Names that the rules of HTML know, and those that pages use most, as numbers.
enum HTMLKnownName: UInt32, CaseIterable {
  case
    html, head, body, title, meta, link, base, script, style, noscript, template, basefont,
    bgsound, noframes, a, abbr, acronym, address, applet, area, article, aside, audio, b, bdi,
    bdo, big, blockquote, br, button, canvas, caption, center, cite, code, col, colgroup, data,
    datalist, dd, del, details, dfn, dialog, dir, div, dl, dt, em, embed, fieldset, figcaption,
    figure, font, footer, form, frame, frameset, h1, h2, h3, h4, h5, h6, header, hgroup, hr, i,
    iframe, image, img, input, ins, kbd, keygen, label, legend, li, listing, main, map, mark,
    marquee, menu, meter, nav, nobr, noembed, object, ol, optgroup, option, output, p, param,
    picture, plaintext, pre, progress, q, rb, rp, rt, rtc, ruby, s, samp, search, section,
    select, small, source, span, strike, strong, sub, summary, sup, svg, math, table, tbody, td,
    textarea, tfoot, th, thead, time, tr, track, tt, u, ul, `var`, video, wbr, xmp, mi, mo, mn,
    ms, mtext, mglyph, malignmark, annotationXml, foreignobject, desc, g, path, rect, circle,
    use, href, src, id, `class`, name, content, property, rel, type, charset, httpEquiv, lang,
    width, height, alt, value, itemscope, itemtype, itemprop, itemid, itemref, vocab, typeof,
    resource, prefix, datetime, target, role, hidden, sizes, srcset, media, async, onclick,
    action, method, placeholder, `for`, tabindex, ariaLabel, ariaHidden, dataId, dataSrc,
    viewbox, d, fill, color, face, size, encoding

  /// Their spellings in the order of the cases: a name of a case cannot have a hyphen.
  static let spellings = """
    html head body title meta link base script style noscript template basefont bgsound noframes
    a abbr acronym address applet area article aside audio b bdi bdo big blockquote br button
    canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div
    dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6
    header hgroup hr i iframe image img input ins kbd keygen label legend li listing main map
    mark marquee menu meter nav nobr noembed object ol optgroup option output p param picture
    plaintext pre progress q rb rp rt rtc ruby s samp search section select small source span
    strike strong sub summary sup svg math table tbody td textarea tfoot th thead time tr track
    tt u ul var video wbr xmp mi mo mn ms mtext mglyph malignmark annotation-xml foreignobject
    desc g path rect circle use href src id class name content property rel type charset
    http-equiv lang width height alt value itemscope itemtype itemprop itemid itemref vocab
    typeof resource prefix datetime target role hidden sizes srcset media async onclick action
    method placeholder for tabindex aria-label aria-hidden data-id data-src viewbox d fill color
    face size encoding
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
}
