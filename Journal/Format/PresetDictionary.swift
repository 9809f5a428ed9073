/// What both sides know before the first byte: text that content reports often repeat.
///
/// A dictionary is part of the format: it never changes. A better one gets the next identifier.
package enum PresetDictionary {
  package static let currentIdentifier: UInt8 = 1

  package static func bytes(identifier: UInt8) throws(FormatError) -> [UInt8] {
    guard identifier == currentIdentifier else {
      throw FormatError(
        .unknownDictionary(identifier),
        "A batch needs the compression dictionary \(identifier); this program knows "
          + "\(currentIdentifier). Use a newer spotlog.")
    }
    return first
  }

  /// zlib prefers what stands near the end, so the most frequent comes last.
  private static let first = Array(
    """
    .html .htm .php .aspx ?id= &id= ?v= ?page= &page= ?q= /index /detail/ /details/ /article/ \
    /articles/ /news/ /blog/ /post/ /posts/ /product/ /products/ /item/ /items/ /recipe/ \
    /recipes/ /event/ /events/ /place/ /places/ /people/ /profile/ /user/ /users/ /watch/ \
    /video/ /videos/ /music/ /album/ /albums/ /track/ /artist/ /artists/ /artwork/ /artworks/ \
    /film/ /movie/ /movies/ /show/ /shows/ /episode/ /book/ /books/ /title/ /name/ /photo/ \
    /photos/ /image/ /images/ /media/ /assets/ /static/ /thumbs/ /thumbnail/ /thumbnails/ \
    /small/ /large/ /medium/ _8.jpg _thumb.jpg -150x150.jpg .jpeg .webp .png .gif .svg .jpg \
    com.example. com.apple. org. net. io. co.uk .de .fr .jp .cn .org/ .net/ .io/ .co.uk/ .com/ \
    viewArticle viewItem viewProduct viewRecipe viewEvent viewPlace viewArtwork viewFilm view \
    .activity.view .browse .detail .show .open .read .watch .listen .search .page .item .film \
    Action Adventure Animation Biography Comedy Crime Documentary Drama Family Fantasy History \
    Horror Music Musical Mystery Romance Sci-Fi Short Sport Thriller War Western landscape \
    portrait figure abstraction interior exterior architecture objects nature people places \
    emotions history symbols society religion literature work leisure groups individuals \
    dessert breakfast dinner lunch soup salad bread cake chicken beef pork fish vegetables \
    vegetarian vegan quick easy healthy and of with from for in on at by to is it as or the The \
    A An This That your you are was has have not all more about new how what when where who why \
    http://www. https://upload.wikimedia.org/wikipedia/commons/thumb/ \
    https://en.wikipedia.org/wiki/ https://github.com/ https://www.youtube.com/watch?v= \
    https://www. https:// http:// .com https://www.
    """.utf8)
}
