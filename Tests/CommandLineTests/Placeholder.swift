import Testing

@Suite("CommandLine") struct PlaceholderTests {}
