import TestSupport

/// A server that says which deployment it is, and takes no requests of devices.
enum SmallCloud {
  static func server(salt: String = "ab", key: String = "0f") throws -> ScriptedServer {
    try ScriptedServer { answer($0, salt: salt, key: key) }
  }

  static func answer(
    _ request: ScriptedServer.Request, salt: String = "ab", key: String = "0f"
  ) -> [ScriptedServer.Step] {
    guard request.path == "/v1/deployment" else {
      return [
        .json(
          "{\"type\":\"urn:spotlog:problem:retry-later\",\"detail\":\"It is full.\","
            + "\"retryAfterMilliseconds\":3600000}", status: 503)
      ]
    }
    let salt = String(repeating: salt, count: 16)
    let key = String(repeating: key, count: 32)
    return [
      .json("{\"tagSalt\":\"\(salt)\",\"threshold\":50,\"keys\":[\"\(key)\"],\"endorsements\":[]}")
    ]
  }
}
