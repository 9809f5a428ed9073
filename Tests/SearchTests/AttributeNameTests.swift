import QueryLanguage
import Testing

@testable import Search

@Suite("The name of an attribute") struct AttributeNameTests {
  /// As Apple's older syntax writes it: acronyms stand in capitals there.
  private func older(_ name: String) -> [String] {
    let acronyms = ["exifgps", "gpsdop", "gps", "exif", "iso", "html", "url"]
    let capital = "kMDItem" + name.prefix(1).uppercased() + name.dropFirst()
    guard let acronym = acronyms.first(where: { name.hasPrefix($0) }) else { return [capital] }
    return ["kMDItem" + acronym.uppercased() + name.dropFirst(acronym.count)]
  }

  @Test func `is found by that of the older syntax`() {
    // There kMDItemAuthors are names.
    for attribute in DocumentedAttribute.all where attribute.name != "authors" {
      for name in older(attribute.name) {
        #expect(QueryAttributeName.property(name) == attribute.name)
      }
    }
  }

  @Test(arguments: [
    ("kMDItemISOSpeed", "isoSpeed"), ("kMDItemGPSTrack", "gpsTrack"), ("kMDItemGPSDOP", "gpsdop"),
    ("kMDItemEXIFVersion", "exifVersion"), ("kMDItemEXIFGPSVersion", "exifgpsVersion"),
    ("kMDItemFNumber", "fNumber"), ("kMDItemURL", "url"), ("kMDItemContentURL", "contentURL"),
    ("kMDItemHTMLContentData", "htmlContentData"), ("kMDItemDurationSeconds", "duration"),
    ("kMDItemExposureTimeSeconds", "exposureTime"), ("kMDItemRecipients", "recipientNames"),
    ("kMDItemStarRating", "rating"), ("kMDItemRedEyeOnOff", "redEyeOn"),
    ("kMDItemIsLikelyJunk", "likelyJunk"), ("kMDItemIsGeneralMIDISequence", "generalMIDISequence"),
    ("kMDItemTitle", "title"), ("kMDItem", ""), ("com_acme_ID", "com_acme_ID"), ("URL", "URL"),
  ])
  func `is that of a property`(name: String, property: String) {
    #expect(QueryAttributeName.property(name) == property)
    let isKnown = DocumentedAttribute.byName[property] != nil
    #expect(isKnown || !name.hasPrefix("kMDItem") || property.isEmpty)
  }
}
