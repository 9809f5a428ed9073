internal import Foundation

/// One input of libFuzzer's. A violation crashes, which is how the fuzzer learns of it.
///
/// With `SPOTLOG_FUZZ_SAMPLES` set to a folder, the decoder's samples are written there instead.
package func fuzz(_ decoder: Decoder, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    if let folder = samplesFolder { try writeSamples(of: decoder, to: folder) }
    try decoder.check([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    fatalError("\(decoder.name): \(error)")
  }
  return 0
}

private let samplesFolder = ProcessInfo.processInfo.environment["SPOTLOG_FUZZ_SAMPLES"]

private func writeSamples(of decoder: Decoder, to folder: String) throws -> Never {
  for (index, sample) in try decoder.samples().enumerated() {
    try Data(sample).write(to: URL(fileURLWithPath: "\(folder)/sample-\(index)"))
  }
  _exit(0)
}
