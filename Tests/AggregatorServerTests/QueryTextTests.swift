#if Server
  import Testing

  @testable import AggregatorServer

  @Suite("The query of a request") struct QueryTextTests {
    @Test(
      arguments: [
        ("", nil), ("q", ""), ("q=", ""), ("q=a", "a"), ("limit=3&q=a", "a"), ("q=a&q=b", "a"),
        ("Q=a", nil), ("qq=a", nil), ("=a", nil), ("&&q=a&", "a"), ("q=a=b", "a=b"),
        ("q=a+b", "a b"), ("q=a%2Bb", "a+b"), ("q=%26%3d%25", "&=%"), ("%71=a", nil),
        ("q=caf%C3%A9", "café"), ("q=caf%c3%a9", "café"), ("q=%00", "\0"), ("q=#", "#"),
      ] as [(String, String?)])
    func `gives the first value of a name`(text: String, value: String?) {
      #expect(QueryText(text: text).value(of: "q") == .value(value))
    }

    @Test(
      arguments: [
        ("", []), ("q=a&r=b&q=&q=c+d", ["a", "", "c d"]), ("r=a", []), ("q=a&q=%ff", nil),
      ] as [(String, [String]?)])
    func `gives all values of a name, or none`(text: String, values: [String]?) {
      #expect(QueryText(text: text).values(of: "q") == values)
    }

    @Test(arguments: ["q=%", "q=%4", "q=%zz", "q=%4g", "q=%%41", "q=a%C3", "q=%FF", "q=%ED%A0%80"])
    func `says so where a value is no text`(text: String) {
      #expect(QueryText(text: text).value(of: "q") == .unreadable)
      #expect(QueryText(text: text).value(of: "limit") == .value(nil), "nobody asked for it")
    }
  }
#endif
