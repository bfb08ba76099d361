import Foundation

/// The project's own files, found from where this file stands.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Swift sources below a folder, by their path in the repository.
  static func swiftFiles(below folder: String) -> [(path: String, text: String)] {
    let base = root.appendingPathComponent(folder)
    let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
      let url = base.appendingPathComponent(name)
      return (try? String(contentsOf: url, encoding: .utf8)).map { ("\(folder)/\(name)", $0) }
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The package as the package manager sees it: target names with what they depend on.
  static func targets() throws -> [String: Set<String>] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--scratch-path", scratch, "describe", "--type", "json"]
    process.currentDirectoryURL = root
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let description = try JSONDecoder().decode(Description.self, from: data)
    return Dictionary(
      uniqueKeysWithValues: description.targets.map { ($0.name, Set($0.target_dependencies ?? [])) })
  }

  /// A scratch folder of its own, since the build's is locked while tests run.
  private static let scratch = FileManager.default.temporaryDirectory
    .appendingPathComponent("switchboard-describe-\(ProcessInfo.processInfo.processIdentifier)").path

  static func removeScratch() { try? FileManager.default.removeItem(atPath: scratch) }

  private struct Description: Decodable {
    struct Target: Decodable {
      let name: String
      let target_dependencies: [String]?
    }
    let targets: [Target]
  }
}
