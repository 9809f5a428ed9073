import Testing

@Suite("Search") struct PlaceholderTests {}
