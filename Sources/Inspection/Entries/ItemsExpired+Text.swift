internal import JournalFormat

extension JournalItemsExpired {
  /// When what it names expired: once where it was all at a time.
  var times: String {
    let times = expiredMilliseconds.map { Timestamp(milliseconds: $0).text }
    return Set(times).count == 1 ? times[0] : times.joined(separator: ",")
  }
}

extension JournalItemsExpired.Kind {
  /// Empty where it says nothing.
  var text: String {
    switch self {
    case .item: "items"
    case .activity: "activities"
    case .unspecified, .UNRECOGNIZED: ""
    }
  }
}
