import ArgumentParser

struct DeviceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device",
    abstract: "Operate a device stored in a folder.",
    discussion: """
      The folder holds private.journal, the truth; index.sqlite, which is rebuilt from it and may \
      be deleted; keyring, once an item is protected: without it protected items are lost, and no \
      snapshot has it; and, once the device is enrolled with a cloud, shared.journal, witness and \
      cloud.json.

      Examples:
        spotlog device init phone
        spotlog device index phone --app com.example.notes --id 1 \\
          --attribute title="Buy milk"
        spotlog device search phone milk
        spotlog device index phone < trace.jsonl
        spotlog device sync phone --url http://127.0.0.1:8080
      """,
    subcommands: [
      DeviceInit.self, DeviceIndexCommand.self, DeviceDelete.self, DeviceActivity.self,
      DeviceEngage.self, DeviceAbandon.self, DeviceSearch.self, DeviceItems.self, DeviceStatus.self,
      DeviceSyncCommand.self, DeviceRotateKey.self, DeviceReindex.self, DeviceSynonyms.self,
      DeviceSuggest.self, DeviceOpen.self, DeviceReport.self,
    ])
}
