import Glibc
import Store

/// Creates the database file and its folder so that only their owner can read them.
enum DataFiles {
  /// Leaves what exists untouched.
  static func prepare(_ path: String) throws(StoreFailure) {
    try createFolder(of: path)
    // Only a file that is new may be opened here: closing any descriptor of a file in use drops SQLite's locks on it.
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw failure("cannot create", path)
    }
  }

  private static func createFolder(of path: String) throws(StoreFailure) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if access(folder, F_OK) == 0 { return }
    try createFolder(of: folder)
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw failure("cannot create", folder) }
  }

  static func failure(_ what: String, _ path: String) -> StoreFailure {
    StoreFailure("\(what) \(path): \(String(cString: strerror(errno)))")
  }
}
