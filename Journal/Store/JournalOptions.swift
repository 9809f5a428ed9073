/// How a journal's file is opened.
package struct JournalOptions: Sendable {
  /// The name of a registered SQLite VFS; nil takes the operating system's.
  package var vfs: String?
  /// Bytes of a page of a new file: a power of two from 512 to 65,536.
  package var pageByteCount = 4_096
  /// Pages of write-ahead log before it is copied into the file.
  package var checkpointPageCount = 1_000
  #if Sabotage
    /// Whether a commit is on the disk when it returns: a drill has to notice when not.
    package var syncsCommits = true
    /// Whether a second writer is admitted beside one that holds the lock.
    package var admitsWriters = false
  #endif
  /// Whether a reader leaves nothing beside a file that no writer has open. One that begins to
  /// write meanwhile makes what was read doubtful: `Journal.hasChangedSinceOpened`.
  package var readsAlone = false
  /// Whether a writer looks for damage in what it opens; nil: where the file is the operating
  /// system's. On a simulated disk nothing is damaged unless a simulation does it, and looking
  /// costs reads.
  package var looksForDamage: Bool?

  /// On a disk that is not the operating system's: gives what holds the writer's lock of a journal
  /// for as long as it lives; nil where somebody else holds it. Without this there are no locks.
  package var lock: (@Sendable (_ journalPath: String) -> AnyObject?)?

  /// Told, in a sentence for people, what was found beside a journal and is not read with it.
  package var notice: (@Sendable (String) -> Void)?

  package init() {}

  /// SQLite's `synchronous` of a writer. What an append acknowledged has to survive a power cut,
  /// and only FULL gives that in WAL mode.
  var synchronous: String {
    #if Sabotage
      if !syncsCommits { return "NORMAL" }
    #endif
    return "FULL"
  }

  /// For who looks into a file and must not change anything of where it lies.
  package static var looking: JournalOptions {
    var options = JournalOptions()
    options.readsAlone = true
    return options
  }

  /// For journals on a simulated disk, of which there are many thousands.
  package static func simulated(vfs: String) -> JournalOptions {
    var options = JournalOptions()
    options.vfs = vfs
    options.pageByteCount = 1_024
    options.checkpointPageCount = 24
    return options
  }
}
