import Foundation

/// The files that are compared with the program.
enum Repository {
  static func url(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(path)
  }

  static func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }
}
