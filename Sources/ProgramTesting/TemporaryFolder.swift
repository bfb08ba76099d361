import Glibc

/// A folder of plain files that goes with the value.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() {
    var name = Array("/tmp/switchboard-test-XXXXXX".utf8CString)
    path = mkdtemp(&name) == nil ? "/nonexistent" : String(decoding: name.dropLast().map(UInt8.init), as: UTF8.self)
  }

  deinit {
    guard let listing = opendir(path) else { return }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink(file(name))
    }
    closedir(listing)
    rmdir(path)
  }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The file's text; empty when there is none.
  package func read(_ name: String) -> String {
    guard let stream = fopen(file(name), "r") else { return "" }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  /// Writes the file and returns its path.
  package func write(_ text: String, to name: String) -> String {
    if let stream = fopen(file(name), "w") {
      fputs(text, stream)
      fclose(stream)
    }
    return file(name)
  }
}
