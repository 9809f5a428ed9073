import ArgumentParser
import CloudAggregator
import Foundation
import JournalFormat

/// The keys of a cloud, in their file outside the data folder.
struct CloudKeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Show the cloud's keys, or rotate them.",
    discussion: """
      Examples:
        spotlog cloud keys show --keys /etc/spotlog/cloud.keys
        spotlog cloud keys rotate --keys /etc/spotlog/cloud.keys
      """,
    subcommands: [Show.self, Rotate.self])

  struct Source: ParsableArguments {
    @Option(
      help: ArgumentHelp("The file of the cloud's keys.", valueName: "file"), completion: .file(),
      transform: GivenPath.named)
    var keys: String

    func read() throws -> CloudKeyFile {
      guard let file = try CloudKeyFile.read(keys) else {
        throw Failure(
          .noSuchFile,
          "There is no file \(keys). `spotlog serve` makes one when it first starts; name it.")
      }
      return file
    }
  }

  private struct Report: Encodable {
    let signing: String
    let retired: [String]

    init(_ keys: CloudKeys) {
      signing = keys.signing.publicKey.description
      retired = keys.retired.map(\.description)
    }

    func print(asJSON: Bool) throws {
      if asJSON { return try Output.json(self) }
      Terminal.print("signs    \(signing)")
      for key in retired { Terminal.print("retired  \(key)") }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the cloud's public keys, which devices trust.",
      discussion: """
        Example:
          spotlog cloud keys show --keys /etc/spotlog/cloud.keys
        """)

    @OptionGroup var source: Source
    @OptionGroup var form: JSONOption

    func run() throws {
      try reporting { try Report(try source.read().keys).print(asJSON: form.json) }
    }
  }

  struct Rotate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Rotate the cloud's key: the old key endorses the new one.",
      discussion: """
        Restart the server to use it. Devices that trust the old key accept the new one by its \
        endorsement. Old receipts stay valid.

        Example:
          spotlog cloud keys rotate --keys /etc/spotlog/cloud.keys
        """)

    @OptionGroup var source: Source
    @OptionGroup var form: JSONOption

    func run() throws {
      try reporting {
        var file = try source.read()
        var dice = Dice.system
        file.rotate(to: SigningKey(using: &dice))
        try file.write(source.keys)
        try Report(file.keys).print(asJSON: form.json)
      }
    }
  }
}
