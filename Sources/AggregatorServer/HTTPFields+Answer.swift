internal import HTTPTypes

extension HTTPFields {
  /// What every answer of ours says of itself. Nobody may keep one: what a search or a list shows
  /// may be taken down a moment later.
  static func answerHeaders(_ mediaType: String) -> HTTPFields {
    var headers = HTTPFields()
    headers[.contentType] = mediaType
    headers[.cacheControl] = "no-store"
    return headers
  }
}
