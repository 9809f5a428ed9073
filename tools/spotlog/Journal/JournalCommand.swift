import ArgumentParser

struct JournalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "Inspect a device's or a cloud's journal, also while it is in use.",
    discussion: """
      Examples:
        spotlog journal log phone/private.journal --limit 20
        spotlog journal show phone/private.journal 7
        spotlog journal verify run/cloud/cloud.journal
        spotlog journal salvage damaged.journal --to saved.journal
        spotlog journal export phone/private.journal --anonymize > phone.jsonl
        spotlog journal compact phone --dry-run
      """,
    subcommands: [
      JournalLog.self, JournalShow.self, JournalStats.self, JournalVerify.self, JournalDiff.self,
      JournalWhy.self, JournalView.self, JournalExportCommand.self, JournalCompact.self,
      JournalSalvageCommand.self,
    ])
}
