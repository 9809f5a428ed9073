/// What a body ends with whose request did not come whole: the client went away or was too slow,
/// what followed could not be read, or the server ends.
struct BrokenOff: Error {
  /// What happened to the connection; nil where it was ended here.
  var cause: (any Error)?
}
