import CloudAggregator
import DeviceIndex
import Foundation
import JournalFormat
import SyncHTTP
import Testing

struct CodedErrorTests {
  private static let cause = FormatError(.checksum, "The bytes were changed.")

  @Test(
    arguments: [
      FormatError(.checksum, "Send it again."), DeviceError(.locked, "Send it again."),
      CloudError(.notReady, "Send it again."), TransportError(.unreachable, "Send it again."),
    ] as [any Error & Sendable])
  func `An error says its sentence in every way in which it is asked`(error: any Error) {
    #expect("\(error)" == "Send it again.")
    #expect(error.localizedDescription == "Send it again.")
    #expect((error as? any LocalizedError)?.errorDescription == "Send it again.")
  }

  @Test func `Errors are equal by code and sentence, whatever led to them`() {
    let error = DeviceError(.journal, "It is full.", cause: Self.cause)
    #expect(error == DeviceError(.journal, "It is full."))
    #expect(error.hashValue == DeviceError(.journal, "It is full.").hashValue)
    #expect(error != DeviceError(.index, "It is full.", cause: Self.cause))
    #expect(error != DeviceError(.journal, "It is empty.", cause: Self.cause))
  }

  @Test func `An error of a lower layer becomes the cause of one with its sentence`() {
    let error = #expect(throws: DeviceError.self) {
      try DeviceError.translating(as: .journal) { throw Self.cause }
    }
    #expect(error == DeviceError(.journal, "The bytes were changed."))
    #expect(error?.cause as? FormatError == Self.cause)
  }

  @Test func `A place gives a sentence of its own`() {
    let error = #expect(throws: CloudError.self) {
      try CloudError.translating(as: .log) {
        throw Self.cause
      } saying: {
        "The log cannot be read (\($0))."
      }
    }
    #expect(error == CloudError(.log, "The log cannot be read (The bytes were changed.)."))
    #expect(error?.cause as? FormatError == Self.cause)
  }

  @Test func `An error of the layer itself passes as it is, and so does a value`() throws {
    let locked = DeviceError(.locked, "Unlock the device.", cause: Self.cause)
    let error = #expect(throws: DeviceError.self) {
      try DeviceError.translating(as: .journal) {
        throw locked
      } saying: {
        "Again: \($0)"
      }
    }
    #expect(error == locked && error?.cause is FormatError)
    #expect(try DeviceError.translating(as: .journal) { 7 } == 7)
  }
}
