import Testing

@Suite("Sync") struct PlaceholderTests {}
