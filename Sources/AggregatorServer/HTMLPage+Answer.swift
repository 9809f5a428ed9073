internal import HTMLPages
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension HTMLPage {
  /// The page as an answer.
  ///
  /// - Parameter problem: that the page tells of; nil: there is none.
  func response(of problem: ProblemDetails? = nil) -> Response {
    var headers = problem?.headers ?? .answerHeaders("")
    headers[.contentType] = "text/html; charset=utf-8"
    // A page cannot say itself who may frame it.
    headers[.contentSecurityPolicy] = policy.text + "; frame-ancestors 'none'"
    headers[.xContentTypeOptions] = "nosniff"
    return Response(
      status: problem?.kind.status ?? .ok, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
