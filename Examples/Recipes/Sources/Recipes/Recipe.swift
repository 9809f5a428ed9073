import DeviceIndex
import Foundation

/// The app's own data, which the index only copies.
struct Recipe {
  let id: String
  let title: String
  let cuisine: String
  let ingredients: [String]

  static let all = [
    Recipe(
      id: "tomato-soup", title: "Tomato soup", cuisine: "italian",
      ingredients: ["tomatoes", "basil", "olive oil"]),
    Recipe(
      id: "miso-soup", title: "Miso soup", cuisine: "japanese",
      ingredients: ["miso", "tofu", "wakame"]),
    Recipe(
      id: "focaccia", title: "Focaccia", cuisine: "italian",
      ingredients: ["flour", "yeast", "rosemary"]),
  ]

  /// What this device's search finds. An item never leaves the device.
  var item: SearchableItem {
    var attributes = AttributeSet(contentType: "public.text")
    attributes.title = title
    attributes.keywords = ingredients
    return SearchableItem(
      uniqueIdentifier: id, domainIdentifier: cuisine, attributeSet: attributes)
  }

  /// What a person looks at. It becomes public when enough devices open it.
  var activity: UserActivity {
    var activity = UserActivity(activityType: "com.example.recipes.view")
    activity.persistentIdentifier = id
    activity.title = title
    activity.webpageURL = URL(string: "https://recipes.example/\(id)")
    activity.isEligibleForSearch = true
    activity.isEligibleForPublicIndexing = true
    return activity
  }
}
