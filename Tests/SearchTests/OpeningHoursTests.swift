import JournalFormat
import Search
import Testing

@Suite("What is usually opened now") struct OpeningHoursTests {
  private static let hour: Int64 = 3_600_000
  private static let day = 24 * hour
  /// Monday, 2026-01-05 08:40.
  private static let start: Int64 = 1_767_602_400_000

  private let table: Table

  init() throws {
    table = try Table()
    for id in ["news", "mail", "film"] { try table.documents.put(Table.document(id)) }
  }

  private func open(_ id: String, _ times: Int64...) throws {
    for time in times {
      try table.documents.engaged(app: "app", id: id, at: Timestamp(milliseconds: time))
    }
  }

  private func habits(at time: Int64, app: String? = nil) throws -> [String] {
    var found: [String] = []
    try table.documents.forEachHabit(app: app, now: Timestamp(milliseconds: time)) {
      document, habit in
      found.append("\(document.id) \(habit.nearCount)/\(habit.weeklyCount)/\(habit.openedCount)")
      return true
    }
    return found
  }

  @Test(
    arguments: [
      (0, 72), (-1, 71), (259_200_000, 144), (345_600_000, 0), (349_200_000, 1),
      (345_599_999, 167),
    ] as [(Int64, Int)])
  func `is counted by hours of a week`(time: Int64, hour: Int) {
    #expect(WeekHour(of: Timestamp(milliseconds: time)).rawValue == hour)
  }

  @Test func `is what was opened around this hour, and on this weekday first`() throws {
    let start = Self.start
    try open("news", start, start + Self.day, start + 2 * Self.day + Self.hour)
    try open("mail", start, start + 7 * Self.day, start + 14 * Self.day)
    try open("film", start + 12 * Self.hour, start + 36 * Self.hour)
    #expect(try habits(at: start + 21 * Self.day) == ["mail 3/3/3", "news 3/1/3"])
    #expect(try habits(at: start + 21 * Self.day + 12 * Self.hour) == ["film 2/1/2"])
    #expect(try habits(at: start + 4 * Self.hour).isEmpty)
    #expect(try habits(at: start, app: "other").isEmpty)
  }

  @Test func `is no habit where it was opened once so, or mostly at other times`() throws {
    try open("news", Self.start)
    #expect(try habits(at: Self.start).isEmpty)
    let hours = stride(from: Int64(0), to: 24, by: 3).map { Self.start + $0 * Self.hour }
    for time in hours + hours { try open("mail", time) }
    #expect(try habits(at: Self.start).isEmpty)
  }

  @Test func `goes with its document`() throws {
    try open("news", Self.start, Self.start)
    #expect(try habits(at: Self.start) == ["news 2/2/2"])
    try table.documents.remove(.item, app: "app", id: "news")
    try table.documents.put(Table.document("news"))
    #expect(try habits(at: Self.start).isEmpty)
  }
}
