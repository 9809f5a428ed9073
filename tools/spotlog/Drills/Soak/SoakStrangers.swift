#if Server
  import Foundation
  import Loopback

  /// Clients that mean no good: what they send must change nothing, and must keep nobody out.
  final class SoakStrangers {
    /// Whole requests of devices, as they went over the wire.
    private var heard: [[UInt8]] = []
    private var slow: [RawConnection] = []
    private static let heardMax = 60
    private static let slowMax = 20

    func hear(_ requests: [[UInt8]]) { heard = (heard + requests).suffix(Self.heardMax) }

    /// Sends again what devices said, as it was and changed.
    func forge(at address: LoopbackAddress, _ dice: inout SoakDice) {
      for request in heard.suffix(10) {
        send(request, to: address)
        var forged = request
        let place = dice.number(request.count / 2..<request.count)
        forged[place] ^= 1 << UInt8(dice.number(0..<8))
        send(forged, to: address)
        send(Array(request.prefix(place)), to: address)
      }
    }

    func sendGarbage(to address: LoopbackAddress, _ dice: inout SoakDice) {
      for _ in 0..<5 {
        send(dice.bytes(dice.number(1..<4_000)), to: address)
        let path = dice.pick(["append", "enrol", "locate", "content", "x\(dice.number(0..<9))"])
        send(RawRequest.sync(path, dice.bytes(dice.number(0..<2_000))).bytes, to: address)
        let length = ("Content-Length", dice.pick(["-1", "99999999999999999999", "5, 6", "0x10"]))
        send(RawRequest("POST", "/v1/append", [length], body: [1, 2]).bytes, to: address)
      }
    }

    /// Many connections of many clients at once, which all ask, and hear nothing of the answers.
    func flood(_ address: LoopbackAddress, _ dice: inout SoakDice) {
      let connections = (0..<200).compactMap { place in
        try? RawConnection(
          to: address, from: .other(UInt8(2 + place % 40)), timeoutMilliseconds: 1_000)
      }
      for connection in connections {
        let bytes = heard.isEmpty ? dice.bytes(500) : dice.pick(heard)
        try? connection.send(bytes)
      }
      for connection in connections { connection.reset() }
    }

    /// Begins a request of which each later step sends a byte.
    func beginToDrip(at address: LoopbackAddress, _ dice: inout SoakDice) {
      for _ in 0..<4 where slow.count < Self.slowMax {
        guard
          let connection = try? RawConnection(
            to: address, from: .other(UInt8(dice.number(50..<90))), timeoutMilliseconds: 1_000)
        else { return }
        let head = "POST /v1/append HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n"
        try? connection.send(Array((head + (dice.chance(50) ? "\r\n" : "X-")).utf8))
        slow.append(connection)
      }
    }

    func drip() { slow = slow.filter { (try? $0.send([UInt8(ascii: "a")])) != nil } }

    /// Nobody is left.
    func leave() { slow = [] }

    private func send(_ bytes: [UInt8], to address: LoopbackAddress) {
      guard
        let connection = try? RawConnection(
          to: address, from: .other(45), timeoutMilliseconds: 2_000)
      else { return }
      try? connection.send(bytes)
      connection.finishSending()
      // Whatever the answer is: what counts is what is counted.
      _ = try? connection.receive()
    }
  }
#endif
