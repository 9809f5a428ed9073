#if Server
  import Foundation
  import JournalStore

  /// One device of a drill with processes: a folder.
  final class ProcessDevice {
    let place: Int
    /// Who uses it, and every restore and copy of it.
    let person: Int
    var folder: String
    var isAlive = true

    init(place: Int, person: Int, folder: String) {
      self.place = place
      self.person = person
      self.folder = folder
    }

    var name: String { "device \(place)" }

    func file(_ name: String) -> String { folder + "/" + name }

    /// Every file that holds its truth, with its bytes. Locks and what is derived are left out, and
    /// empty logs, which readers leave behind.
    func truth() -> [String: Data] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let kept = names.filter {
        !$0.hasPrefix("index.sqlite") && !$0.hasSuffix("-writer") && !$0.hasSuffix("-shm")
      }
      let truth = kept.reduce(into: [:]) {
        $0[$1] = FileManager.default.contents(atPath: file($1))
      }
      return truth.filter { !$0.value.isEmpty }
    }
  }

  /// What apps and people do, as lines that `spotlog device` reads.
  enum DrillLines {
    static let app = "com.example.drill"
    static let activityType = "com.example.drill.view"

    static func url(_ page: String) -> String { "https://example.com/\(page)" }

    /// A person finds a page, which may become public, and opens it.
    static func engagement(_ page: String, at time: Int64) -> String {
      item(page, at: time) + """
        {"kind":"activity","app":"\(app)","id":"\(page)","type":"\(activityType)",\
        "title":"Page \(page)","url":"\(url(page))","related":"\(page)","search":true,\
        "public":true,"time":\(time)}
        {"kind":"engage","app":"\(app)","id":"\(page)","query":"page","time":\(time)}

        """
    }

    /// An app gives an item.
    static func item(_ id: String, at time: Int64) -> String {
      """
      {"kind":"index","app":"\(app)","id":"\(id)","attributes":{"title":"Page \(id)"},\
      "time":\(time)}

      """
    }

    static func deletion(_ id: String, at time: Int64) -> String {
      """
      {"kind":"delete","app":"\(app)","ids":["\(id)"],"time":\(time)}

      """
    }
  }
#endif
