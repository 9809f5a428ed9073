/// An encoding of the WHATWG Encoding Standard, by its name in lower case.
package enum CharacterEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case ibm866
  case iso8859_2 = "iso-8859-2"
  case iso8859_3 = "iso-8859-3"
  case iso8859_4 = "iso-8859-4"
  case iso8859_5 = "iso-8859-5"
  case iso8859_6 = "iso-8859-6"
  case iso8859_7 = "iso-8859-7"
  case iso8859_8 = "iso-8859-8"
  case iso8859_8i = "iso-8859-8-i"
  case iso8859_10 = "iso-8859-10"
  case iso8859_13 = "iso-8859-13"
  case iso8859_14 = "iso-8859-14"
  case iso8859_15 = "iso-8859-15"
  case iso8859_16 = "iso-8859-16"
  case koi8R = "koi8-r"
  case koi8U = "koi8-u"
  case macintosh
  case windows874 = "windows-874"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  case macCyrillic = "x-mac-cyrillic"
  case gbk
  case gb18030
  case big5
  case eucJP = "euc-jp"
  case iso2022JP = "iso-2022-jp"
  case shiftJIS = "shift_jis"
  case eucKR = "euc-kr"
  case replacement
  case utf16BE = "utf-16be"
  case utf16LE = "utf-16le"
  case userDefined = "x-user-defined"

  /// The encoding that a label names, in any case and with blanks around it; nil for no label.
  package init?(label: some Sequence<UInt8>) {
    let blanks: Set<UInt8> = [9, 10, 12, 13, 32]
    var letters = Array(label.drop(while: blanks.contains))
    while let last = letters.last, blanks.contains(last) { letters.removeLast() }
    letters = letters.map(HTMLNames.lowercase)
    guard let encoding = Self.labels[String(decoding: letters, as: UTF8.self)] else { return nil }
    self = encoding
  }

  private static let labels: [String: CharacterEncoding] = {
    var labels: [String: CharacterEncoding] = [:]
    for encoding in allCases {
      labels[encoding.rawValue] = encoding
      for label in encoding.otherLabels.split(separator: " ") { labels[String(label)] = encoding }
    }
    return labels
  }()

  /// By which iconv(3) knows the decoder of the standard, or the nearest. Nil for those that are
  /// decoded here, or not at all.
  var iconvName: String? {
    switch self {
    case .utf8, .windows1252, .utf16BE, .utf16LE, .userDefined, .replacement: nil
    case .iso8859_8i: "ISO-8859-8"
    case .windows874: "CP874"
    case .macCyrillic: "MAC-CYRILLIC"
    case .gbk, .gb18030: "GB18030"
    case .big5: "BIG5-HKSCS"
    case .shiftJIS: "CP932"
    case .eucKR: "CP949"
    case .windows1250, .windows1251, .windows1253, .windows1254, .windows1255, .windows1256,
      .windows1257, .windows1258:
      "CP" + rawValue.suffix(4)
    case .ibm866, .iso8859_2, .iso8859_3, .iso8859_4, .iso8859_5, .iso8859_6, .iso8859_7,
      .iso8859_8, .iso8859_10, .iso8859_13, .iso8859_14, .iso8859_15, .iso8859_16, .koi8R, .koi8U,
      .macintosh, .eucJP, .iso2022JP:
      rawValue.uppercased()
    }
  }

  private var otherLabels: String {
    switch self {
    case .utf8:
      "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8"
    case .ibm866: "866 cp866 csibm866"
    case .iso8859_2:
      "csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"
    case .iso8859_3:
      "csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"
    case .iso8859_4:
      "csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"
    case .iso8859_5:
      "csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"
    case .iso8859_6:
      """
      arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i \
      iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
      """
    case .iso8859_7:
      """
      csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 \
      iso_8859-7:1987 sun_eu_greek
      """
    case .iso8859_8:
      """
      csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 \
      iso_8859-8:1988 visual
      """
    case .iso8859_8i: "csiso88598i logical"
    case .iso8859_10: "csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6"
    case .iso8859_13: "iso8859-13 iso885913"
    case .iso8859_14: "iso8859-14 iso885914"
    case .iso8859_15: "csisolatin9 iso8859-15 iso885915 iso_8859-15 l9"
    case .iso8859_16: ""
    case .koi8R: "cskoi8r koi koi8 koi8_r"
    case .koi8U: "koi8-ru"
    case .macintosh: "csmacintosh mac x-mac-roman"
    case .windows874: "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"
    case .windows1250: "cp1250 x-cp1250"
    case .windows1251: "cp1251 x-cp1251"
    case .windows1252:
      """
      ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 \
      iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252
      """
    case .windows1253: "cp1253 x-cp1253"
    case .windows1254:
      """
      cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 \
      latin5 x-cp1254
      """
    case .windows1255: "cp1255 x-cp1255"
    case .windows1256: "cp1256 x-cp1256"
    case .windows1257: "cp1257 x-cp1257"
    case .windows1258: "cp1258 x-cp1258"
    case .macCyrillic: "x-mac-ukrainian"
    case .gbk:
      "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk"
    case .gb18030: ""
    case .big5: "big5-hkscs cn-big5 csbig5 x-x-big5"
    case .eucJP: "cseucpkdfmtjapanese x-euc-jp"
    case .iso2022JP: "csiso2022jp"
    case .shiftJIS: "csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis"
    case .eucKR:
      """
      cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 \
      windows-949
      """
    case .replacement: "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr"
    case .utf16BE: "unicodefffe"
    case .utf16LE: "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16"
    case .userDefined: ""
    }
  }
}
