import DeviceIndex
import JournalFormat

/// A device's folder with a journal of any length.
struct BenchDevice {
  let path: String
  let configuration: DeviceConfiguration

  init(path: String, _ configuration: DeviceConfiguration) {
    self.path = path
    self.configuration = configuration
  }

  /// Has the journal hold so many entries: items of a few words, each given twice.
  func grow(to count: UInt64) throws {
    let device = try Device.inFolder(
      path, configuration, now: Timestamp(milliseconds: 0), random: .seeded(1))
    var random = SplitMix64(try device.journaledNumber)
    while try device.journaledNumber < count {
      let first = try device.journaledNumber
      let events = (first..<min(first + 1_000, count)).map { number in
        var event = JournalEvent()
        event.itemIndexed.app = "com.example.museum"
        event.itemIndexed.id = "item \(number / 2)"
        let title = (0..<6).map { _ in Self.words[Int(random.below(16))] }.joined(separator: " ")
        event.itemIndexed.attributes.values = [.init()]
        event.itemIndexed.attributes.values[0].name = "title"
        event.itemIndexed.attributes.values[0].value.string =
          title + " \(random.below(100_000))"
        return event
      }
      try device.record(events, at: Timestamp(milliseconds: 0))
    }
  }

  private static let words = [
    "water", "lilies", "painted", "by", "the", "river", "museum", "of", "modern", "art", "oil",
    "canvas", "garden", "bridge", "light", "morning",
  ]
}
