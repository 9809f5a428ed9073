import ArgumentParser

/// The path of a file or folder that a command is given.
enum GivenPath {
  /// An empty path would be the root of the file system as soon as a name is put behind it: it
  /// comes from a variable without a value.
  static func named(_ text: String) throws -> String {
    guard !text.isEmpty else {
      throw ValidationError("A path is empty. Check the variable that it came from.")
    }
    return text
  }
}
