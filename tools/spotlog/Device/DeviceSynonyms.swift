import ArgumentParser
import DeviceIndex
import Foundation
import Inspection
import JournalFormat

struct DeviceSynonyms: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synonyms",
    abstract: "Set, remove or print the synonyms of an app.",
    discussion: """
      A search finds the app's items by any term of a group. A table replaces the previous one, \
      and is deleted with everything of the app. Lines of kind "synonyms" record the same: every \
      recording command reads them from standard input.

      Examples:
        spotlog device synonyms phone --app com.example.shop --table-version 2 \\
          --group "tv, television" --group "sofa, couch, settee"
        spotlog device synonyms phone --app com.example.shop
        spotlog device synonyms phone --app com.example.shop --remove
      """)

  @OptionGroup var folder: DeviceFolder
  @OptionGroup var recording: RecordingOptions
  @Option(help: "Synonymous terms, separated by commas; can be repeated.")
  var group: [String] = []
  @Option(help: "The app's own name of the table that is set.") var tableVersion: String?
  @Flag(help: "Remove the app's synonyms.") var remove = false

  func validate() throws {
    guard !remove || (group.isEmpty && tableVersion == nil) else {
      throw ValidationError("--remove takes no --group and no --table-version.")
    }
    guard tableVersion == nil || !group.isEmpty else {
      throw ValidationError("--table-version needs --group.")
    }
  }

  func run() throws {
    try reporting {
      let app = try recording.appName()
      guard remove || !group.isEmpty else { return try print(of: app) }
      let groups = group.map { group in
        group.split(separator: ",", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
      let synonyms =
        remove ? nil : try AppSynonyms(version: tableVersion ?? "", groups: groups)
      try folder.record(recording, nil, making: synonyms?.journaled(app: app)) { host in
        let index = host.searchableIndex(forApp: app)
        guard let place = try await index.setSynonyms(synonyms) else {
          throw Failure(.usage, "\(app.printable) has these synonyms already: nothing to change.")
        }
        return RecordedEvent(place: place)
      }
    }
  }

  private func print(of app: String) throws {
    let reader = try folder.reader()
    try reader.readIndexToEnd()
    let found = try reader.synonyms(ofApp: app)
    if recording.form.json {
      return try Output.json(
        Table(app: app, version: found?.version ?? "", groups: found?.groups ?? []))
    }
    guard let found else { return Terminal.complain("no synonyms of \(app.printable)") }
    if !found.version.isEmpty { Terminal.print("version  \(found.version.printable)") }
    for terms in found.groups { Terminal.print(terms.map(\.printable).joined(separator: ", ")) }
  }

  private struct Table: Encodable {
    let app: String
    /// Empty: the app named none, or has no synonyms.
    let version: String
    let groups: [[String]]
  }
}
