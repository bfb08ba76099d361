import Foundation

/// The files that are compared with the program.
enum Repository {
  static func url(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(path)
  }

  static func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

  /// The Swift files below a folder, by path.
  static func swiftFiles(_ folder: String) throws -> [(name: String, text: String)] {
    let files = FileManager.default.enumerator(at: url(folder), includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
      .map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
  }
}
