internal import Foundation

/// A file that every version has to get right: its name says the case.
package struct Vector: Hashable, Sendable, CustomStringConvertible {
  /// What has to become of it.
  package enum Group: String, Hashable, Sendable, CaseIterable {
    /// Bytes of one layout of FORMAT.md, in hexadecimal: have to be read.
    case valid
    /// The same, of older versions: have to be read, and written as today's.
    case old
    /// The same, damaged or from a time to come: have to be refused.
    case refused
    /// Journal files, whole ones and damaged ones.
    case journals

    var fileExtension: String { self == .journals ? "journal" : "hex" }
  }

  package let group: Group
  package let name: String

  package init(_ group: Group, _ name: String) {
    self.group = group
    self.name = name
  }

  package var description: String { name }

  /// The files lie beside this source: anyone who has the repository has them without a bundle.
  package static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/files"

  package var path: String {
    "\(Self.folder)/\(group.rawValue)/\(name).\(group.fileExtension)"
  }

  /// All of a group, by name.
  package static func all(in group: Group) throws -> [Vector] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(group.rawValue)")
      .filter { $0.hasSuffix(".\(group.fileExtension)") }
      .map { Vector(group, String($0.dropLast(group.fileExtension.count + 1))) }
      .sorted { $0.name < $1.name }
  }

  /// The bytes that the file stands for.
  package func bytes() throws -> [UInt8] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard group != .journals else { return [UInt8](data) }
    guard let bytes = HexText.bytes(of: String(decoding: data, as: UTF8.self)) else {
      throw VectorError(description: "\(path) is not hexadecimal.")
    }
    return bytes
  }

  /// Makes the file again.
  package func write(_ bytes: [UInt8]) throws {
    let data = group == .journals ? Data(bytes) : Data(HexText.text(of: bytes).utf8)
    try data.write(to: URL(fileURLWithPath: path))
  }
}

/// A vector that is itself broken.
package struct VectorError: Error, CustomStringConvertible {
  package let description: String
}
