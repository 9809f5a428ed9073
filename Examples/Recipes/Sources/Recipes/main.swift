import DeviceIndex
import Foundation
import JournalFormat

let usage = """
  Usage: Recipes FOLDER search WORDS    Find recipes.
         Recipes FOLDER open WORDS      Open the best result.
         Recipes FOLDER why ID          Tell what happened to a recipe.
         Recipes FOLDER log ID          List the last entries, and explain a recipe.
         Recipes FOLDER look WORDS      Show the folder as an operator sees it.
         Recipes FOLDER reindex         Have the index ask for all recipes again.
         Recipes FOLDER sync URL KEY    Sync with a cloud that has this public key.
         Recipes FOLDER cloud DIR WORDS Sync with a cloud in this process, and search it.
  """

/// Opens the device, and has its index follow the recipes.
func open(
  _ folder: String, _ configuration: DeviceConfiguration
) async throws -> (host: DeviceHost, index: SearchableIndex) {
  let host = try DeviceHost(folder: folder, configuration: configuration)
  let index = host.searchableIndex(forApp: RecipeBook.app, name: RecipeBook.indexName)
  let book = RecipeBook(recipes: Recipe.all)
  await index.setIndexDelegate(book)
  try await book.update(index)
  // Answers what the index asks for, for example after a restore. An app calls it again at the
  // date that it returns.
  try await host.answerReindexRequests()
  return (host, index)
}

func run(_ arguments: [String]) async throws {
  switch (arguments.dropFirst().first, arguments.dropFirst(2)) {
  case ("search", let words) where !words.isEmpty:
    let (_, index) = try await open(arguments[0], .local)
    let answer = try await index.userQuery(words.joined(separator: " ")).answer()
    for result in answer.results { print("\(result.uniqueIdentifier)  \(result.title)") }
  case ("open", let words) where !words.isEmpty:
    let (host, _) = try await open(arguments[0], .local)
    let query = words.joined(separator: " ")
    let results = Array(try await host.search(query, inApp: RecipeBook.app))
    guard let best = results.first,
      let recipe = Recipe.all.first(where: { $0.id == best.uniqueIdentifier })
    else { return print("nothing found") }
    try await host.becomeCurrent(recipe.activity, inApp: RecipeBook.app)
    try await host.userEngaged(with: best, query: query, visible: results)
    print("opened \(recipe.title)")
  case ("why", let words) where words.count == 1:
    guard let history = try History(of: arguments[2], in: arguments[0]) else {
      return print("no such recipe")
    }
    for line in history.lines { print(line) }
  case ("log", let words) where words.count == 1:
    let logbook = try Logbook(folder: arguments[0])
    try logbook.printLast(3)
    try logbook.explain(arguments[2])
  case ("look", let words) where !words.isEmpty:
    let view = try OperatorView(of: arguments[0], searching: words.joined(separator: " "))
    for line in view.lines { print(line) }
  case ("cloud", let words) where words.count > 1:
    let cloud = try await CommunityCloud(folder: arguments[2])
    let (host, _) = try await open(arguments[0], cloud.deviceConfiguration)
    try await cloud.sync(host)
    for entry in try cloud.search(arguments[3...].joined(separator: " ")) {
      print("\(entry.item.title), endorsed by \(entry.distinctDevices)")
    }
    try await cloud.close()
  case ("reindex", []):
    let (host, _) = try await open(arguments[0], .local)
    try await host.requestReindex(forApp: RecipeBook.app, indexName: RecipeBook.indexName)
    try await host.answerReindexRequests()
  case ("sync", let words) where words.count == 2:
    guard let url = URL(string: arguments[2]), let key = PublicKey(arguments[3]) else {
      return print(usage)
    }
    let cloud = PinnedCloud(url: url, keys: [key])
    let (host, _) = try await open(arguments[0], try await cloud.configuration())
    try await cloud.sync(host)
  default:
    print(usage)
  }
}

do {
  try await run(Array(CommandLine.arguments.dropFirst()))
} catch {
  print("\(error.localizedDescription)")
  exit(1)
}
