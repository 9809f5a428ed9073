/// Several that are one device.
extension Drill {
  static let copies: [Drill] = [
    Drill(
      "clone-both-alive", "A device is copied whole, and both copies go on.", promises: [5, 6, 8]
    ) { fleet in
      try fleet.live(days: 2)
      let original = fleet.devices[0]
      try fleet.engage(original, "unsent")
      let copy = try fleet.clone(original)
      try fleet.engage(original, "original")
      try fleet.engage(copy, "copy")
      try fleet.live(days: 2)
    },
    Drill(
      "clone-original-dies", "A device is copied whole, the copy continues, and the original dies.",
      promises: [4, 5, 8]
    ) { fleet in
      try fleet.live(days: 2)
      let original = fleet.devices[0]
      let copy = try fleet.clone(original)
      try fleet.goOn(original, "sent")
      try fleet.engage(original, "unsent")
      fleet.wait(minutes: 11)
      fleet.kill(original)
      try fleet.goOn(copy, "copy")
      try fleet.live()
    },
    Drill(
      "clone-without-witness", "A device's journals are copied without its witness; both go on.",
      promises: [5, 8]
    ) { fleet in
      try fleet.live(days: 2)
      let copy = try fleet.clone(fleet.devices[0], withWitness: false)
      try fleet.engage(fleet.devices[0], "original")
      try fleet.engage(copy, "copy")
      try fleet.live(days: 2)
    },
    Drill(
      "twins", "Two copies with equal witnesses send different reports under the same numbers.",
      promises: [5, 6, 8]
    ) { fleet in
      try fleet.live()
      let original = fleet.devices[0]
      let twin = try fleet.clone(original)
      // The same number, other content: anyone who comes second forks.
      try fleet.engage(original, "one")
      try fleet.engage(twin, "other")
      let heads = try (fleet.head(of: original), fleet.head(of: twin))
      try fleet.sync(original)
      try fleet.sync(twin)
      try fleet.expectIncident(known: heads.0, sent: heads.1)
      try fleet.engage(original, "one again")
      try fleet.engage(twin, "other again")
    },
    Drill(
      "twins-long-after",
      "Two copies with equal witnesses: one comes back when the other has long gone on.",
      promises: [5, 6, 8]
    ) { fleet in
      try fleet.live()
      let twin = try fleet.clone(fleet.devices[0])
      twin.isAlive = false
      try fleet.engage(twin, "asleep")
      try fleet.live(days: 3)
      fleet.wait(days: 365)
      twin.isAlive = true
      try fleet.goOn(twin, "awake")
      try fleet.live()
    },
    Drill(
      "many-copies", "Fifty copies of one device engage with one page, and publish nothing.",
      promises: [5, 10],
      notChecked: ["Copies of a device before it enrolled."]
    ) { fleet in
      try fleet.goOn(fleet.devices[0], "mine")
      for _ in 0..<50 { try fleet.goOn(fleet.clone(fleet.devices[0]), "mine") }
    },
  ]
}
