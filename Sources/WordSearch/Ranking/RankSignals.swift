/// What ranks a document beside its words.
package struct RankSignals: Hashable, Sendable {
  /// When its views, which fade, will have faded to one, in minutes since 1970; 0: it has none.
  package var viewsFadeToOne: Int32 = 0
  /// What its content is of, in minutes since 1970; 0: it does not say.
  package var date: Int32 = 0
  /// How much oftener than others it is engaged with where it is shown, in thousandths; as
  /// `Ranking.documentEngagement` has it.
  package var engagement: Int16 = 0
  /// What its app says of it among its own: -50 to 80, where 0 is what is nothing special.
  package var hint: Int8 = 0
  /// What it gains for how many people engaged with it, in thousandths: of public items.
  package var popularity: UInt16 = 0
  /// What it loses for others that say the same, in thousandths.
  package var duplication: UInt16 = 0

  package init() {}
}

/// A document as a table of words takes it.
package struct WordDocument: Hashable, Sendable {
  /// What it is called in the owner's tables: 1 to 4,294,967,295.
  package var row: UInt32
  package var app: String
  /// What sets those apart that rank alike: the same for the same document in every index.
  package var tieBreaker: UInt32
  package var title: String
  package var keywords: String
  package var text: String
  /// What it is called besides its title, each as a whole: keywords, other names.
  package var names: [String] = []
  package var signals = RankSignals()
  /// What queries find it by that is not a word of it.
  package var attributeTerms: [AttributeTerm] = []

  package init(
    row: UInt32, app: String, tieBreaker: UInt32, title: String, keywords: String, text: String
  ) {
    self.row = row
    self.app = app
    self.tieBreaker = tieBreaker
    self.title = title
    self.keywords = keywords
    self.text = text
  }
}
