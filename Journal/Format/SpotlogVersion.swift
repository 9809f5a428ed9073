/// The version of this package. CHANGELOG.md begins with it, and every program and page shows it.
package enum SpotlogVersion {
  /// Semantic: MAJOR.MINOR.PATCH, without a prefix.
  package static let current = "0.2.0"
}
