internal import DeviceIndex
internal import Foundation
package import JournalFormat
package import JournalStore
internal import SQLite

/// A journal that somebody wants to look into: a file, one of a device's or a cloud's folder, or
/// one of a snapshot. Looking changes nothing: not the file, not what lies beside it.
package final class JournalSource {
  package let path: String
  package let journal: Journal
  /// The folder that it lies in; nil for one in a snapshot.
  package let folder: String?
  /// The snapshot that it was taken from, when that was made; nil for a file.
  package let snapshotTime: Timestamp?
  /// What lies beside the file as its write-ahead log.
  package let log: WriteAheadLog
  private let stamp: JournalStamp?

  /// Opens what `path` names.
  ///
  /// - Parameters:
  ///   - member: which journal of a folder or snapshot: its file's name, with or without
  ///     `.journal`; nil takes the one that is the truth there.
  ///   - key: the operator's key of an encrypted snapshot.
  ///   - isFollowed: whether what is written meanwhile has to be seen.
  package init(
    _ path: String, member: String? = nil, key: SnapshotKey? = nil, isFollowed: Bool = false
  ) throws {
    if Self.isSnapshot(path) {
      let chain = try SnapshotChain(path: path, key: key)
      self.path = path
      journal = try Self.extract(Self.member(member, of: chain, path), chain, of: path)
      (folder, stamp, log) = (nil, nil, .none)
      snapshotTime = Timestamp(milliseconds: chain.manifest.created)
      return
    }
    let file = try Self.file(path, member)
    self.path = file
    folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
    stamp = JournalStamp(file)
    let found = WriteAheadLog(of: file)
    snapshotTime = nil
    if !isFollowed, WriteAheadLog.needsCopy(file) {
      // The names go at once; what is open stays readable.
      let copy = try WriteAheadLog.copied(file)
      journal = try Journal.open(at: copy.path, for: .read)
    } else {
      journal = try Journal.open(
        at: file, for: .read, options: isFollowed ? JournalOptions() : .looking)
    }
    log = found.passing(over: journal.foreignLog)
  }

  /// Whether somebody wrote while the file was read as one that nobody has open: then the
  /// result may be wrong, and is read again.
  var hasChangedMeanwhile: Bool {
    log == .none && stamp != nil && stamp != JournalStamp(path)
  }

  /// Sentences that say why the result may be wrong or incomplete.
  var doubts: [String] {
    var doubts = log == .foreign ? [ForeignLog.passedOver(path)] : []
    if let passed = Journal.rollbackJournal(beside: path) { doubts.append(passed) }
    if let damage = journal.logDamage(of: path) { doubts.append(damage) }
    if hasChangedMeanwhile {
      doubts.append(
        "\(path) was written while it was read, so what is printed may be wrong. Read it again.")
    }
    return doubts
  }

  // MARK: What a path names

  private static let journals = [JournalKind.private, .cloud, .shared].map(\.fileName)

  /// The file of a journal that a path names, whatever is in it; a snapshot has none.
  package static func file(_ path: String, _ member: String?) throws -> String {
    if let hidden = JournalError.hidden(path) { throw hidden }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw JournalError(.notFound, "There is no journal at \(path). Check the path.")
    }
    guard isFolder.boolValue else {
      if let problem = FileSystem.problem(ofOrdinaryFile: path) {
        throw JournalError(.notAJournal, "\(path) \(problem), and no journal. Check the path.")
      }
      return path
    }
    let names = member.map { [fileName($0)] } ?? journals
    if let hidden = JournalError.hidden(path + "/" + names[0]) { throw hidden }
    let found = names.first { FileManager.default.fileExists(atPath: path + "/" + $0) }
    guard let found else {
      if names.contains(LostJournal.name), let lost = LostJournal(in: path) {
        throw lost.error
      }
      throw JournalError(
        .notFound,
        "There is no \(names.joined(separator: ", ")) in \(path). Give the folder of a device, "
          + "the data folder of a cloud, or a file.")
    }
    let file = path + "/" + found
    if let problem = FileSystem.problem(ofOrdinaryFile: file) {
      throw JournalError(
        .notAJournal,
        "\(file) \(problem), and no journal. If there was one, restore it from a snapshot.")
    }
    return file
  }

  /// The names of all journals that a path names; of a file nil, for the one that it is.
  package static func members(of path: String, key: SnapshotKey? = nil) throws -> [String?] {
    if isSnapshot(path) {
      let there = try SnapshotChain(path: path, key: key).manifest.journals.map(\.file)
      return journals.filter(there.contains)
    }
    let found = journals.filter { FileManager.default.fileExists(atPath: path + "/" + $0) }
    return found.isEmpty ? [nil] : found
  }

  private static func fileName(_ member: String) -> String {
    member.hasSuffix(".journal") ? member : member + ".journal"
  }

  private static func isSnapshot(_ path: String) -> Bool { path.hasSuffix(".sqlar") }

  private static func member(
    _ name: String?, of chain: SnapshotChain, _ path: String
  ) throws -> String {
    let there = chain.manifest.journals.map(\.file)
    let wanted = name.map { [fileName($0)] } ?? journals
    guard let found = wanted.first(where: there.contains) else {
      throw SnapshotError(
        .notFound,
        "\(path) holds \(there.joined(separator: ", ")), and no "
          + "\(wanted.joined(separator: ", ")).")
    }
    return found
  }

  /// The journal in a file that has no name any more once it is open: whatever ends this process,
  /// nothing of the backup is left lying about.
  private static func extract(
    _ file: String, _ chain: SnapshotChain, of snapshot: String
  ) throws -> Journal {
    let folder = try PrivateFolder()
    let path = folder.path + "/" + file
    CopiedPlaces.add(path, of: snapshot)
    try chain.extract(file, to: path)
    return try Journal.open(at: path, for: .read)
  }
}

/// What a file looks like from outside.
private struct JournalStamp: Equatable {
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int
  private let hasLog: Bool

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    size = Int64(status.st_size)
    #if canImport(Darwin)
      (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
    #else
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    #endif
    hasLog = FileManager.default.fileExists(atPath: path + "-wal")
  }
}

extension JournalSource {
  private func size(_ path: String) -> Int64? {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Bytes of the journal's file; of one in a snapshot, what its file would have.
  package var fileBytes: Int64 {
    let pages = (try? journal.connection.integer("PRAGMA page_count")) ?? 0
    return pages * ((try? journal.connection.integer("PRAGMA page_size")) ?? 0)
  }

  /// Bytes of the write-ahead log beside it.
  package var logBytes: Int64 { folder == nil ? 0 : size(path + "-wal") ?? 0 }

  /// Bytes of what is made of the journal: a device's index, or a cloud's projections.
  package var indexBytes: Int64? {
    guard let folder else { return nil }
    switch journal.identity.kind {
    case .private: return size(folder + "/index.sqlite")
    case .cloud: return size(folder + "/projections.sqlite")
    case .shared: return nil
    }
  }
}
