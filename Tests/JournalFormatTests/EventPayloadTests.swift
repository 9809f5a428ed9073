import Foundation
import JournalFormat
import SwiftProtobuf
import TestSupport
import Testing

@Suite("An event's payload") struct EventPayloadTests {
  @Test func `begins with 16 random bytes that are drawn again each time`() throws {
    var dice = Dice.seeded(1)
    let first = try ValidVectors.indexed.payload(using: &dice)
    let second = try ValidVectors.indexed.payload(using: &dice)
    #expect(first != second)
    #expect(first[JournalEvent.saltByteCount...] == second[JournalEvent.saltByteCount...])
    #expect(try JournalEvent(payload: first) == ValidVectors.indexed)
  }

  @Test func `keeps fields that this version does not know`() throws {
    var dice = Dice.seeded(2)
    let known = try ValidVectors.indexed.payload(using: &dice)
    // Field 999 of the event: a string. Field 998 of it: a number. What a later version may add.
    let newer = known + [0xBA, 0x3E, 3] + Array("new".utf8) + [0xB0, 0x3E, 7]
    let event = try JournalEvent(payload: newer)
    #expect(event.itemIndexed == ValidVectors.indexed.itemIndexed)
    var again = Dice.seeded(2)
    #expect(try event.payload(using: &again) == newer)
  }

  @Test func `keeps a fact that this version does not know`() throws {
    // Field 99 of the event: a message of one field.
    let newer = [UInt8](repeating: 7, count: 16) + [0x9A, 0x06, 2, 0x08, 1]
    let event = try JournalEvent(payload: newer)
    #expect(event.fact == nil)
    var dice = Dice.seeded(3)
    #expect(try event.payload(using: &dice)[16...] == newer[16...])
  }

  @Test func `has the same bytes whatever order a map has in memory`() throws {
    let keys = (0..<50).map { "key-\($0)" }
    let payloads = try [keys, keys.reversed(), keys.sorted()].map { keys in
      var event = JournalEvent()
      event.activityRecorded.userInfo = [:]
      for key in keys { event.activityRecorded.userInfo[key, default: JournalValue()].string = key }
      var dice = Dice.seeded(4)
      return try event.payload(using: &dice)
    }
    #expect(Set(payloads).count == 1)
    // Sorted by bytes, so that another process, whose hashes differ, writes the same.
    let text = String(decoding: payloads[0], as: UTF8.self)
    let places = keys.sorted().compactMap { text.range(of: "\($0)\u{12}")?.lowerBound }
    #expect(places.count == keys.count)
    #expect(places == places.sorted())
  }

  @Test func `of a larger event than is allowed is not made`() {
    var event = JournalEvent()
    event.itemIndexed.id = String(repeating: "x", count: FormatLimits.eventByteCount)
    var dice = Dice.seeded(5)
    let error = #expect(throws: FormatError.self) { try event.payload(using: &dice) }
    #expect(error?.code == .tooLarge)
    #expect(
      error?.message.hasSuffix(
        "; at most 8.4 MB (8,388,608 bytes) are allowed. Give the index less text, or split the "
          + "item.") == true)
  }

  private static func nested(_ depth: Int, in maps: Bool) -> JournalValue {
    var value = JournalValue()
    value.string = "core"
    for _ in 0..<depth {
      var outer = JournalValue()
      if maps { outer.map.values = ["key": value] } else { outer.list.values = [value] }
      value = outer
    }
    return value
  }

  @Test(arguments: [false, true])
  func `nests values as deep as the bound, and no deeper`(maps: Bool) throws {
    for depth in [0, 1, FormatLimits.valueDepth, FormatLimits.valueDepth + 1, 48, 200] {
      var item = JournalEvent()
      var attribute = JournalAttribute()
      attribute.name = "answer"
      attribute.value = Self.nested(depth, in: maps)
      item.itemIndexed.attributes.values = [attribute]
      var activity = JournalEvent()
      activity.activityRecorded.userInfo = ["answer": attribute.value]
      for event in [item, activity] {
        var dice = Dice.seeded(6)
        if depth <= FormatLimits.valueDepth {
          #expect(try JournalEvent(payload: event.payload(using: &dice)) == event)
          continue
        }
        let error = #expect(throws: FormatError.self) { try event.payload(using: &dice) }
        #expect(error?.code == .tooLarge)
        #expect(error?.message.hasPrefix("The value of \"answer\" has more than 24 lists") == true)
        // Nor is it read, where another program wrote it.
        let bytes = [UInt8](repeating: 0, count: 16) + (try event.serializedBytes() as [UInt8])
        #expect(throws: FormatError.self) { try JournalEvent(payload: bytes) }
      }
    }
  }

  @Test func `that nests without end is refused`() {
    // Lists in lists, 5,000 deep: field 6 of a value is a list, field 1 of a list is a value.
    var value: [UInt8] = []
    for depth in 0..<10_001 {
      value = [depth.isMultiple(of: 2) ? 0x32 : 0x0A] + Self.lengthPrefix(value.count) + value
    }
    value = [0x12] + Self.lengthPrefix(value.count) + value
    for tag in [0x0A, 0x22, 0x0A] as [UInt8] {
      value = [tag] + Self.lengthPrefix(value.count) + value
    }
    let payload = [UInt8](repeating: 0, count: 16) + value
    let error = #expect(throws: FormatError.self) { try JournalEvent(payload: payload) }
    #expect(error?.code == .malformed)
  }

  private static func lengthPrefix(_ count: Int) -> [UInt8] {
    var rest = count
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
