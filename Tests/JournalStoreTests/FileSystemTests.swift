import Foundation
import JournalStore
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("A small file") struct FileSystemTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("witness")
  }

  @Test(arguments: [0, 1, 700, 100_000])
  func `is replaced whole and read back`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    try FileSystem.replace(path, with: Array("what was there before".utf8))
    try FileSystem.replace(path, with: bytes)
    #expect(try FileSystem.read(path, atMost: count) == bytes)
    // Nothing is left beside it.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["witness"])
  }

  @Test func `can be read by its owner only`() throws {
    try FileSystem.replace(path, with: [1])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// What a process that was ended left under the name that a replacement is written under.
  @Test func `can be read by its owner only, whatever was left beside it`() throws {
    for name in [path, path + ".new"] {
      try Data("left".utf8).write(to: URL(fileURLWithPath: name))
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: name)
    }
    try FileSystem.replace(path, with: [1])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileSystem.read(path, atMost: 1) == [1])
  }

  @Test func `that is not there is nil`() throws {
    #expect(try FileSystem.read(path, atMost: 10) == nil)
  }

  @Test func `that is larger than the bound is refused`() throws {
    try FileSystem.replace(path, with: [1, 2, 3])
    #expect(try FileSystem.read(path, atMost: 3) == [1, 2, 3])
    let error = #expect(throws: FileFailure.self) { try FileSystem.read(path, atMost: 2) }
    #expect(error?.description == "\(path): larger than 2 bytes")
  }

  @Test func `that cannot be replaced stays as it was`() throws {
    try FileSystem.replace(path, with: [1, 2, 3])
    // The name that a replacement is written under is taken by a folder.
    try FileManager.default.createDirectory(
      atPath: path + ".new", withIntermediateDirectories: true)
    let error = #expect(throws: FileFailure.self) { try FileSystem.replace(path, with: [4]) }
    #expect(error?.description == "\(path).new: Is a directory")
    #expect(try FileSystem.read(path, atMost: 10) == [1, 2, 3])
  }

  /// Somebody who may write in the folder must not have a file of somebody else written.
  @Test(arguments: ["", ".new"])
  func `is replaced where a link lies, and not what that leads to`(suffix: String) throws {
    try FileSystem.replace(folder.file("other"), with: [1, 2, 3])
    try FileManager.default.createSymbolicLink(
      atPath: path + suffix, withDestinationPath: folder.file("other"))
    try FileSystem.replace(path, with: [4])
    #expect(try FileSystem.read(path, atMost: 10) == [4])
    #expect(try FileSystem.read(folder.file("other"), atMost: 10) == [1, 2, 3])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["other", "witness"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `that is a pipe is refused, and nothing waits for who writes to it`() throws {
    #expect(mkfifo(path, 0o600) == 0)
    let reading = #expect(throws: FileFailure.self) { try FileSystem.read(path, atMost: 1) }
    #expect(reading?.description == "\(path): not an ordinary file")
    #expect(throws: FileFailure.self) { try FileSystem.append([1], to: path) }
    #expect(mkfifo(path + ".new", 0o600) == 0)
    try FileSystem.replace(path, with: [1])
    #expect(try FileSystem.read(path, atMost: 1) == [1])
  }

  @Test(.timeLimit(.minutes(1)))
  func `that this process was given is read also where it is a pipe`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data([1, 2, 3]))
    try pipe.fileHandleForWriting.close()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    #expect(try FileSystem.read("/dev/fd/\(descriptor)", atMost: 10) == [1, 2, 3])
    #expect(throws: FileFailure.self) { try FileSystem.read("/dev/fd/9999", atMost: 10) }
  }

  @Test func `that people name is written, and neither a pipe nor through a link`() throws {
    try FileSystem.replaceContents(of: path, with: [1, 2, 3])
    try FileSystem.replaceContents(of: path, with: [4])
    #expect(try FileSystem.read(path, atMost: 10) == [4])
    let (pipe, link) = (folder.file("pipe"), folder.file("link"))
    #expect(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for (place, reason) in [(pipe, "not an ordinary file"), (link, "a symbolic link")] {
      let error = #expect(throws: FileFailure.self) {
        try FileSystem.replaceContents(of: place, with: [5])
      }
      #expect(error?.description == "\(place): \(reason)")
      #expect(throws: FileFailure.self) { try FileSystem.openAppending(place) }
    }
    #expect(try FileSystem.read(path, atMost: 10) == [4])
    try FileSystem.replaceContents(of: "/dev/null", with: [5])
  }

  @Test func `is not added to through a link`() throws {
    try FileSystem.replace(folder.file("other"), with: [1])
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.file("other"))
    #expect(throws: FileFailure.self) { try FileSystem.append([2], to: path) }
    #expect(try FileSystem.read(folder.file("other"), atMost: 10) == [1])
  }

  @Test func `whose name is a folder's leaves nothing beside it`() throws {
    try FileManager.default.createDirectory(
      atPath: path + "/below", withIntermediateDirectories: true)
    let error = #expect(throws: FileFailure.self) { try FileSystem.replace(path, with: [4]) }
    #expect(error?.reason == "Is a directory" || error?.reason == "Directory not empty")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["witness"])
  }

  @Test func `below another file, or as a folder, is refused in the system's words`() throws {
    try FileSystem.replace(path, with: [1])
    let below = path + "/below"
    let replacing = #expect(throws: FileFailure.self) {
      try FileSystem.replace(below, with: [1])
    }
    #expect(replacing?.description == "\(below).new: Not a directory")
    let reading = #expect(throws: FileFailure.self) { try FileSystem.read(below, atMost: 1) }
    #expect(reading?.description == "\(below): Not a directory")
    let opening = #expect(throws: FileFailure.self) {
      try FileSystem.read(folder.path, atMost: 1)
    }
    #expect(opening?.reason == "Is a directory")
  }

  @Test func `is removed, and a second time too`() throws {
    try FileSystem.replace(path, with: [1])
    FileSystem.remove(path)
    #expect(try FileSystem.read(path, atMost: 1) == nil)
    FileSystem.remove(path)
  }
}

@Suite("A folder") struct FolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["a", "a/b/c", "a//b/"])
  func `is made with those above it, and may be there already`(name: String) throws {
    let path = folder.file(name)
    for _ in 0..<2 { try FileSystem.makeFolder(path) }
    var isFolder: ObjCBool = false
    #expect(FileManager.default.fileExists(atPath: path, isDirectory: &isFolder))
    #expect(isFolder.boolValue)
  }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.file(name))[.posixPermissions] as? Int
  }

  @Test func `that is private is its owner's alone, and those above it are as others`() throws {
    try FileSystem.makeFolder(folder.file("a/b"))
    try FileSystem.makeFolder(folder.file("c/d/"), isPrivate: true)
    #expect(try mode("c/d") == 0o700)
    #expect(try mode("c") == mode("a"))
    // One that is there stays as it was.
    for permissions in [0o750, 0o755] {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: folder.file("a/b"))
      try FileSystem.makeFolder(folder.file("a/b"), isPrivate: true)
      #expect(try mode("a/b") == permissions)
    }
  }

  @Test(arguments: ["file", "file/below"])
  func `is not made where a file is`(name: String) throws {
    try FileSystem.replace(folder.file("file"), with: [1])
    let error = #expect(throws: FileFailure.self) {
      try FileSystem.makeFolder(folder.file(name))
    }
    #expect(error?.description == "\(folder.file(name)): Not a directory")
  }
}
