internal import StrictJSON

/// What a configuration file sets, as it is written there, and where.
package struct SettingsFile: Sendable {
  package let path: String
  package let values: [Setting: String]
  /// Where the value of a setting begins.
  let places: [Setting: TextPlace]

  /// - Parameter places: empty for a file that is not one of JSON.
  init(path: String, values: [Setting: String], places: [Setting: TextPlace] = [:]) {
    (self.path, self.values, self.places) = (path, values, places)
  }

  /// Reads a configuration file: one JSON object of settings, each a text or a number.
  ///
  /// - Throws: `ServerError` with the line and the column of what is not JSON, of a key that is not
  ///   a setting or occurs twice, and of a value of another type.
  package init(readingFrom path: String) throws(ServerError) {
    let bytes = try ServerConfiguration.bytes(path, of: nil)
    let root: JSONValue
    do throws(JSONError) { root = try JSONReader.read(bytes) } catch {
      throw ServerError(
        .configuration,
        "\(path) \(error) (\(error.place.text)). Write one JSON object, such as "
          + "{\"data\": \"/srv/cloud\"}.", cause: error)
    }
    guard case .object(let members) = root.kind else {
      throw ServerError(
        .configuration,
        "\(path) is not a JSON object. Write one, such as {\"data\": \"/srv/cloud\"}.")
    }
    var values: [Setting: String] = [:]
    var places: [Setting: TextPlace] = [:]
    for member in members {
      guard let setting = Setting(rawValue: member.key) else {
        let place = TextPlace(offset: member.offset, in: bytes)
        throw ServerError(
          .configuration,
          "\(path) has the key \"\(member.key)\" (\(place.text)), which is not a setting. "
            + "`spotlog serve --help` lists all.")
      }
      let place = TextPlace(offset: member.value.offset, in: bytes)
      guard let text = Self.text(of: member.value, in: bytes) else {
        throw ServerError(
          .configuration,
          "\(path): \(member.key) must be a number, or a text without a zero character "
            + "(\(place.text)). Write it as one.")
      }
      values[setting] = text
      places[setting] = place
    }
    self.init(path: path, values: values, places: places)
  }

  /// Nil when it is neither a text nor a number. A number keeps its digits: it is read where its
  /// range is checked, and not rounded before.
  private static func text(of value: JSONValue, in bytes: [UInt8]) -> String? {
    switch value.kind {
    case .string(let text): return text.utf8.contains(0) ? nil : text
    case .integer, .natural, .number:
      let digits = bytes[value.offset...].prefix { "+-.eE0123456789".utf8.contains($0) }
      return String(decoding: digits, as: UTF8.self)
    case .null, .boolean, .array, .object: return nil
    }
  }
}

extension TextPlace {
  var text: String { "line \(line), column \(column)" }
}
