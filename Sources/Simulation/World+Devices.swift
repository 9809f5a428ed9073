internal import DeviceIndex
internal import JournalFormat

extension World {
  func place(of name: String) -> Int {
    if let place = places[name] { return place }
    let place = addDevice(name)
    places[name] = place
    beginLife(place, name)
    return place
  }

  /// A new device, or one more life or copy of another.
  func addDevice(_ name: String) -> Int {
    let place = devices.count
    var seeds = SplitMix64(plan.seed ^ plan.deviceSalt ^ UInt64(place + 1) &* 0xD1B5_4A32_D192_ED03)
    devices.append(
      TracedDevice(
        name, place: place, on: disk, writer: batchWriter, configuration: configuration,
        seed: seeds.next()))
    devices[place].agenda.worksAhead = !(losses?.touches(name) ?? false)
    return place
  }

  /// The device has something to say, and does so before long.
  func hasNews(_ place: Int) {
    let device = devices[place]
    device.agenda.hasNews = true
    device.agenda.oldestWaiting = device.agenda.oldestWaiting ?? now
    if device.agenda.nextWake == nil { schedule(wake: place, at: nextSync()) }
  }

  // MARK: Parking

  /// Keeps the device open, and parks those that were used longest ago when too many are.
  func used(_ place: Int) {
    useCount += 1
    if devices[place].agenda.lastUsed == 0 { openDevices.append(place) }
    devices[place].agenda.lastUsed = useCount
    guard openDevices.count > plan.openDevicesMax else { return }
    openDevices.sort { devices[$0].agenda.lastUsed > devices[$1].agenda.lastUsed }
    let kept = max(1, plan.openDevicesMax * 7 / 8)
    for place in openDevices[kept...] {
      worker.add(.park, for: devices[place])
      devices[place].agenda.lastUsed = 0
    }
    openDevices.removeLast(openDevices.count - kept)
  }
}
