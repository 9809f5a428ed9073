internal import CSQLite

/// The tokenizer of an FTS5 table without the table: the same words, in the same order, so that
/// what is looked up elsewhere is found as FTS5 would find it. Used by one thread at a time.
package final class Tokenizer {
  /// FTS5 belongs to a connection.
  private let connection: Connection
  private var methods = fts5_tokenizer()
  private var instance: OpaquePointer?

  /// The byte before each token: no token has it, since the tokenizer takes it for a gap.
  package static let mark: UInt8 = 0

  /// - Parameter specification: as after `tokenize =`: a name and its arguments.
  package init(_ specification: String) throws(SQLiteError) {
    connection = try Connection(path: ":memory:", mode: .create)
    let parts = specification.split(separator: " ").map(String.init)
    let found = try Self.interface(connection)
    var context: UnsafeMutableRawPointer?
    let name = parts.first ?? ""
    var result = found.pointee.xFindTokenizer(found, name, &context, &methods)
    if result == SQLITE_OK {
      result = Self.withPointers(to: parts.dropFirst()) { arguments in
        methods.xCreate(context, arguments.baseAddress, Int32(arguments.count), &instance)
      }
    }
    guard result == SQLITE_OK else {
      throw SQLiteError(resultCode: result, doing: "tokenizer \(specification)", handle: nil)
    }
  }

  deinit { if let instance { methods.xDelete(instance) } }

  /// Appends each token of the text, with the mark before it.
  package func append(_ text: String, to tokens: inout [UInt8]) {
    guard let instance else { return }
    var text = text
    withUnsafeMutablePointer(to: &tokens) { tokens in
      text.withUTF8 { bytes in
        guard let start = bytes.baseAddress else { return }
        _ = start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
          methods.xTokenize(instance, tokens, FTS5_TOKENIZE_DOCUMENT, start, Int32(bytes.count)) {
            context, _, token, count, _, _ in
            let tokens = context!.assumingMemoryBound(to: [UInt8].self)
            tokens.pointee.append(Tokenizer.mark)
            tokens.pointee.append(
              contentsOf: UnsafeRawBufferPointer(start: token, count: Int(count)))
            return SQLITE_OK
          }
        }
      }
    }
  }

  /// FTS5 gives its functions to whoever asks through a pointer that is bound to a statement.
  private static func interface(
    _ connection: Connection
  ) throws(SQLiteError) -> UnsafeMutablePointer<fts5_api> {
    var found: UnsafeMutablePointer<fts5_api>?
    var statement: OpaquePointer?
    var result = sqlite3_prepare_v2(connection.handle, "SELECT fts5(?1)", -1, &statement, nil)
    if result == SQLITE_OK {
      withUnsafeMutablePointer(to: &found) { found in
        sqlite3_bind_pointer(statement, 1, found, "fts5_api_ptr", nil)
        sqlite3_step(statement)
      }
      result = sqlite3_finalize(statement)
    }
    guard result == SQLITE_OK, let found else {
      throw SQLiteError(resultCode: result, doing: "asking for FTS5", handle: connection.handle)
    }
    return found
  }

  private static func withPointers<Value>(
    to texts: ArraySlice<String>,
    _ body: (UnsafeMutableBufferPointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    let copies = texts.map { Array($0.utf8CString) }
    var pointers: [UnsafePointer<CChar>?] = []
    func go(_ place: Int) -> Value {
      guard place < copies.count else {
        return pointers.withUnsafeMutableBufferPointer { body($0) }
      }
      return copies[place].withUnsafeBufferPointer {
        pointers.append($0.baseAddress)
        return go(place + 1)
      }
    }
    return go(0)
  }
}
