import Foundation

/// Compiles code against the modules that this very program was built from, as an application of its own would: nothing is
/// visible but what is public.
package enum OutsideCompiler {
  /// What is built for the thread sanitizer fits no other build.
  package static var isAvailable: Bool { ProcessInfo.processInfo.environment["SWITCHBOARD_TSAN"] != "1" }

  /// What the compiler objects to, warnings among it; nil when it takes the code as it is.
  package static func objections(to source: String) async throws -> String? {
    let folder = TemporaryFolder()
    let app = folder.write(source, to: "App.swift")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", try modules()] + maps() + [app]
    let words = folder.write("", to: "words")
    process.standardError = FileHandle(forWritingAtPath: words)
    let status = try await withCheckedThrowingContinuation { done in
      process.terminationHandler = { done.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    return status == 0 ? nil : folder.read("words")
  }

  private static func modules() throws -> String {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: program).deletingLastPathComponent().appendingPathComponent("Modules").path
  }

  private static func maps() -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let libraries = root.appendingPathComponent("Sources/CLibraries")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: libraries.path)) ?? []
    return names.flatMap { ["-Xcc", "-fmodule-map-file=\(libraries.path)/\($0)/module.modulemap"] }
  }
}
