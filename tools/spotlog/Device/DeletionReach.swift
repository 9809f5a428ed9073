import DeviceIndex
import JournalFormat

/// What a deletion names of an app, and what is said where that is not there: the same for options
/// and for lines of standard input.
enum DeletionReach: Sendable {
  case all
  case identifiers([String])
  case domains([String])

  init(_ deletion: JournalItemsDeleted) {
    if deletion.all {
      self = .all
    } else {
      self = deletion.domains.isEmpty ? .identifiers(deletion.ids) : .domains(deletion.domains)
    }
  }

  func deletion(in app: String) -> JournalItemsDeleted {
    var deletion = JournalItemsDeleted()
    deletion.app = app
    switch self {
    case .all: deletion.all = true
    case .identifiers(let ids): deletion.ids = ids
    case .domains(let domains): deletion.domains = domains
    }
    return deletion
  }

  /// What it names, one by one.
  var named: [(name: String, reach: DeletionReach)] {
    switch self {
    case .all: [("", .all)]
    case .identifiers(let ids): ids.uniqued.map { ($0, .identifiers([$0])) }
    case .domains(let domains): domains.uniqued.map { ($0, .domains([$0])) }
    }
  }

  /// How people write what a deletion names.
  enum Form {
    case options, lines

    fileprivate func name(_ option: String, _ key: String) -> String {
      switch self {
      case .options: option
      case .lines: "\"\(key)\""
      }
    }
  }

  /// What is said of names that reach nothing; nil where there are none.
  func sentence(ofUnknown names: [String], in app: String, _ form: Form = .options) -> String? {
    guard let listed = names.listed else { return nil }
    let app = app.printable
    return switch self {
    case .all: "the index has nothing of \(app). Check \(form.name("--app", "app"))."
    case .identifiers:
      "\(app) has no item or activity \(listed). Check \(form.name("--id", "ids"))."
    case .domains:
      "\(app) has nothing in the domain \(listed). Check \(form.name("--domain", "domains"))."
    }
  }
}
