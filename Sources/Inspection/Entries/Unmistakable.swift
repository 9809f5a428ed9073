extension String {
  /// In quotes where a reader could take it for another field of the line: fields are two blanks
  /// apart.
  package var unmistakable: String {
    guard contains("  ") || first == "\"" || first == " " || last == " " else { return self }
    return "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
