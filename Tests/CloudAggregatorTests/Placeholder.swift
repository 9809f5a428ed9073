import Testing

@Suite("CloudAggregator") struct PlaceholderTests {}
