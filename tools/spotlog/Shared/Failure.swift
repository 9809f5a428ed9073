import ArgumentParser
import CloudAggregator
import DeviceIndex
import Foundation
import Inspection
import JournalFormat
import JournalStore
import SQLite
import Simulation
import SyncHTTP
import TraceLines

/// Why a command ends with another status than 0, in one or two sentences for people.
struct Failure: Error {
  let status: ExitStatus
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// The statuses of the command line's contract.
enum ExitStatus: Int32 {
  /// A check failed, or a difference was found.
  case finding = 1
  case liveness = 3
  case correctness = 4
  case notDeterministic = 5
  case usage = 64
  /// Input that cannot be read as what it should be.
  case badInput = 65
  case noSuchFile = 66
  /// A server that cannot be reached, or does not take what it is given.
  case unavailable = 69
  case cannotCreate = 73
  case cannotWrite = 74
}

/// Runs a command's work; an error becomes a sentence on standard error and a status.
func reporting(_ work: () throws -> Void) throws {
  // A file that may not grow is then an error like a full disk, and not the end of the process.
  signal(SIGXFSZ, SIG_IGN)
  do {
    try work()
    Output.flush()
  } catch let failure as Failure {
    if !failure.message.isEmpty { Terminal.complain(failure.message) }
    throw ExitCode(failure.status.rawValue)
  } catch let error where error is ExitCode || error is ValidationError || error is CleanExit {
    throw error
  } catch let failure as FileFailure {
    Terminal.complain("\(failure). \(failure.advice)")
    throw ExitCode(ExitStatus.cannotWrite.rawValue)
  } catch {
    Terminal.complain("\(error)")
    throw ExitCode(status(of: error).rawValue)
  }
}

func status(of error: any Error) -> ExitStatus {
  switch error {
  case let error as TraceError: error.isMissing ? .noSuchFile : .badInput
  case let error as JournalError: status(of: error.code)
  case let error as SnapshotError:
    // A damaged journal is bad input, whoever finds it out.
    (error.cause as? JournalError)?.code == .damaged ? .badInput : status(of: error.code)
  case let error as DeviceError:
    // The only file that a device makes by itself is its folder.
    error.cause is FileFailure
      ? .cannotCreate : error.cause.map { status(of: $0) } ?? .badInput
  case let error as SQLiteError: status(of: error.code)
  case let error as TransportError: status(of: error)
  case let error as InspectionError: status(of: error)
  case let error as CloudError: error.cause.map { status(of: $0) } ?? .badInput
  default: .badInput
  }
}

private func status(of error: InspectionError) -> ExitStatus {
  switch error.code {
  case .alreadyExists: .cannotCreate
  case .cannotWrite: .cannotWrite
  case .notFound: error.cause.map { status(of: $0) } ?? .noSuchFile
  case .damaged, .cannotRead, .outOfRange, .wrongKind, .key:
    error.cause.map { status(of: $0) } ?? .badInput
  }
}

private func status(of error: TransportError) -> ExitStatus {
  switch error.code {
  case .invalidURL, .invalidToken: .usage
  case .unreachable: .unavailable
  case .refused: error.isPassing ? .unavailable : .badInput
  case .unreadable, .otherDeployment, .notSigned: .badInput
  }
}

private func status(of code: SQLiteError.Code) -> ExitStatus {
  switch code {
  case .full, .inputOutput: .cannotWrite
  case .cannotOpen, .readOnly, .busy: .cannotCreate
  case .damaged, .constraint, .other: .badInput
  }
}

private func status(of code: SnapshotError.Code) -> ExitStatus {
  switch code {
  case .notFound: .noSuchFile
  case .inUse, .noPermission, .unfinished: .cannotCreate
  case .diskFull, .storage: .cannotWrite
  case .notASnapshot, .newerFormat, .damaged, .refused, .incomplete, .otherJournal, .outOfRange,
    .key, .unsealed:
    .badInput
  }
}

private func status(of code: JournalError.Code) -> ExitStatus {
  switch code {
  case .notFound: .noSuchFile
  case .alreadyExists, .noPermission, .secondWriter, .restoreUnfinished: .cannotCreate
  case .diskFull, .storage, .stopped: .cannotWrite
  case .notAJournal, .foreignContents, .wrongKind, .newerFormat, .damaged, .entryTooLarge,
    .outOfRange, .format:
    .badInput
  }
}

/// What people see while a command works: on standard error, so that results can be piped.
enum Terminal {
  static let isInteractive = isatty(2) != 0

  static func complain(_ message: String) {
    write("spotlog: \(visible(message))\n")
  }

  /// The last guard for what leaves: places are named as people gave them, also where a copy was
  /// read, and words of others are made printable where they become a field.
  /// Here line ends and tabs stay, and everything else that a terminal would act on is shown.
  ///
  /// - Parameter keepsColors: whether this program's own colours stay.
  static func visible(_ text: String, keepsColors: Bool = false) -> String {
    let text = CopiedPlaces.named(text)
    guard keepsColors, text.utf8.contains(0x1B) else { return text.printableLines }
    var parts = text.unicodeScalars.split(separator: "\u{1B}", omittingEmptySubsequences: false)[
      ...]
    var result = parts.popFirst().map { String($0).printableLines } ?? ""
    for part in parts {
      if let code = TextStyle.codes.first(where: { part.starts(with: $0.unicodeScalars) }) {
        result += "\u{1B}" + code + String(part.dropFirst(code.utf8.count)).printableLines
      } else {
        result += ("\u{1B}" + String(part)).printableLines
      }
    }
    return result
  }

  /// Prints a line on standard output.
  static func print(_ text: String, terminator: String = "\n") {
    Swift.print(visible(text), terminator: terminator)
  }

  /// A line that the next one replaces; nothing where nobody watches.
  static func progress(_ text: String) {
    guard isInteractive else { return }
    write("\r\u{1B}[K\(visible(text))")
  }

  static func endProgress() {
    guard isInteractive else { return }
    write("\r\u{1B}[K")
  }

  static func write(_ text: String) { StandardError.send(text.utf8) }
}

/// Asks a person before something is done that cannot be undone.
enum Confirmation {
  /// - Parameters:
  ///   - deed: what would be done, as a command.
  ///   - isGiven: whether it was confirmed beforehand.
  /// - Throws: `Failure` where nobody agrees, or nobody can be asked.
  static func ask(_ deed: String, isGiven: Bool) throws {
    guard !isGiven else { return }
    guard isatty(STDIN_FILENO) != 0, Terminal.isInteractive else {
      throw Failure(.usage, "\(deed)? This cannot be undone. Confirm it with --yes.")
    }
    Terminal.write("spotlog: \(deed)? This cannot be undone. Type yes to continue: ")
    guard readLine() == "yes" else { throw Failure(.usage, "Nothing was done.") }
  }
}

/// Results go to standard output, in large pieces.
struct Output {
  private var buffer: [UInt8] = []

  mutating func line(_ text: String) {
    buffer.append(contentsOf: Terminal.visible(text, keepsColors: true).utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > 1 << 16 { flush() }
  }

  /// Adds what `body` writes, which ends with a line's end.
  mutating func append(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
    if buffer.count > 1 << 16 { flush() }
  }

  mutating func flush() {
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { Self.exitUnwritable() }
      rest.removeFirst(count)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes what was printed and still waits in memory.
  static func flush() {
    if fflush(nil) != 0 { exitUnwritable() }
  }

  /// Nobody would read a result that ends somewhere; what is in files is whole at any time.
  private static func exitUnwritable() -> Never {
    let number = errno
    // Who read has enough, as `head` does.
    if number == EPIPE { _exit(ExitStatus.cannotWrite.rawValue) }
    let advice = number == EBADF ? "Print to a file or a pipe." : "Print to where there is room."
    Terminal.complain(
      "Standard output cannot be written (\(StandardStreams.reason(of: number))): what should be "
        + "printed is incomplete. \(advice)")
    // Not by the ordinary way out, which tries to write again.
    _exit(ExitStatus.cannotWrite.rawValue)
  }

  /// A value as one line of JSON with sorted keys. What is in memory can always be encoded: no
  /// value holds a number that is not finite.
  static func jsonLine(_ value: some Encodable) -> String {
    (try? EscapedJSON.text(value)) ?? ""
  }

  /// Prints a value as JSON with sorted keys.
  static func json(_ value: some Encodable) throws {
    var output = Output()
    output.line(try EscapedJSON.text(value, isPretty: true))
    output.flush()
  }
}

/// Prints a line on standard output, in place of Swift's function.
func print(_ text: String, terminator: String = "\n") {
  Terminal.print(text, terminator: terminator)
}

extension String {
  /// The text as a field of a TSV table: no tabs and no line ends.
  var field: String { printable }
}

extension Timestamp {
  static var current: Timestamp { Timestamp(.now) }
}
