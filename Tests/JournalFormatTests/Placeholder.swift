import Testing

@Suite("JournalFormat") struct PlaceholderTests {}
