internal import Simulation

extension Decoder {
  /// A scenario of the user's. It is not written again; but it means the same without its comments
  /// and with other spaces, and what is wrong with it is in one of its lines.
  package static let scenario = Decoder("scenario", samples: Samples.scenarios) { bytes in
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let read: Scenario
    do throws(ScenarioError) { read = try Scenario(text) } catch {
      guard (1...lines.count).contains(error.line), !error.message.isEmpty else {
        throw Violation(description: "an error of line \(error.line) in \(lines.count) lines")
      }
      return false
    }
    // Tabs, since nothing joins them: a space and an accent behind it are one character.
    let bare = lines.map { line in
      line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        .joined(separator: "\t")
    }.joined(separator: "\n")
    guard let again = try? Scenario(bare), again == read else {
      throw Violation(description: "\(text.debugDescription) means something else with tabs")
    }
    return true
  }
}

extension Samples {
  /// Every step in every form.
  @Sendable static func scenarios() -> [[UInt8]] {
    let text = """
      # For people.
      drill lost-phone: A phone is lost, # and found
      promises 1 2 3
      live 2
      wait 90 minutes
      engage all a b
      engage 1 a
      delete 2 a
      reindex 3 b
      snapshot 1 as first
      snapshot cloud as above
      sync all
      prune 1
      compact all
      lose witness 1
      lose index all
      lose outbox 2
      lose cloud
      kill 4
      clone 1
      clone 2 without witness
      crash cloud
      rebuild cloud
      keep cloud above
      restore 1 to first keeping witness keeping index
      restore cloud to above with older witness accepting loss
      restore cloud to above without witness
      expect restore under 2 s
      expect page a public
      expect page b hidden
      expect page a 3 of 2
      expect gone 1
      """
    return [Array(text.utf8), Array("drill a: b\r\nlive\t1".utf8)]
  }
}
