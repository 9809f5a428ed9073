/// Takes answers of HTTP/1.1 out of the bytes of a connection, however they are cut.
package struct AnswerParser {
  private var buffer: [UInt8] = []
  private var head: Head?

  private struct Head {
    var answer: RawAnswer
    var bodyStart: Int
    var framing: Framing
  }

  private enum Framing {
    case length(Int)
    case chunked
    case untilClosed
  }

  /// What one answer may be: the largest is a page of items.
  private static let byteCountMax = 16 << 20

  package init() {}

  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  /// Bytes that came and belong to no answer yet.
  package var hasRest: Bool { !buffer.isEmpty }

  /// The next answer that is whole; nil: more has to come.
  ///
  /// - Parameters:
  ///   - isClosed: nothing will come any more.
  ///   - hasBody: false for an answer to `HEAD`, which says how long a body would be.
  package mutating func next(
    isClosed: Bool = false, hasBody: Bool = true
  ) throws(LoopbackError) -> RawAnswer? {
    guard buffer.count <= Self.byteCountMax else {
      throw LoopbackError(.notHTTP, "An answer of more than \(Self.byteCountMax) bytes.")
    }
    if head == nil { head = try readHead(hasBody: hasBody) }
    guard var answer = head?.answer, let head else { return nil }
    guard let (body, end) = try body(of: head, isClosed: isClosed) else { return nil }
    answer.body = body
    self.head = nil
    if end == buffer.count {
      buffer.removeAll(keepingCapacity: true)
    } else {
      buffer.removeSubrange(..<end)
    }
    return answer
  }

  // MARK: The head

  private func readHead(hasBody: Bool) throws(LoopbackError) -> Head? {
    guard let end = place(of: [13, 10, 13, 10], from: 0) else { return nil }
    let text = String(decoding: buffer[..<end], as: UTF8.self)
    var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
    let words = (lines.popFirst() ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]),
      (100...599).contains(status)
    else {
      throw LoopbackError(.notHTTP, "\(text.prefix(80)) does not begin an answer of HTTP/1.1.")
    }
    var headers: [RawAnswer.Header] = []
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else {
        throw LoopbackError(.notHTTP, "\(line) is not a header.")
      }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers.append(
        RawAnswer.Header(name: line[..<colon].lowercased(), value: String(value)))
    }
    let answer = RawAnswer(status: status, headers: headers, body: [])
    return Head(
      answer: answer, bodyStart: end + 4,
      framing: hasBody ? try Self.framing(of: answer) : .length(0))
  }

  private static func framing(of answer: RawAnswer) throws(LoopbackError) -> Framing {
    if answer.status < 200 || answer.status == 204 || answer.status == 304 { return .length(0) }
    if answer.header("transfer-encoding")?.lowercased() == "chunked" { return .chunked }
    guard let text = answer.header("content-length") else { return .untilClosed }
    guard let length = Int(text), length >= 0 else {
      throw LoopbackError(.notHTTP, "\(text) is not the length of a body.")
    }
    return .length(length)
  }

  // MARK: The body

  /// The body and where it ends; nil: it is not whole.
  private func body(
    of head: Head, isClosed: Bool
  ) throws(LoopbackError) -> (bytes: [UInt8], end: Int)? {
    switch head.framing {
    case .length(let length):
      let end = head.bodyStart + length
      return buffer.count >= end ? (Array(buffer[head.bodyStart..<end]), end) : nil
    case .untilClosed:
      return isClosed ? (Array(buffer[head.bodyStart...]), buffer.count) : nil
    case .chunked:
      return try chunks(from: head.bodyStart)
    }
  }

  private func chunks(from start: Int) throws(LoopbackError) -> (bytes: [UInt8], end: Int)? {
    var bytes: [UInt8] = []
    var place = start
    while let lineEnd = self.place(of: [13, 10], from: place) {
      let digits = buffer[place..<lineEnd].prefix { $0 != UInt8(ascii: ";") }
      guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else {
        throw LoopbackError(.notHTTP, "An answer has a chunk without a size.")
      }
      place = lineEnd + 2
      guard buffer.count >= place + size + 2 else { return nil }
      // No server here sends anything after the last chunk.
      if size == 0 { return (bytes, place + 2) }
      bytes += buffer[place..<place + size]
      place += size + 2
    }
    return nil
  }

  private func place(of pattern: [UInt8], from start: Int) -> Int? {
    guard buffer.count >= start + pattern.count else { return nil }
    return (start...buffer.count - pattern.count).first { place in
      buffer[place] == pattern[0] && buffer[place...].starts(with: pattern)
    }
  }
}
