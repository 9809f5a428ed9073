import Foundation
import TestSupport

/// Lines of traces for the program's standard input, and for simulations.
enum TraceLines {
  static func item(_ id: String, _ title: String = "word", device: String = "d") -> String {
    "{\"time\":1,\"device\":\"\(device)\",\"app\":\"a\",\"kind\":\"index\",\"id\":\"\(id)\","
      + "\"attributes\":{\"title\":\"\(title)\"}}"
  }

  static func items(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { item("\($0)") + "\n" }.joined()
  }

  /// A file of those lines below `folder`; its path.
  static func file(_ bytes: some Collection<UInt8>, in folder: TemporaryFolder) throws -> String {
    let path = folder.file("trace.jsonl")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// People who look at films and engage with them: some films become public.
  static func people(_ count: Int) -> String {
    var lines: [String] = []
    for step in 0..<count * 20 {
      let film = (step * 7 + step / 13) % 9
      let start =
        "{\"time\":\(step * 3_600),\"device\":\"person \(step % count)\",\"app\":\"films\","
        + "\"id\":\"\(film)\""
      lines.append(
        start + ",\"kind\":\"activity\",\"type\":\"view\",\"title\":\"Film \(film)\","
          + "\"url\":\"https://example.com/\(film)\",\"search\":true,\"public\":true}")
      lines.append(start + ",\"kind\":\"engage\"}")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Program {
  /// The identifiers of a device's items, as the program prints them.
  func itemIdentifiers(_ phone: String) throws -> [String] {
    let outcome = try run(["device", "items", phone, "--columns", "id"])
    return outcome.output.split(separator: "\n").dropFirst().map(String.init)
  }
}
