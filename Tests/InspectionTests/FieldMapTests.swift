import Foundation
import JournalFormat
import TestSupport
import Testing

@testable import Inspection

@Suite("Marked bytes") struct FieldMapTests {
  @Test(arguments: SampleEvents.all)
  func `cover a payload without a gap`(event: JournalEvent) throws {
    var dice = Dice.seeded(3)
    let payload = try event.payload(using: &dice)
    let fields = FieldMap(kind: .event, payload: payload).fields
    #expect(fields.first?.name == "salt")
    var place = 0
    for field in fields {
      #expect(field.range.lowerBound == place)
      place = field.range.upperBound
    }
    #expect(place == payload.count)
    #expect(!fields.contains { $0.name.hasPrefix("field ") || $0.name.hasPrefix("no field") })
  }

  /// The fields of the messages of `event.proto`.
  private func declared() throws -> [(message: String, name: String, number: UInt32)] {
    let text = String(decoding: try Repository.bytes("Journal/Format/event.proto"), as: UTF8.self)
    var fields: [(message: String, name: String, number: UInt32)] = []
    // What is open, the innermost last; nil: something whose names are not a message's fields.
    var open: [String?] = []
    for line in text.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if let begun = line.firstMatch(of: /^(message|oneof|enum) (\w+)\s/) {
        switch begun.output.1 {
        case "message": open.append(String(begun.output.2))
        case "oneof": open.append(open.last ?? nil)
        default: open.append(nil)
        }
      } else if line.hasPrefix("}") {
        open.removeLast()
      } else if let message = open.last ?? nil,
        let field = line.firstMatch(
          of: /^(?:repeated |optional )?(?:map<\w+, \w+>|\w+) (\w+) = (\d+);/)
      {
        fields.append((message, String(field.output.1), try #require(UInt32(field.output.2))))
      }
    }
    return fields
  }

  /// The table is written down in Swift, and `event.proto` is what it has to say.
  @Test func `have the names of event.proto`() throws {
    let declared = try declared()
    #expect(declared.count > 60)
    for field in declared {
      #expect(
        EventFields.field(field.number, of: field.message)?.name == field.name,
        "\(field.message) \(field.number)")
    }
    // Two maps, whose entries have a key and a value.
    #expect(declared.count + 4 == EventFields.table.values.reduce(0) { $0 + $1.count })
  }

  @Test func `say where a payload is damaged, and end`() throws {
    var dice = Dice.seeded(5)
    for event in SampleEvents.all {
      let payload = try event.payload(using: &dice)
      for length in 0..<payload.count {
        let fields = FieldMap(kind: .event, payload: Array(payload.prefix(length))).fields
        #expect(fields.last?.range.upperBound ?? 0 == length)
      }
    }
  }

  @Test func `of thousands are counted and not shown`() throws {
    var event = JournalEvent()
    event.itemsDeleted.app = "app"
    event.itemsDeleted.ids = (0..<5_000).map { "\($0)" }
    var dice = Dice.seeded(5)
    let map = FieldMap(kind: .event, payload: try event.payload(using: &dice))
    #expect(map.fields.count == 1_000)
    #expect(map.leftOutCount == 5_003 - 1_000)
  }

  @Test func `of a nest without end come to one`() {
    var value: [UInt8] = [0x38, 0x01]
    for _ in 0..<2_000 {
      var length: [UInt8] = []
      var count = value.count + 2
      repeat {
        length.append(UInt8(count & 0x7F) | (count > 0x7F ? 0x80 : 0))
        count >>= 7
      } while count > 0
      value = [0x32] + length + value
    }
    let map = FieldMap(kind: .event, payload: [UInt8](repeating: 0, count: 16) + value)
    #expect(map.fields.count < 1_000)
  }
}
