import Testing

@Suite("Simulation") struct PlaceholderTests {}
