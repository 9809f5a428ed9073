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
#endif
