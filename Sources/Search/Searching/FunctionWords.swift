/// Words that questions are full of and that say nothing of what is meant: articles, prepositions,
/// pronouns and question words of some languages, as the tokenizer gives them.
///
/// In a partial search they weigh little. Of other languages the inverse document frequency alone
/// decides.
enum FunctionWords {
  static func contain(_ word: String) -> Bool { all.contains(word) }

  /// Words of which one or a few letters stand before an apostrophe: of "l'hôtel" the article.
  static let elided = Set(
    """
    agl all c coll d dagl dall degl dell dov j jusqu l lorsqu m n nagl nell negl puisqu qu quell
    quest quoiqu s sugl sull t un
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let all = Set(
    [english, german, french, iberian, italian, dutch, russian, arabic].flatMap {
      $0.split(whereSeparator: \.isWhitespace).map(String.init)
    })

  private static let english = """
    a about all am an and any are as at be been but by can could did do does for from had has
    have how i if in into is it its make me my of on or our please some than that the them
    there these they this those to us want was way we were what when where which who whose why
    will with would you your
    """

  private static let german = """
    als am an auf aus bei das dem den der des die durch ein eine einem einen einer es fur geht
    gibt haben hat ich im in ist kann kein man mein meine mich mir mit nach oder sich sie sind
    uber um und uns vom von vor wann war warum was welche welcher wer wie wird wo zu zum zur
    """

  private static let french = """
    a au aux avec ce ces comment dans de des du elle en est et faire fait il ils je la le les
    leur ma mes mon ne nous on ou par pas pour pourquoi quand que quel quelle qui quoi sa se
    ses son sont sur un une vous
    """

  /// Spanish and Portuguese.
  private static let iberian = """
    al como con cual cuando da das de del do donde dos e el ella em en es esta este fazer
    hacer la las lo los me mi mis na no nos o onde os para por porque qual quando que quien se
    sin su sus um uma un una unas unos y yo
    """

  private static let italian = """
    che chi come con cosa da dal dei del della delle di dove e fare gli ho i il in io la le lo
    mi nel per perche quale quando sono su ti un una uno
    """

  private static let dutch = """
    aan de dit door een en er het hij hoe ik in is met mijn naar niet of om onder ook op te
    tot uit van voor waar waarom wanneer wat we welke wie wij ze zijn zo
    """

  private static let russian = """
    в во где для и из или к как какие какои когда кто на не о об от по почему с со что это я
    """

  private static let arabic = """
    الي ان او علي عن في كيف لماذا ما متي من هل هو هي و
    """
}
