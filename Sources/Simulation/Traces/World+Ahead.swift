internal import JournalFormat
package import TraceLines

extension World {
  /// Tells the world what will happen next, in order, so that devices can do their part of it ahead
  /// of time on a second thread. What comes of it is the same: a device is given in advance only
  /// what it will do in that order for certain.
  package func foresee(_ groups: [[TraceEvent]]) {
    for events in groups {
      guard let first = events.first else { continue }
      foreseen = max(foreseen, first.time)
      let place = place(of: first.device)
      guard devices[place].agenda.worksAhead else { continue }
      devices[place].agenda.coming.append(DeviceAgenda.Coming(events: events, due: foreseen))
      handOver(place)
    }
    // More of what is scheduled is certain now.
    for place in openDevices { handOver(place) }
  }

  /// Nothing comes any more: what is scheduled up to `end` is certain.
  func foreseeNothing(until end: Timestamp) {
    foreseen = max(foreseen, end)
    for place in openDevices { handOver(place) }
  }

  /// Gives the worker what the device will do for certain.
  ///
  /// Nothing beyond the first answer that can arrive, which changes what is next, and nothing
  /// beyond its next wake-up, which changes what a record joins.
  func handOver(_ place: Int) {
    let device = devices[place]
    guard device.agenda.worksAhead, !device.agenda.isWakeAhead else { return }
    let end = device.agenda.firstArrival ?? Timestamp(milliseconds: .max)
    while device.agenda.recordsAhead < device.agenda.coming.count {
      let next = device.agenda.coming[device.agenda.recordsAhead]
      guard next.due <= end, next.due <= latestBeforeWake(of: device) else { break }
      device.agenda.recordsAhead += 1
      worker.add(.record(next.events, at: next.events[0].time), for: device)
    }
    guard let wake = device.agenda.nextWake, wake < foreseen, wake < end else { return }
    device.agenda.isWakeAhead = true
    let hasNews = device.agenda.hasNews || device.agenda.recordsAhead > 0
    let isNewProcess = device.agenda.takesNewProcess()
    worker.add(.wake(at: wake, hasNews: hasNews, isNewProcess: isNewProcess), for: device)
  }

  /// What is due up to here comes before the device's next wake-up, scheduled yet or not.
  private func latestBeforeWake(of device: TracedDevice) -> Timestamp {
    if let wake = device.agenda.nextWake { return wake }
    let first = device.agenda.coming.first?.due ?? now
    return first.advanced(byMilliseconds: plan.syncIntervalMilliseconds / 2)
  }

  /// The turn of a record: performed ahead, or now.
  func recordTurn(_ events: [TraceEvent], _ place: Int) throws -> DeviceTurn {
    let device = devices[place]
    if !device.agenda.coming.isEmpty { device.agenda.coming.removeFirst() }
    guard device.agenda.recordsAhead > 0 else {
      return try worker.perform(.record(events, at: events[0].time), by: device)
    }
    device.agenda.recordsAhead -= 1
    return try worker.turn(of: device)
  }

  /// The turn of a wake-up: performed ahead, or now.
  func wakeTurn(_ place: Int) throws -> DeviceTurn {
    let device = devices[place]
    let hasNews = device.agenda.hasNews
    device.agenda.hasNews = false
    guard device.agenda.isWakeAhead else {
      let isNewProcess = device.agenda.takesNewProcess()
      return try worker.perform(
        .wake(at: now, hasNews: hasNews, isNewProcess: isNewProcess), by: device)
    }
    device.agenda.isWakeAhead = false
    return try worker.turn(of: device)
  }
}
