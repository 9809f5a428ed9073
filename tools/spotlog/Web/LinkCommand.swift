import ArgumentParser
import JournalFormat
import WebAddress
import WebMarkup

/// Which app opens an address.
struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Show which app opens an address, and by which rule.",
    discussion: """
      The file is the apple-app-site-association of the address's host. An app is named with its \
      team (ABCDE12345.com.example.app) or without. Parts of the file that have no effect are \
      named on standard error.

      Examples:
        spotlog web link https://example.com/buy/42 \\
          --association apple-app-site-association
        spotlog web link https://example.com/buy/42 \\
          --association apple-app-site-association --installed com.example.app

      Exit status: 0 an app opens it; 1 none does; 65 the address or the file is not valid; \
      66 there is no such file.
      """)

  @Argument(help: "An address.") var url: String
  @Option(
    help: ArgumentHelp("Association file of the address's host.", valueName: "file"),
    completion: .file(), transform: GivenPath.named)
  var association: String
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Apps on the device; default all of the file.", valueName: "app"))
  var installed: [String] = []
  @OptionGroup var form: JSONOption

  private struct Link: Encodable {
    struct Note: Encodable {
      let line: Int
      let message: String
    }

    let address: String
    let apps: [String]
    let rule: String?
    let line: Int?
    let excluded: Bool
    let notes: [Note]
  }

  func run() throws {
    try reporting {
      let url = try WebInput.url(url)
      let file = try readFile()
      let decision = file.decision(for: url, installed: installed.isEmpty ? nil : Set(installed))
      if form.json {
        try Output.json(
          Link(
            address: url.href, apps: decision.apps, rule: decision.rule, line: decision.line,
            excluded: decision.isExcluded,
            notes: file.notes.map { Link.Note(line: $0.line, message: $0.message) }))
      } else {
        for note in file.notes {
          Terminal.complain("\(association.printable), line \(note.line): \(note.message)")
        }
        show(decision)
      }
      if decision.apps.isEmpty { throw Failure(.finding, "") }
    }
  }

  private func readFile() throws -> AssociationFile {
    let bytes = try WebInput.read(association, byteCountMax: AssociationFile.byteCountMax)
    do throws(AssociationProblem) { return try AssociationFile(bytes) } catch {
      let name = association.printable
      switch error {
      case .notJSON: throw Failure(.badInput, "\(name), \(error.reason).")
      case .noLinks, .tooLarge: throw Failure(.badInput, "\(name) \(error.reason).")
      }
    }
  }

  private func show(_ decision: AssociationFile.Decision) {
    let rule = decision.rule.map(\.printable) ?? ""
    let place = decision.line.map { "line \($0): \(rule)" } ?? ""
    if decision.isExcluded {
      print("none\texcluded by \(place)")
    } else if decision.apps.isEmpty {
      print("none\tno rule matches")
    } else {
      for app in decision.apps { print("\(app.printable)\t\(place)") }
    }
  }
}
