/// Names of elements and attributes as numbers.
struct HTMLNames: Sendable {
  private var all: [String] = []
  private var numbers: [String: UInt32] = [:]

  subscript(number: UInt32) -> String { all[Int(number)] }
  func number(_ number: UInt32, is name: String) -> Bool { all[Int(number)] == name }
  func number(of name: String) -> UInt32? { numbers[name] }

  mutating func intern(_ name: String) -> UInt32 {
    if let known = numbers[name] { return known }
    numbers[name] = UInt32(all.count)
    all.append(name)
    return UInt32(all.count - 1)
  }
}
