package import JournalFormat
package import SQLite

extension IndexFold {
  /// Under which something has expired.
  package struct ExpiredName: Hashable, Sendable {
    package let app: String
    package let id: String
  }

  /// Names, sorted, under which everything has expired at `time`, and of whose items the apps were
  /// asked whether that is right.
  package func expired(
    at time: Timestamp, after last: ExpiredName?, atMost count: Int
  ) throws(SQLiteError) -> [ExpiredName] {
    let select = try connection.statement(
      """
      SELECT DISTINCT app, id FROM documents AS document LEFT JOIN given USING (row)
      WHERE expires <> 0 AND expires <= ?1 AND (kind <> 0 OR expiry_asked = expires)
        AND (app, id) > (?2, ?3) AND NOT EXISTS (
          SELECT 1 FROM documents AS other WHERE other.app = document.app
            AND other.id = document.id AND (other.expires = 0 OR other.expires > ?1))
      ORDER BY app, id LIMIT ?4
      """)
    defer { select.reset() }
    select.bind(1, time.milliseconds)
    select.bind(2, last?.app ?? "")
    select.bind(3, last?.id ?? "")
    select.bind(4, Int64(count))
    var found: [ExpiredName] = []
    while try select.step() { found.append(ExpiredName(app: select.text(0), id: select.text(1))) }
    return found
  }
}
