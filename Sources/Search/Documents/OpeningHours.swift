package import JournalFormat
internal import SQLite

/// An hour of a week, in UTC: what a person does every week has the same one, wherever that is.
package struct WeekHour: Hashable, Sendable {
  /// 0: the first hour of Monday, to 167.
  package let rawValue: Int

  private static let milliseconds: Int64 = 3_600_000
  private static let count = 7 * 24
  /// 1970-01-01 was a Thursday.
  private static let first: Int64 = 3 * 24

  package init(of time: Timestamp) {
    let hours = time.milliseconds / Self.milliseconds
    let isBefore = time.milliseconds % Self.milliseconds < 0
    let hour = (hours - (isBefore ? 1 : 0) + Self.first) % Int64(Self.count)
    rawValue = Int(hour < 0 ? hour + Int64(Self.count) : hour)
  }

  /// Whether the time of the day is the same, give or take an hour.
  func isNear(_ other: WeekHour) -> Bool {
    let apart = abs(rawValue % 24 - other.rawValue % 24)
    return apart <= 1 || apart == 23
  }

  /// The same, a week or several apart.
  func isNearInWeek(_ other: WeekHour) -> Bool {
    let apart = abs(rawValue - other.rawValue)
    return apart <= 1 || apart == Self.count - 1
  }
}

/// How often a document was opened, and when in a day and a week.
package struct OpeningHabit: Hashable, Sendable {
  /// All times.
  package fileprivate(set) var openedCount = 0
  /// Around this time of the day.
  package fileprivate(set) var nearCount = 0
  /// Of these, on this day of the week.
  package fileprivate(set) var weeklyCount = 0

  /// Fewer times are no habit.
  private static let nearMin = 2
  /// A habit is at this time of the day in a third of all times: by chance it would be an eighth.
  private static let share = 3

  var isOne: Bool { nearCount >= Self.nearMin && nearCount * Self.share >= openedCount }
  /// Those of the same day of the week count twice.
  var weight: Int { nearCount + weeklyCount }
}

/// At which hours of a week documents were opened: counted for each hour, and gone with them.
struct OpeningHours {
  private let connection: Connection

  private static let tables = """
    CREATE TABLE IF NOT EXISTS opening_hours (
      row INTEGER NOT NULL, hour INTEGER NOT NULL, opened INTEGER NOT NULL,
      PRIMARY KEY (row, hour)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS opening_hours_by_hour ON opening_hours (hour);
    CREATE TRIGGER IF NOT EXISTS opening_hours_go_with_their_document AFTER DELETE ON documents
    BEGIN
      DELETE FROM opening_hours WHERE row = old.row;
    END;
    """

  init(_ connection: Connection) throws(SQLiteError) {
    self.connection = connection
    try connection.execute(Self.tables)
  }

  func add(_ row: Int64, at time: Timestamp) throws(SQLiteError) {
    let upsert = try connection.statement(
      """
      INSERT INTO opening_hours VALUES (?, ?, 1)
        ON CONFLICT (row, hour) DO UPDATE SET opened = opened + 1
      """)
    upsert.bind(1, row)
    upsert.bind(2, Int64(WeekHour(of: time).rawValue))
    try upsert.run()
  }

  /// What is usually opened at this time, by rows; what is opened oftenest of them first.
  ///
  /// - Parameter app: nil: of all apps.
  func habits(app: String?, at now: Timestamp) throws(SQLiteError) -> [(Int64, OpeningHabit)] {
    let present = WeekHour(of: now)
    let select = try connection.statement(
      """
      SELECT hours.row, hours.hour, hours.opened FROM opening_hours AS hours
        JOIN documents AS document ON document.row = hours.row
      WHERE ?1 IS NULL OR document.app = ?1
      """)
    defer { select.reset() }
    if let app { select.bind(1, app) } else { select.bindNull(1) }
    var habits: [Int64: OpeningHabit] = [:]
    while try select.step() {
      let hour = WeekHour(Int(select.integer(1)))
      let opened = Int(select.integer(2))
      habits[select.integer(0), default: OpeningHabit()].add(
        opened, isNear: hour.isNear(present), isWeekly: hour.isNearInWeek(present))
    }
    return habits.filter(\.value.isOne).map { ($0.key, $0.value) }
      .sorted { ($1.1.weight, $0.0) < ($0.1.weight, $1.0) }
  }
}

extension WeekHour {
  fileprivate init(_ rawValue: Int) { self.rawValue = rawValue }
}

extension OpeningHabit {
  fileprivate mutating func add(_ opened: Int, isNear: Bool, isWeekly: Bool) {
    openedCount += opened
    if isNear { nearCount += opened }
    if isWeekly { weeklyCount += opened }
  }
}
