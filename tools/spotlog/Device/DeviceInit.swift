import ArgumentParser
import DeviceIndex
import JournalFormat
import JournalStore

struct DeviceInit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a device in a folder.",
    discussion: """
      Example:
        spotlog device init phone
      """)

  @OptionGroup var folder: DeviceFolder
  @OptionGroup var form: JSONOption

  func run() throws {
    try reporting {
      let name = try folder.make()
      if form.json { return try Output.json(["journal": name]) }
      print("\(folder.path): device \(name)")
      if let warning = FileSystem.warning(ofFolder: folder.path) { Terminal.complain(warning) }
    }
  }
}
