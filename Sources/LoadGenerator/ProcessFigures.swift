internal import Loopback

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the system says about a running process; nil where it does not say it under `/proc`.
package struct ProcessFigures {
  private let processID: Int32

  package init(of processID: Int32) { self.processID = processID }

  /// Seconds of processor time, its own and the system's for it, over all threads.
  package var cpuSeconds: Double? {
    // The name in parentheses may hold anything, so fields are counted from its end.
    guard let text = Self.text("/proc/\(processID)/stat"), let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13])
    else { return nil }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The most memory that it ever held. MiB.
  package var peakMemoryMiB: Double? { memoryMiB("VmHWM:") }

  /// The memory that it holds now. MiB.
  package var memoryMiB: Double? { memoryMiB("VmRSS:") }

  private func memoryMiB(_ name: String) -> Double? {
    guard let text = Self.text("/proc/\(processID)/status"),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
    else { return nil }
    let words = line.dropFirst(name.count).split { $0 == " " || $0 == "\t" }
    return words.first.flatMap { Double($0) }.map { $0 / 1_024 }
  }

  private static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while Socket.receive(descriptor, { bytes += $0 }) > 0 {}
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Where a process may run.
package enum Processors {
  /// Words before a program that have it run on the first processor alone, so that figures "on one
  /// core" are of one. Empty where the system has no such program.
  package static let firstAlone: [String] = {
    let path = "/usr/bin/taskset"
    return access(path, X_OK) == 0 ? [path, "-c", "0"] : []
  }()
}
