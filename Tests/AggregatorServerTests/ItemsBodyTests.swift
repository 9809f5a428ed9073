#if Server
  import CloudAggregator
  import Foundation
  import JournalFormat
  import TestSupport
  import Testing

  @testable import AggregatorServer

  @Suite("Items as JSON") struct ItemsBodyTests {
    @Test(arguments: [
      "", "plain", "\"quoted\" and \\ back", "tab\tline\nfeed\rnul\u{0}\u{1F}", "é 水 🌊 \u{202E}",
      "\\u0041",
    ])
    func `give back every text`(text: String) throws {
      var item = Sample.item
      item.title = text
      item.keywords = [text, "other"]
      let entry = PublicEntry(tag: Sample.tag, item: item, events: 7, distinctDevices: 3)
      let object = try JSONSerialization.jsonObject(
        with: Data(ItemsBody([entry, entry], on: Sample.day).bytes))
      let items = try #require((object as? [String: Any])?["items"] as? [[String: Any]])
      #expect(items.count == 2)
      #expect(items[1]["title"] as? String == text)
      #expect(items[1]["keywords"] as? [String] == [text, "other"])
      #expect(items[1]["events"] as? Int == 7)
      #expect(items[1]["shown"] as? Int == 0 && items[1]["interval"] == nil)
    }

    @Test func `say how an item did as a public result`() throws {
      let entry = PublicEntry(
        tag: Sample.tag, item: Sample.item, events: 7, distinctDevices: 3,
        feedback: ResultFeedback(shown: 40, engaged: 3))
      let object = try JSONSerialization.jsonObject(
        with: Data(ItemsBody(entry, on: Sample.day).bytes))
      let item = try #require(object as? [String: Any])
      #expect(item["shown"] as? Int == 40 && item["engaged"] as? Int == 3)
      #expect(item["interval"] as? [Int] == [25, 199] && item["popularity"] as? Int == 0)
    }

    @Test func `have the details that an encoder writes`() throws {
      var item = Sample.itemWithDetails
      item.details.set(.city, ["Cork \"South\" \u{202E}\n</script>"])
      item.details.set(.authorNames, ["A", "B\\"])
      let entry = PublicEntry(tag: Sample.tag, item: item, events: 7, distinctDevices: 3)
      let bytes = ItemsBody(entry, on: Sample.day).bytes
      let object = try JSONSerialization.jsonObject(with: Data(bytes))
      let details = try #require((object as? [String: Any])?["details"])
      let data = try JSONSerialization.data(withJSONObject: details)
      #expect(try JSONDecoder().decode(PublicDetails.self, from: data) == item.details)
    }

    @Test func `of nothing are an empty list`() {
      #expect(ItemsBody([], on: Sample.day).bytes == Array("{\"items\":[]}".utf8))
    }
  }
#endif
