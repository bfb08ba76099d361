package import Store
import Synchronization

/// The embedded store: one file, one writing thread with group commit, a few reading threads.
///
/// A commit returns after its transaction is on disk (`synchronous=FULL`). A write that fails fails its whole batch;
/// the connection is opened anew, and the store recovers by itself when the cause is gone.
package final class SQLiteStore: Store {
  let writer: Writer
  let readers: ReaderPool
  private let lock: Mutex<FileLock?>

  private init(writer: Writer, readers: ReaderPool, lock: FileLock?) {
    self.writer = writer
    self.readers = readers
    self.lock = Mutex(lock)
  }

  deinit {
    writer.stop()
    readers.stop()
  }

  /// Opens or creates the database at `path`, its folder included, and brings its tables up to date. Blocks meanwhile.
  ///
  /// - Parameters:
  ///   - path: The file; `-wal`, `-shm` and `.lock` stand beside it. Files are readable by their owner only.
  ///   - exclusive: True for the gateway: a second one on the same file is refused. False to work beside it.
  /// - Throws: When the file cannot be opened, is served by another gateway or was written by a newer program.
  package static func open(path: String, exclusive: Bool) throws(StoreFailure) -> SQLiteStore {
    try open(path: path, exclusive: exclusive, faults: .none)
  }

  /// The same, with faults to inject.
  package static func open(
    path: String, exclusive: Bool, faults: SQLiteFaults
  ) throws(StoreFailure) -> SQLiteStore {
    try DataFiles.prepare(path)
    let lock = exclusive ? try FileLock(path: path + ".lock") : nil
    do throws(SQLiteFailure) {
      try Schema.migrate(Connection(path: path, readOnly: false))
    } catch {
      throw StoreFailure("cannot open \(path): \(error.message)")
    }
    let readers = try ReaderPool(path: path, threads: 3)
    do throws(StoreFailure) {
      return SQLiteStore(writer: try Writer(path: path, faults: faults), readers: readers, lock: lock)
    } catch {
      readers.stop()
      throw error
    }
  }

  package func onCommit(_ listener: @escaping @Sendable ([EventRecord]) -> Void) { writer.onCommit(listener) }

  package var isHealthy: Bool { writer.isHealthy }

  package func close() async {
    writer.stop()
    readers.stop()
    await writer.waitUntilEnded()
    await readers.waitUntilEnded()
    lock.withLock { $0 = nil }
  }
}
