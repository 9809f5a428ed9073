/// What a segment knows of a document beside its words: thirty-two bytes, read in place.
///
/// Little-endian as every machine is that this runs on: a file that is derived is not carried to
/// another kind of machine.
struct DocumentRecord {
  var row: UInt32
  var tieBreaker: UInt32
  var viewsFadeToOne: Int32
  var date: Int32
  var engagement: Int16
  /// What it loses for saying the same words over and over, in thousandths.
  var repetition: UInt16
  /// Its place among the segment's apps.
  var app: UInt32
  var textLength: UInt16
  /// Words; longer titles count as this long.
  var titleLength: UInt8
  /// What its app says of it among its own, from -50 on.
  var hint: Int8
  /// What it gains for how many people engaged with it, in thousandths.
  var popularity: UInt16
  /// What it loses for others that say the same, in thousandths.
  var duplication: UInt16

  static let byteCount = 32

  init(_ document: WordDocument, app: UInt32, titleLength: Int, textLength: Int) {
    row = document.row
    tieBreaker = document.tieBreaker
    viewsFadeToOne = document.signals.viewsFadeToOne
    date = document.signals.date
    engagement = document.signals.engagement
    hint = document.signals.hint
    popularity = document.signals.popularity
    duplication = document.signals.duplication
    repetition = 0
    self.app = app
    self.titleLength = UInt8(clamping: titleLength)
    self.textLength = UInt16(clamping: textLength)
  }
}
