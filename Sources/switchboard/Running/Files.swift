import Glibc

/// Small files, whole.
enum Files {
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += piece.prefix(count)
    }
  }

  /// Written beside and moved into place, so that nobody reads half of it; readable by the owner only.
  static func write(_ text: String, to path: String) throws(CommandError) {
    let temporary = "\(path).\(getpid()).new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CommandError("cannot write \(path): \(reason)") }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let wrote = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if wrote < 0 && errno == EINTR { continue }
      guard wrote > 0 else {
        close(descriptor)
        throw CommandError("cannot write \(path): \(reason)")
      }
      bytes = bytes.dropFirst(wrote)
    }
    close(descriptor)
    guard rename(temporary, path) == 0 else { throw CommandError("cannot write \(path): \(reason)") }
  }

  static func makeFolder(_ path: String) throws(CommandError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw CommandError("cannot make the folder \(path): \(reason)")
    }
  }

  /// A fresh folder for one run.
  static func temporaryFolder() throws(CommandError) -> String {
    var template = Array("/tmp/switchboard-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw CommandError("cannot make a temporary folder: \(reason)") }
    return String(cString: path)
  }

  /// Removes a folder of plain files.
  static func removeFolder(_ path: String) {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { unlink("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }

  private static var reason: String { String(cString: strerror(errno)) }
}
