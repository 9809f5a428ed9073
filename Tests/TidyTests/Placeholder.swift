import Testing

@Suite("Tidy") struct PlaceholderTests {}
