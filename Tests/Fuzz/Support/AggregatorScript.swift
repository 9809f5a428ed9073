internal import CloudAggregator
internal import JournalFormat
internal import Sync

extension Decoder {
  /// What three devices say to a cloud: requests that are signed properly, and say what the bytes
  /// have them say. Whatever it is, each is answered, within a bounded number of steps; the log
  /// replays to the same state again, and takes a new device.
  package static let aggregator = Decoder("aggregator", samples: Samples.scripts) { bytes in
    var script = try AggregatorScript(bytes)
    return try script.run()
  }
}

/// Bytes as choices. Behind their end all are the first.
struct Choices {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place >= bytes.count }

  mutating func byte() -> UInt8 {
    defer { place += 1 }
    return isAtEnd ? 0 : bytes[place]
  }

  mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }
  mutating func flag() -> Bool { byte() & 1 == 1 }

  private static let edges: [UInt64] = [
    0, 1, 2, 3, 4_096, 1 << 31, 1 << 32, 1 << 62, UInt64(Int64.max) - 1, UInt64(Int64.max), 1 << 63,
    .max - 1, .max,
  ]

  /// Mostly small, or where something ends.
  mutating func number() -> UInt64 {
    let choice = below(16)
    return choice < Self.edges.count ? Self.edges[choice] : UInt64(byte())
  }
}

/// The requests of a script, in their order.
struct AggregatorScript {
  private var choices: Choices
  private let cloud: ScriptedCloud
  private var devices: [ScriptedDevice]
  private var wasAccepted = false
  private static let requestsMax = 64

  init(_ bytes: [UInt8]) throws {
    choices = Choices(bytes)
    cloud = try ScriptedCloud()
    let memory = cloud.memory
    devices = (1...3).map { ScriptedDevice($0, memory: memory) }
  }

  /// Whether the cloud took anything.
  mutating func run() throws -> Bool {
    for _ in 0..<Self.requestsMax where !choices.isAtEnd { try step() }
    try cloud.checkRebuild()
    let last = ScriptedDevice(9, memory: cloud.memory)
    guard case .enrolled = try cloud.answer(last.enrolment) else {
      throw Violation(description: "a new device is not admitted any more")
    }
    return wasAccepted
  }

  private mutating func step() throws {
    let place = choices.below(devices.count)
    switch choices.below(11) {
    case 0: try enrol(place)
    case 1: say(place)
    case 2: try append(place)
    case 3: try open(place)
    case 4: try ask(place)
    case 5: try rotate(place)
    case 6: try grant(place)
    case 7: try recover(place)
    case 8: try resend(place)
    case 9: try cloud.restart()
    default: try cloud.checkRebuild()
    }
  }

  private mutating func send(_ request: SyncRequest) throws -> SyncResponse {
    let answer = try cloud.answer(request)
    if case .refused = answer { return answer }
    wasAccepted = true
    return answer
  }

  /// A device, mostly the one that speaks.
  private mutating func other(than place: Int) -> ScriptedDevice {
    devices[choices.below(4) == 1 ? choices.below(devices.count) : place]
  }

  private mutating func time() -> Timestamp {
    switch choices.below(8) {
    case 1: Timestamp(milliseconds: Int64(bitPattern: choices.number()))
    case 2: Timestamp(milliseconds: .min)
    default: cloud.now
    }
  }

  private mutating func locator(_ device: ScriptedDevice) -> Locator {
    if choices.below(2) == 0 { return device.locator }
    let other = other(than: 0)
    let places = (0..<choices.below(4)).map { _ in
      Locator.Place(number: choices.number(), digest: Samples.digest)
    }
    return Locator(epoch: choices.flag() ? other.epoch : device.epoch, places: places)
  }

  // MARK: Requests

  private mutating func enrol(_ place: Int) throws {
    let (owner, signer) = (other(than: place), other(than: place))
    let request = EnrolRequest(
      lineage: owner.lineage,
      attestation: [UInt8](repeating: 7, count: choices.below(3) * 4_097), key: signer.key)
    if case .enrolled(let grant, _) = try send(.enrol(request)) {
      devices[place].begin(with: grant)
    }
  }

  private mutating func say(_ place: Int) {
    let kind = choices.below(4)
    let isCarried = choices.flag()
    let isTold = choices.flag()
    let differs = choices.flag()
    let day = Int32(truncatingIfNeeded: choices.flag() ? 20_454 : choices.number())
    let tag = UInt64(choices.below(3))
    let title = choices.number()
    let origin = choices.number()
    for step in 0...UInt64(choices.below(64)) {
      let item = Samples.page(tag, title: differs ? title &+ step : title)
      devices[place].say(
        kind, item, origin: origin &+ step, isCarried: isCarried, isTold: isTold, on: Day(day))
    }
  }

  private mutating func batch(_ place: Int) throws -> [UInt8] {
    let device = devices[place]
    guard !device.entries.isEmpty else { return [choices.byte()] }
    // Mostly all that was not sent.
    let isAll = choices.below(4) != 1
    let first =
      isAll ? min(device.sent, device.entries.count - 1) : choices.below(device.entries.count)
    let rest = device.entries.count - first
    let count = isAll ? rest : 1 + choices.below(rest)
    let (name, signer) = (other(than: place), other(than: place))
    return try device.batch(first, count, as: name, signedBy: signer.key)
  }

  private mutating func append(_ place: Int) throws {
    let request = SyncRequest.append(AppendRequest(batch: try batch(place)))
    devices[place].note(try send(request))
  }

  private mutating func resend(_ place: Int) throws {
    let device = devices[place]
    let isForged = device.receipt == nil || choices.flag()
    let receipt =
      isForged ? device.forgedReceipt(choices.number(), time(), cloud.life) : device.receipt
    guard let receipt else { return }
    let request = SyncRequest.resend(ResendRequest(receipt: receipt, batch: try batch(place)))
    devices[place].note(try send(request))
  }

  private mutating func open(_ place: Int) throws {
    let device = devices[place]
    let (name, signer) = (other(than: place), other(than: place))
    let request = OpenRequest(
      lineage: name.lineageName, time: time(), locator: locator(device), key: signer.key)
    _ = try send(.open(request))
  }

  private mutating func ask(_ place: Int) throws {
    let (name, signer) = (other(than: place), other(than: place))
    let gone = (0..<choices.below(3)).map { _ in
      let item = Samples.page(UInt64(choices.below(3)), title: choices.number())
      return WantedContent(tag: item.tag(salt: ScriptedCloud.tagSalt), content: item.digest)
    }
    let request = WantedRequest(
      lineage: name.lineageName, epoch: name.epoch, time: time(), gone: gone, key: signer.key)
    _ = try send(.wanted(request))
  }

  private mutating func rotate(_ place: Int) throws {
    let name = other(than: place)
    let next = SigningKey(seed: [UInt8](repeating: choices.byte(), count: 32))
    guard var next else { return }
    next.memory = cloud.memory
    let request = RotateRequest(
      lineage: name.lineageName, epoch: name.epoch, time: time(),
      nonce: choices.flag() ? name.lineage.enrolmentNonce : Nonce(bits: UInt128(choices.number())),
      from: other(than: place).key, to: next)
    if case .enrolled(let grant, _) = try send(.rotate(request)) {
      devices[place].rotated(to: next, grant)
    }
  }

  private mutating func grant(_ place: Int) throws {
    let (owner, child) = (other(than: place), other(than: place))
    let request = GrantRequest(
      locator: locator(owner), nonce: Nonce(bits: UInt128(choices.number())), time: time(),
      lineage: owner.lineage, child: child.key)
    let answer = try send(.grant(request))
    if case .granted(let grant, _, _, _, _) = answer, choices.below(4) != 1 {
      devices[place].begin(with: grant)
    }
  }

  private mutating func recover(_ place: Int) throws {
    let device = devices[place]
    let grants = (0..<choices.below(4)).map { step in
      let name = other(than: place)
      if step == 0, let own = name.grant, choices.flag() { return own }
      return name.forgedGrant(
        lineage: other(than: place).lineageName,
        epoch: EpochName(bits: choices.flag() ? name.epoch.bits : UInt128(choices.number())),
        parent: step == 0
          ? nil : Head(epoch: name.epoch, number: choices.number(), digest: Samples.digest),
        order: choices.number(),
        nonce: choices.flag()
          ? name.lineage.enrolmentNonce : other(than: place).lineage.enrolmentNonce)
    }
    let request = RecoverRequest(
      grants: grants, time: time(), attestation: [], lineage: device.lineage)
    _ = try send(.recover(request))
  }
}

extension Samples {
  /// A page by its number, with a title that makes it another content.
  static func page(_ number: UInt64, title: UInt64) -> PublicItem {
    PublicItem(
      app: "com.example.films", activityType: "view",
      identity: .url("https://example.com/\(number)"), title: "Title \(title)",
      contentDescription: "", keywords: [], thumbnailURL: "")
  }

  /// Scripts that do something with every request.
  @Sendable static func scripts() -> [[UInt8]] {
    let enrol: [UInt8] = [0, 0, 0, 0, 0]
    // Carried withdrawals of one page, and engagements with as many contents.
    let withdraw: [UInt8] = [0, 1, 2, 1, 0, 0, 1, 0, 0, 4, 63]
    let engage: [UInt8] = [0, 1, 0, 1, 0, 1, 1, 0, 4, 5, 63]
    let send: [UInt8] = [0, 2, 0, 0, 0]
    let work = withdraw + engage
    return [
      enrol + work + send + work + send + [0, 9, 0, 10],
      // Two devices, a content that both endorse, days that cannot be.
      enrol + [1, 0, 0, 0, 0] + [0, 1, 0, 0, 0, 0, 0, 12, 1, 1, 1, 2] + send
        + [1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 3] + [1, 2, 0, 0, 0]
        + [1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 0] + [1, 2, 0, 0, 0] + [1, 4, 0, 0, 0, 0],
      // Locators that name what nobody can have, and new epochs.
      enrol + [0, 3, 0, 0, 0, 1, 0, 1, 9, 0] + [0, 6, 0, 0, 1, 0, 1, 9, 0, 13, 3, 0, 0]
        + [0, 6, 0, 0, 1, 0, 1, 12, 0, 13, 4, 0, 0] + [0, 6, 0, 0, 0, 13, 5, 0, 0] + [0, 10],
      // Grants of a device's own making with an order that nobody has.
      [0, 7, 1, 0, 0, 0, 13, 70, 11, 1, 0] + [0, 7, 1, 0, 0, 0, 13, 70, 9, 1, 0] + enrol
        + [0, 7, 2, 0, 1, 0, 0, 0, 13, 71, 12, 9, 1, 0] + [1, 0, 0, 0, 0, 0, 10],
      // Keys that change, receipts that were made up, and true ones.
      enrol + [0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 3] + send + [0, 8, 1, 0, 0, 0, 0, 0]
        + [0, 8, 0, 0, 0, 0] + [0, 5, 0, 9, 0, 0, 13, 6, 0] + [0, 9] + send + [
          0, 4, 0, 0, 1, 0, 1, 0,
        ],
    ]
  }
}
