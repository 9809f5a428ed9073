import Foundation
import TestSupport
import Testing

@Suite("Standard input") struct LiveInputTests {
  private let program = Program.built
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sends the program each line after the answer to the one before, and prints the answers.
  private static let conversation = """
    mkfifo "$0/in" "$0/out" || exit
    "$@" < "$0/in" > "$0/out" &
    exec 3> "$0/in" 4< "$0/out"
    while IFS= read -r line; do
      printf '%s\\n' "$line" >&3
      read -r -t 60 answer <&4 || { kill $!; exit 99; }
      echo "$answer"
    done
    exec 3>&-
    cat <&4
    wait $!
    """

  @Test func `that waits for acknowledgements gets one for every line`() throws {
    let phone = folder.file("phone")
    let outcome = try program.run(
      ["device", "index", phone, "--acknowledge"], input: TraceLines.items(1...3),
      launcher: ["/bin/bash", "-c", Self.conversation, folder.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("1\n2\n3\n3 events journaled"), "\(outcome.output)")
    #expect(try program.itemIdentifiers(phone) == ["1", "2", "3"])
  }

  @Test func `that is plentiful is recorded in whole transactions`() throws {
    let path = try TraceLines.file(TraceLines.items(1...25).utf8, in: folder)
    let outcome = try program.run(
      ["device", "index", folder.file("phone"), "--acknowledge", "--transaction", "10"],
      inputPath: path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("10\n20\n25\n25 events journaled"), "\(outcome.output)")
  }

  @Test func `that is a folder is refused`() throws {
    let outcome = try program.run(
      ["device", "index", folder.file("phone")],
      launcher: ["/bin/sh", "-c", "exec \"$@\" < \"$0\"", folder.path])
    #expect(outcome.status == 65)
    #expect(
      outcome.errors
        == "spotlog: standard input: is a folder, and a trace is a file. Give the file.\n")
  }
}
