internal import JournalFormat

/// Views for people who open a journal's file with `sqlite3`: FORMAT.md names their columns. The
/// program itself never reads them, and a file without them is as good.
enum ReadableViews {
  /// Where the message begins that an event holds: behind 16 random bytes, the fact's tag, and a
  /// length of one to four bytes.
  private static let bodyStart = """
    19 + (substr(payload, 18, 1) >= x'80')
      + (substr(payload, 18, 1) >= x'80' AND substr(payload, 19, 1) >= x'80')
      + (substr(payload, 18, 1) >= x'80' AND substr(payload, 19, 1) >= x'80'
        AND substr(payload, 20, 1) >= x'80')
    """

  /// The facts whose first two fields are an app and, where there is one, an identifier.
  private static let factsWithApp = "x'0A', x'12', x'1A', x'42', x'5A', x'62'"

  /// Of texts of less than 128 bytes; longer ones are left to `spotlog journal show`.
  static let statements = """
    CREATE VIEW IF NOT EXISTS log AS
    WITH
      placed AS (
        SELECT *, CASE WHEN kind = 1 AND substr(payload, 17, 1) IN (\(factsWithApp))
          THEN \(bodyStart) END AS start
        FROM entries),
      named AS (
        SELECT *, CASE WHEN substr(payload, start, 1) = x'0A'
            AND substr(payload, start + 1, 1) < x'80'
          THEN unicode(CAST(substr(payload, start + 1, 1) AS TEXT)) END AS app_length
        FROM placed),
      identified AS (
        SELECT *, CASE WHEN substr(payload, start + 2 + app_length, 1) = x'12'
            AND substr(payload, start + 3 + app_length, 1) < x'80'
          THEN unicode(CAST(substr(payload, start + 3 + app_length, 1) AS TEXT)) END AS id_length
        FROM named)
    SELECT number, strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch') AS time,
      CASE kind
        WHEN 1 THEN CASE substr(payload, 17, 1)
          WHEN x'0A' THEN 'item indexed' WHEN x'12' THEN 'items deleted'
          WHEN x'1A' THEN 'activity recorded' WHEN x'22' THEN 'results shown'
          WHEN x'2A' THEN 'result engaged' WHEN x'32' THEN 'reindex requested'
          WHEN x'3A' THEN 'reindex acknowledged' WHEN x'42' THEN 'batch ended'
          WHEN x'4A' THEN 'epoch adopted' WHEN x'52' THEN 'journal begun'
          WHEN x'5A' THEN 'activities deleted' WHEN x'62' THEN 'items expired'
          ELSE 'event' END
        \(kinds)
        ELSE 'kind ' || kind END AS kind,
      CAST(substr(payload, start + 2, app_length) AS TEXT) AS app,
      CAST(substr(payload, start + 4 + app_length, id_length) AS TEXT) AS id,
      ifnull(length(payload), redacted_size) AS bytes, payload IS NULL AS redacted,
      lower(hex(digest)) AS digest
    FROM identified;
    CREATE VIEW IF NOT EXISTS about AS
    SELECT CASE kind WHEN 1 THEN 'private' WHEN 2 THEN 'shared' WHEN 3 THEN 'cloud' END AS kind,
      lower(hex(name)) AS name, lower(hex(lineage)) AS lineage,
      strftime('%Y-%m-%dT%H:%M:%fZ', created / 1000.0, 'unixepoch') AS created,
      floor_number AS pruned_through FROM journal;

    """

  private static let kinds = EntryKind.named.dropFirst()
    .map { "WHEN \($0.kind.rawValue) THEN '\($0.name)'" }.joined(separator: " ")
}
