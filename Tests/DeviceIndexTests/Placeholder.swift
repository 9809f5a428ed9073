import Testing

@Suite("DeviceIndex") struct PlaceholderTests {}
