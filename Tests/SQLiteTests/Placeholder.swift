import Testing

@Suite("SQLite") struct PlaceholderTests {}
