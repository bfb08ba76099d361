import Glibc
import Store

/// Held by the one gateway that serves a database, until it closes or its process ends.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Throws at once when somebody else holds it.
  init(path: String) throws(StoreFailure) {
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw DataFiles.failure("cannot open", path) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
    let isTaken = errno == EWOULDBLOCK
    let failure = DataFiles.failure("cannot lock", path)
    close(descriptor)
    throw isTaken ? StoreFailure("another gateway serves this data (\(path) is locked)") : failure
  }

  deinit { close(descriptor) }
}
