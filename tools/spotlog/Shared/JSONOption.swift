import ArgumentParser

/// Of every command that prints one result as JSON. docs/JSON.md has the keys of each.
struct JSONOption: ParsableArguments {
  @Flag(help: "Print the result as JSON.") var json = false
}
