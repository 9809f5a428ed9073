/// What fetching one page may cost. Each bound is refused by name where it is passed.
package struct FetchLimits: Hashable, Sendable {
  /// Bytes of an answer's head, with those of informational answers before it.
  package var headByteCountMax = 32 << 10
  /// Bytes of a body as it travels, and those that come out of its content encoding.
  package var bodyByteCountMax = 4 << 20
  package var redirectCountMax = 5
  /// Addresses of one host that are tried.
  package var addressCountMax = 3
  /// How long nothing may come: before the first byte and between two.
  package var silenceMilliseconds: Int64 = 10_000
  /// For all: names, redirects, every answer.
  package var totalMilliseconds: Int64 = 20_000

  package init() {}

  /// Bytes of a whole answer, with what chunks and trailers add to its body.
  package var answerByteCountMax: Int { headByteCountMax + 2 * bodyByteCountMax }
}
