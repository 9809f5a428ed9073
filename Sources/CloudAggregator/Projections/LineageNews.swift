internal import JournalFormat

/// What a lineage said between two flushes: new origins, and what engagements in the usual case
/// added. A file that has all of it, in order, has what the lineage said but for its histories.
struct LineageNews {
  struct Engagement {
    let tag: UInt32
    let content: UInt32
    let day: Int32
  }

  /// Feedback that was counted.
  struct Feedback {
    let tag: UInt32
    let day: Int32
    let shown: UInt32
    let engaged: UInt32
  }

  var origins: [UInt64] = []
  var engagements: [Engagement] = []
  var feedback: [Feedback] = []

  init() {}

  var isEmpty: Bool { origins.isEmpty && engagements.isEmpty && feedback.isEmpty }

  func write(to writer: inout ByteWriter) {
    writer.numbers(origins)
    writer.integer(UInt32(engagements.count))
    for engagement in engagements {
      writer.integer(engagement.tag)
      writer.integer(engagement.content)
      writer.integer(engagement.day)
    }
    writer.integer(UInt32(feedback.count))
    for line in feedback {
      writer.integer(line.tag)
      writer.integer(line.day)
      writer.integer(line.shown)
      writer.integer(line.engaged)
    }
  }

  init(from reader: inout ByteReader) throws(FormatError) {
    origins = try reader.numbers()
    for _ in 0..<(try reader.integer(UInt32.self)) {
      let engagement = Engagement(
        tag: try reader.integer(UInt32.self), content: try reader.integer(UInt32.self),
        day: try reader.integer(Int32.self))
      guard engagement.tag < .max, engagement.content <= Int32.max, engagement.day >= 0 else {
        throw reader.malformed("an engagement with nothing")
      }
      engagements.append(engagement)
    }
    for _ in 0..<(try reader.integer(UInt32.self)) {
      let line = Feedback(
        tag: try reader.integer(UInt32.self), day: try reader.integer(Int32.self),
        shown: try reader.integer(UInt32.self), engaged: try reader.integer(UInt32.self))
      guard line.tag < .max, line.day >= 0, line.engaged <= line.shown else {
        throw reader.malformed("feedback on nothing")
      }
      feedback.append(line)
    }
  }
}
