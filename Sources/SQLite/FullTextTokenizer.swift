internal import CSQLite

/// Takes texts apart for an FTS5 table.
package protocol FullTextTokenizer: AnyObject {
  /// Calls `body` with each word of a text in UTF-8, in the order of their places.
  ///
  /// `isColocated`: it is at the place of the word before it, as another form of what stands there.
  /// `range`: bytes of the text.
  func forEachToken(
    in text: UnsafeBufferPointer<UInt8>,
    _ body: (_ token: UnsafeBufferPointer<UInt8>, _ isColocated: Bool, _ range: Range<Int>) -> Void
  )
}

extension Connection {
  /// Lets tables of this connection be made and used with `tokenize = name`.
  ///
  /// - Parameter make: gives each table one of its own.
  package func addTokenizer(
    _ name: String, _ make: @escaping () -> any FullTextTokenizer
  ) throws(SQLiteError) {
    let api = try fullTextInterface()
    var methods = fts5_tokenizer(
      xCreate: { context, _, _, result in
        guard let context else { return SQLITE_ERROR }
        let maker = Unmanaged<TokenizerMaker>.fromOpaque(context).takeUnretainedValue()
        let made = TokenizerHolder(maker.make())
        result?.pointee = OpaquePointer(Unmanaged.passRetained(made).toOpaque())
        return SQLITE_OK
      },
      xDelete: { instance in
        guard let instance else { return }
        Unmanaged<TokenizerHolder>.fromOpaque(UnsafeRawPointer(instance)).release()
      },
      xTokenize: { instance, context, _, text, count, found in
        guard let instance, let found else { return SQLITE_ERROR }
        let holder = Unmanaged<TokenizerHolder>.fromOpaque(UnsafeRawPointer(instance))
          .takeUnretainedValue()
        return holder.tokenize(text, count) { token, isColocated, range in
          token.withMemoryRebound(to: CChar.self) { token in
            found(
              context, isColocated ? FTS5_TOKEN_COLOCATED : 0, token.baseAddress,
              Int32(token.count), Int32(range.lowerBound), Int32(range.upperBound))
          }
        }
      })
    let maker = Unmanaged.passRetained(TokenizerMaker(make))
    let result = api.pointee.xCreateTokenizer(api, name, maker.toOpaque(), &methods) { maker in
      if let maker { Unmanaged<TokenizerMaker>.fromOpaque(maker).release() }
    }
    guard result == SQLITE_OK else {
      throw SQLiteError(resultCode: result, doing: "tokenizer \(name)", handle: handle)
    }
  }

  /// FTS5 gives its functions to whoever asks through a pointer that is bound to a statement.
  private func fullTextInterface() throws(SQLiteError) -> UnsafeMutablePointer<fts5_api> {
    var found: UnsafeMutablePointer<fts5_api>?
    var statement: OpaquePointer?
    var result = sqlite3_prepare_v2(handle, "SELECT fts5(?1)", -1, &statement, nil)
    if result == SQLITE_OK {
      withUnsafeMutablePointer(to: &found) { found in
        sqlite3_bind_pointer(statement, 1, found, "fts5_api_ptr", nil)
        sqlite3_step(statement)
      }
      result = sqlite3_finalize(statement)
    }
    guard result == SQLITE_OK, let found else {
      throw SQLiteError(resultCode: result, doing: "asking for FTS5", handle: handle)
    }
    return found
  }
}

private final class TokenizerMaker {
  let make: () -> any FullTextTokenizer

  init(_ make: @escaping () -> any FullTextTokenizer) { self.make = make }
}

private final class TokenizerHolder {
  private let tokenizer: any FullTextTokenizer

  init(_ tokenizer: any FullTextTokenizer) { self.tokenizer = tokenizer }

  /// - Parameter found: is told of each word, and says whether SQLite could take it.
  func tokenize(
    _ text: UnsafePointer<CChar>?, _ count: Int32,
    _ found: (UnsafeBufferPointer<UInt8>, Bool, Range<Int>) -> Int32
  ) -> Int32 {
    guard let text, count > 0 else { return SQLITE_OK }
    var result = SQLITE_OK
    text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { text in
      let bytes = UnsafeBufferPointer(start: text, count: Int(count))
      tokenizer.forEachToken(in: bytes) { token, isColocated, range in
        if result == SQLITE_OK { result = found(token, isColocated, range) }
      }
    }
    return result
  }
}
