#if Server
  import Foundation
  import TestSupport
  import Testing

  @testable import AggregatorServer

  /// FOLDER/cloud is the data folder; FOLDER/link leads to FOLDER/cloud/deep, FOLDER/beside to
  /// FOLDER itself, and FOLDER/nowhere to what is not there.
  @Suite("The place of a file") struct FilePlaceTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: folder.file("cloud/deep"), withIntermediateDirectories: true)
      for (name, target) in [
        ("link", "cloud/deep"), ("beside", "."), ("nowhere", "none"), ("keys", "cloud/hidden"),
      ] {
        try FileManager.default.createSymbolicLink(
          atPath: folder.file(name), withDestinationPath: folder.file(target))
      }
      try folder.write("", to: "cloud/hidden")
    }

    private static let inside = [
      "cloud/a", "cloud/deep/a", "cloud/../cloud/a", "./cloud/./a", "cloud//a", "cloud/a/", "cloud",
      "cloud/", "link/a", "link", "link/../a", "link/../../cloud/a", "beside/cloud/a",
      "beside/beside/link/new/a", "keys", "cloud/new/../a", "cloud/new/a",
    ]

    private static let outside = [
      "cloud.other", "cloud-2/a", "clou", "Cloud/a", "cloud/../a", "link/../../a", "beside/a",
      "nowhere", "nowhere/a", "cloud/deep/../../a", "cloud/new/../../a", "a/../cloud.other",
    ]

    private func error(_ setting: Setting, _ name: String, data: String) -> ServerError? {
      do throws(ServerError) {
        _ = try ServerConfiguration(
          Settings(
            flags: [.data: data, .admission: "open", setting: folder.file(name)],
            environment: [:], file: [:]))
        return nil
      } catch {
        return error
      }
    }

    @Test(arguments: inside) func `inside the data folder is found, whatever the path looks like`(
      name: String
    ) {
      for data in ["cloud", "cloud/", "beside/cloud", "link/..", "cloud/deep/../"] {
        let found = error(.keys, name, data: folder.file(data))
        #expect(found?.code == .usage, "\(data)")
        #expect(
          found?.message
            == "The keys would lie in the data folder (\(folder.file(name))), and a restored "
            + "backup of it would bring old ones back. Name a place outside with --keys.")
        #expect(
          error(.witness, name, data: folder.file(data))?.message.hasPrefix("The witness would")
            == true)
      }
    }

    @Test(arguments: outside) func `beside the data folder is taken`(name: String) {
      for data in ["cloud", "beside/cloud/"] {
        #expect(error(.keys, name, data: folder.file(data)) == nil)
        #expect(error(.witness, name, data: folder.file(data)) == nil)
      }
    }

    @Test func `in the root as data folder is inside of it`() {
      #expect(error(.keys, "a", data: "/") != nil)
    }

    @Test(arguments: [
      ("/", "/"), ("/..", "/"), ("/../..", "/"), ("//", "/"), ("/none/a/..", "/none"),
      ("/none/./b//", "/none/b"), ("/none/../b", "/b"),
    ])
    func `is absolute and has no dots`(path: String, place: String) {
      #expect(FilePlace(path).path == place)
    }

    @Test func `of a relative path is below the current folder`() {
      let current = FilePlace(FileManager.default.currentDirectoryPath)
      #expect(FilePlace(".") == current)
      #expect(FilePlace("none").isIn(current))
      #expect(FilePlace("none/..") == current)
    }

    @Test func `by default is beside the folder that a link leads to`() throws {
      let configuration = try ServerConfiguration(
        Settings(
          flags: [.data: folder.file("link/"), .admission: "open"], environment: [:], file: [:]))
      let real = FilePlace(folder.file("cloud/deep")).path
      #expect(configuration.keysPath == real + ".keys")
      #expect(configuration.witnessPath == real + ".witness")
    }
  }
#endif
