internal import WebAddress

extension ReportRow: Encodable {
  private enum Key: String, CodingKey {
    case element, status, extracted, attribute, advice, source, line
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(element.rawValue, forKey: .element)
    try values.encode(status.rawValue, forKey: .status)
    try values.encode(extracted, forKey: .extracted)
    try values.encode(attribute, forKey: .attribute)
    try values.encode(advice, forKey: .advice)
    try values.encode(source, forKey: .source)
    try values.encodeIfPresent(line, forKey: .line)
  }
}

extension WebPageReport: Encodable {
  private enum Key: String, CodingKey { case address, isIndexed, exclusion, rows }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(facts.ownAddress?.href, forKey: .address)
    try values.encode(isIndexed, forKey: .isIndexed)
    try values.encodeIfPresent(exclusion, forKey: .exclusion)
    try values.encode(rows, forKey: .rows)
  }
}
