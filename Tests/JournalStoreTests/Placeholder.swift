import Testing

@Suite("JournalStore") struct PlaceholderTests {}
