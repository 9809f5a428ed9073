internal import JournalFormat
internal import Simulation
internal import TraceLines

extension Decoder {
  /// A line of a trace. What a device would journal of it has to come back from the journal.
  package static let traceLine = Decoder("trace-line", samples: Samples.traceLines) { bytes in
    var dice = SplitMix64(1)
    let event: JournalEvent
    let payload: [UInt8]
    do {
      event = try TraceEvent(json: bytes).journaled()
      payload = try event.payload(using: &dice)
    } catch {
      return false
    }
    guard try Decoder.event.roundTrip(payload), try JournalEvent(payload: payload) == event else {
      throw Violation(description: "\(event) is journaled as something else")
    }
    return true
  }
}

extension Samples {
  /// Every kind of line, with every key and every type of attribute.
  @Sendable static func traceLines() -> [[UInt8]] {
    let start = #"{"time":1362062307.5,"device":"d","app":"com.example.films","#
    let lines = [
      #""kind":"index","id":"1","domain":"a.b","expires":1762062307,"merge":true,"#
        + #""attributes":{"title":"A \"film\"","rating":4.5,"allDay":false,"keywords":["a","b"],"#
        + #""dueDate":"2026-01-02","importantDates":["2026-01-02T20:00:00Z"],"authors":["Ada"],"#
        + #""contentURL":"https://example.com/a?b#c","thumbnailData":"aGVsbG8=","comment":null,"#
        + #""com_example_key":[1,[true,"\u00e9\ud83c\udfac"]]}}"#,
      #""kind":"index","id":"2","attributes":{}}"#,
      #""kind":"delete","ids":["1","2"]}"#, #""kind":"delete","domains":["a"]}"#,
      #""kind":"delete","all":true}"#,
      #""kind":"activity","id":"3","type":"view","title":"A film","#
        + #""url":"https://example.com/3","keywords":["Drama","Drama"],"search":true,"#
        + #""public":true,"attributes":{"contentDescription":"Two people talk."},"#
        + #""related":"1","weakRelated":"2","domain":"a","expires":-1}"#,
      #""kind":"activity","id":"4","type":"open"}"#,
      #""kind":"engage","id":"3","query":"fil","shown":["1","2"]}"#,
    ]
    return lines.map { Array((start + $0).utf8) }
  }
}
