import CloudAggregator
import JournalFormat
import Sync
import TestSupport
import Testing

/// A cloud, devices that engage with one item each or with nothing, and all that each one hears.
///
/// Two of them with equally many devices draw the same names from the same dice, and give the same
/// grants in the same order: where answers differ, it is because of what devices reported.
private struct Talk {
  private let cloud: TestCloud
  private let items: [PublicItem?]
  private(set) var devices: [TestDevice]
  /// By device, the bytes of all its answers in their order.
  private(set) var heard: [[[UInt8]]]

  init(k: UInt32, items: [PublicItem?]) throws {
    cloud = try TestCloud(threshold: k)
    self.items = items
    devices = items.indices.map { TestDevice(UInt64($0) + 1) }
    heard = items.map { _ in [] }
    for place in devices.indices {
      send(devices[place].enrolment, from: place)
      try devices[place].enrol(with: cloud.cloud, now: cloud.now)
    }
  }

  private mutating func send(_ request: [UInt8], from place: Int) {
    heard[place].append(cloud.cloud.handle(request, now: cloud.now))
  }

  mutating func open(_ place: Int) throws {
    send(try devices[place].opening(), from: place)
  }

  /// A device engages with its item, if it has one, and sends that.
  mutating func engage(_ place: Int) throws {
    guard let item = items[place] else { return }
    let number = devices[place].chain.entries.count + 1
    devices[place].add(engaged(UInt64(number), item: item))
    send(try devices[place].request(number), from: place)
  }

  mutating func withdraw(_ place: Int) throws {
    guard let item = items[place] else { return }
    let number = devices[place].chain.entries.count + 1
    devices[place].add(withdrawn(UInt64(number), item: item))
    send(try devices[place].request(number), from: place)
  }

  /// A device engages twice more and is refused, sends the second before the first, then both, then
  /// everything again.
  mutating func stumble(_ place: Int) throws {
    guard let item = items[place] else { return }
    let number = devices[place].chain.entries.count + 1
    devices[place].add(engaged(UInt64(number), item: item))
    devices[place].add(engaged(UInt64(number) + 1, item: item))
    let forged = try devices[place].batch(number, signedBy: Sample.deviceKey)
    send(SyncRequest.append(AppendRequest(batch: forged)).bytes, from: place)
    send(try devices[place].request(number + 1), from: place)
    send(try devices[place].request(number), from: place)
    send(try devices[place].request(), from: place)
  }

  /// Every kind of request and of answer, everybody's before anybody's next.
  mutating func sayEverything() throws {
    for place in devices.indices { try engage(place) }
    for place in devices.indices { try open(place) }
    for place in devices.indices { try stumble(place) }
    for place in devices.indices {
      try open(place)
      send(devices[place].enrolment, from: place)
      try ask(place)
    }
    for place in devices.indices {
      let next = TestDevice(UInt64(place) + 1_000)
      let rotation = try devices[place].rotation(to: next.key, nonce: next.nonce)
      send(SyncRequest.rotate(rotation).bytes, from: place)
    }
  }

  /// A device asks what is wanted of it, and then says that its item is gone, asked for or not.
  private mutating func ask(_ place: Int) throws {
    let gone = [WantedContent(tag: Sample.tag, content: Sample.item.digest)]
    for gone in [[], gone] {
      send(SyncRequest.wanted(try devices[place].telling(gone: gone)).bytes, from: place)
    }
  }

  /// All that a device was asked for.
  func wanted(of place: Int) throws -> [WantedContent] {
    try heard[place].flatMap { try SyncResponse(bytes: $0).wanted ?? [] }
  }
}

/// No answer tells a count below k: what a device hears is the same, byte for byte, whether the
/// others engaged with its item, with another one or with nothing.
@Suite("A count below k") struct BelowThresholdTests {
  static let wanted = WantedContent(tag: Sample.tag, content: Sample.item.digest)
  /// What others than one engage with, instead of its item.
  static let others: [PublicItem?] = [nil, Sample.itemWithoutPage]

  @Test(arguments: [3, 50] as [UInt32], others)
  func `is in no answer, neither to those it counts nor to others`(
    k: UInt32, other: PublicItem?
  ) throws {
    let count = Int(k) - 1
    // Two more that do not endorse the item: one for another, one for nothing.
    let bystanders: [PublicItem?] = [Sample.itemWithoutPage, nil]
    let same = [PublicItem?](repeating: Sample.item, count: count)
    var all = try Talk(k: k, items: same + bystanders)
    try all.sayEverything()
    for place in all.devices.indices { #expect(try all.wanted(of: place).isEmpty) }
    // The first and the last one that engage, each in a cloud where no other one does.
    for place in [0, count - 1] {
      // The first byte is the kind: each of the six is compared.
      let kinds = Set(all.heard[place].compactMap(\.first))
      #expect(kinds.count == 6)
      var items = [PublicItem?](repeating: other, count: count) + bystanders
      items[place] = Sample.item
      var alone = try Talk(k: k, items: items)
      try alone.sayEverything()
      for listener in [place, count, count + 1] {
        #expect(all.heard[listener] == alone.heard[listener], "device \(listener)")
        #expect(try alone.wanted(of: listener).isEmpty)
      }
    }
  }

  /// What the test above compares does differ where it may.
  @Test(arguments: [3, 50] as [UInt32])
  func `ends with the k-th device, which alone hears of it in its receipt`(k: UInt32) throws {
    var items = [PublicItem?](repeating: Sample.item, count: Int(k))
    var enough = try Talk(k: k, items: items)
    items[0] = Sample.itemWithoutPage
    var tooFew = try Talk(k: k, items: items)
    let last = Int(k) - 1
    for place in 0...last {
      try enough.engage(place)
      try tooFew.engage(place)
      let expected = place == last ? [Self.wanted] : []
      #expect(try enough.wanted(of: place) == expected)
      #expect(try tooFew.wanted(of: place).isEmpty)
    }
    for place in 1..<last { #expect(enough.heard[place] == tooFew.heard[place]) }
    #expect(enough.heard[last] != tooFew.heard[last])
  }

  @Test(arguments: [3, 50] as [UInt32])
  func `is in no answer again when one of the k takes its engagement back`(k: UInt32) throws {
    let last = Int(k) - 1
    var items = [PublicItem?](repeating: Sample.item, count: Int(k))
    var wasEnough = try Talk(k: k, items: items)
    items[last] = Sample.itemWithoutPage
    var neverEnough = try Talk(k: k, items: items)
    for place in 0...last {
      try wasEnough.engage(place)
      try neverEnough.engage(place)
    }
    #expect(try wasEnough.wanted(of: last) == [Self.wanted])
    try wasEnough.withdraw(last)
    try neverEnough.withdraw(last)
    for place in 0..<last {
      for _ in 0..<2 {
        try wasEnough.open(place)
        try neverEnough.open(place)
      }
      try wasEnough.stumble(place)
      try neverEnough.stumble(place)
      #expect(wasEnough.heard[place] == neverEnough.heard[place], "device \(place)")
      #expect(try wasEnough.wanted(of: place).isEmpty)
    }
  }
}
