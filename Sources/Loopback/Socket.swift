#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The calls in which systems differ, once.
package enum Socket {
  /// A TCP socket that no child process inherits; nil when there is no descriptor left.
  package static func make() -> Int32? {
    #if canImport(Glibc)
      let descriptor = socket(
        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
      }
    #endif
    guard descriptor >= 0 else { return nil }
    // Requests leave when they are written; waiting for more would be measured as the server's.
    set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
    return descriptor
  }

  /// Zero, or what `errno` says.
  package static func connect(_ descriptor: Int32, to address: LoopbackAddress) -> Int32 {
    var system = address.system
    let result = withUnsafePointer(to: &system) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #if canImport(Glibc)
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          Darwin.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #endif
      }
    }
    return result == 0 ? 0 : errno
  }

  /// Has the connection come from an address of this machine; zero, or what `errno` says.
  package static func bind(_ descriptor: Int32, to client: LoopbackAddress.Client) -> Int32 {
    var system = LoopbackAddress.system(of: client)
    let result = withUnsafePointer(to: &system) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #if canImport(Glibc)
          Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          Darwin.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        #endif
      }
    }
    return result == 0 ? 0 : errno
  }

  package static func set<Value: BitwiseCopyable>(
    _ descriptor: Int32, _ level: Int32, _ name: Int32, _ value: Value
  ) {
    var value = value
    setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Value>.size))
  }

  package static func setTimeouts(_ descriptor: Int32, milliseconds: Int) {
    var time = timeval()
    time.tv_sec = .init(milliseconds / 1_000)
    time.tv_usec = .init(milliseconds % 1_000 * 1_000)
    set(descriptor, SOL_SOCKET, SO_RCVTIMEO, time)
    set(descriptor, SOL_SOCKET, SO_SNDTIMEO, time)
  }

  package static func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// What became of a connection that was begun without waiting; zero: it is there.
  package static func error(_ descriptor: Int32) -> Int32 {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &value, &size) == 0 else { return errno }
    return value
  }

  /// Writes what fits of two pieces one after the other; the count, or -1 with `errno`.
  package static func send(
    _ descriptor: Int32, _ head: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>
  )
    -> Int
  {
    head.withUnsafeBytes { head in
      body.withUnsafeBytes { body in
        var pieces = [
          iovec(iov_base: .init(mutating: head.baseAddress), iov_len: head.count),
          iovec(iov_base: .init(mutating: body.baseAddress), iov_len: body.count),
        ]
        return pieces.withUnsafeMutableBufferPointer { pieces in
          var message = msghdr()
          message.msg_iov = pieces.baseAddress
          message.msg_iovlen = .init(pieces.count)
          // A peer that is gone is an error of this call, not the end of the process.
          #if canImport(Glibc)
            return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
          #else
            return sendmsg(descriptor, &message, 0)
          #endif
        }
      }
    }
  }

  /// Reads what is there into `take`; the count, 0 at the end, or -1 with `errno`.
  package static func receive(_ descriptor: Int32, _ take: (UnsafeRawBufferPointer) -> Void) -> Int
  {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { room in
      let count = read(descriptor, room.baseAddress, room.count)
      if count > 0 { take(UnsafeRawBufferPointer(rebasing: room[..<count])) }
      return count
    }
  }

  package static func finishSending(_ descriptor: Int32) {
    // The calls want the same number under different types.
    #if canImport(Glibc)
      shutdown(descriptor, Int32(SHUT_WR))
    #else
      shutdown(descriptor, SHUT_WR)
    #endif
  }

  package static func end(_ descriptor: Int32) { close(descriptor) }

  /// Has the connection end with a reset, as if the peer's process had died.
  package static func setReset(_ descriptor: Int32) {
    set(descriptor, SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
  }

  package static func text(_ error: Int32) -> String { String(cString: strerror(error)) }
}

/// Descriptors of this process and of the children that it starts from then on.
package enum Descriptors {
  /// Lets this process have as many as the system allows it, and says how many that is.
  @discardableResult
  package static func allowAll() -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    getrlimit(resource, &limit)
    // More than that nobody needs here, and some systems say "infinite".
    limit.rlim_cur = min(limit.rlim_max, 1 << 16)
    setrlimit(resource, &limit)
    return Int(limit.rlim_cur)
  }
}

/// A clock that only goes forward.
package enum Monotonic {
  package static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
