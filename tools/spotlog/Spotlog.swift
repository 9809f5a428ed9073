import ArgumentParser

@main
struct Spotlog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spotlog",
    abstract: "A search index that you can lose: simulate fleets, be a device, look into journals.",
    version: "0.1.0",
    subcommands: [Simulate.self])
}
