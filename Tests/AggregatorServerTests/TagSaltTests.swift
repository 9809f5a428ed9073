#if Server
  import Testing

  @testable import AggregatorServer

  @Suite("The salt of a log that starts over") struct TagSaltTests {
    private func salt(_ text: String?) throws -> [UInt8]? {
      var flags: [Setting: String] = [.data: "/a", .admission: "open"]
      flags[.tagSalt] = text
      return try ServerConfiguration(Settings(flags: flags, environment: [:], file: [:])).tagSalt
    }

    @Test func `is what is set, or a random one`() throws {
      #expect(try salt(nil) == nil)
      #expect(try salt(String(repeating: "0a", count: 16)) == [UInt8](repeating: 10, count: 16))
      #expect(try salt(String(repeating: "FF", count: 64))?.count == 64)
    }

    @Test(arguments: [
      "", "0a", "salt", String(repeating: "0a", count: 15), String(repeating: "0a", count: 65),
      String(repeating: "0g", count: 16), "0" + String(repeating: "0a", count: 16),
    ])
    func `is refused where it is none, by name`(text: String) {
      let error = #expect(throws: ServerError.self) { try salt(text) }
      #expect(error?.message.contains("tag-salt") == true, "\(error?.message ?? "")")
      #expect(error?.message.contains("32 to 128 hexadecimal digits") == true)
    }
  }
#endif
