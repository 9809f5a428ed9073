internal import CHashes

/// CRC-32C (RFC 3720, B.4): finds damage, not forgery.
package struct Checksum: Hashable, Sendable {
  package private(set) var value: UInt32 = 0

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    value = spotlog_crc32c(value, bytes.baseAddress, bytes.count)
  }

  package init(of bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }
}
