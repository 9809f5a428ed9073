import DeviceIndex
import TestSupport
import Testing
import WordSearch

@Suite("A search that took words for others, or left some out") struct CorrectedSearchTests {
  @Test(arguments: ["cathedrel", "tomati", "tomato soup", "tomato in a pan"])
  func `is explained: the parts are the score that orders`(query: String) throws {
    let home = try TestHome()
    let device = try home.device()
    let titles = [
      "a visit to the old cathedral in the middle of town", "cathadral", "tomato soup",
      "tomato salad", "a very long title in which there is a tomati after so many words",
    ]
    try device.record(
      try titles.map { try TestHome.item($0, $0) }, at: home.now)
    let found = try device.queries.search(query, now: home.now, isExplained: true)
    #expect(!found.isEmpty)
    var scores: [Int] = []
    for result in found {
      let explanation = try #require(result.explanation)
      let parts = explanation.parts.reduce(0) { $0 + $1.score }
      #expect(explanation.words.reduce(parts) { $0 + $1.termScore } == explanation.score)
      let errors = explanation.parts.filter { $0.name == "typing errors" }
      #expect(errors.isEmpty == result.corrections.isEmpty)
      scores.append(explanation.score)
    }
    #expect(scores == scores.sorted(by: >))
  }
}
