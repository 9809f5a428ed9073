internal import Foundation
internal import JournalFormat

/// What the app of drills and of the first steps of worlds does, and its people with it: it has
/// pages, each with an address and a title by its name, and private items.
enum PageActs {
  static let app: ExactText = "app"

  /// A person finds a page and opens it.
  static func engagement(
    _ page: String, title: String? = nil, isPublic: Bool = true
  ) -> [AppAct] {
    let activity = activity(page, title: title, isPublic: isPublic)
    return [.recorded(activity), .opened(activity.name)]
  }

  static func activity(
    _ page: String, title: String? = nil, isPublic: Bool = true
  ) -> AppActivity {
    var activity = AppActivity(
      name: AppName(app: app, id: ExactText(page)), title: ExactText(title ?? self.title(of: page)))
    activity.address = address(of: page)
    activity.isPublic = isPublic
    return activity
  }

  private static func address(of page: String) -> ExactText {
    let address = AppPage.site + page
    return ExactText(URL(string: address)?.absoluteString ?? address)
  }

  static func item(
    _ id: String, title: String, index: ExactText = ""
  ) -> AppItem {
    var item = AppItem(
      name: AppName(app: app, id: ExactText(id)), title: ExactText(title), index: index)
    item.attributes[text: "contentType"] = "public.item"
    return item
  }

  static func deletion(_ page: String) -> AppAct {
    .deleted(app: app, ids: [ExactText(page)])
  }

  static func title(of page: String) -> String { "Page \(page)" }
  /// After its app gave it another one.
  static func laterTitle(of page: String) -> String { "Page \(page), as it is called now" }

  /// The tag under which the cloud knows a page.
  static func tag(of page: String, salt: [UInt8]) -> Tag {
    AppPage(app: app, type: AppActivity.viewType, identity: .address(address(of: page)))
      .tag(salt: salt)
  }
}
