internal import Foundation

/// Time and memory of this process, for the last lines of a report; nothing depends on them.
struct ProcessClock {
  let cpuSeconds: Double
  let wallSeconds: Double
  let peakMemoryMiB: Int

  init() {
    var usage = rusage()
    // 0 is this process, everywhere; its name has another type on each system.
    getrusage(0, &usage)
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let microseconds = Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)
    cpuSeconds = Double(seconds) + Double(microseconds) / 1_000_000
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    wallSeconds = Double(now.tv_sec) + Double(now.tv_nsec) / 1_000_000_000
    #if canImport(Darwin)
      peakMemoryMiB = usage.ru_maxrss >> 20
    #else
      peakMemoryMiB = usage.ru_maxrss >> 10
    #endif
  }
}
