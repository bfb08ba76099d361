import Glibc

/// The built program: it stands beside the test bundle, or in the package's build folder.
package enum Program {
  package static let path: String = {
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }
    let beside = bundles.map { bundle in
      bundle.split(separator: "/", omittingEmptySubsequences: false)
        .prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/") + "/switchboard"
    }
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    let candidates = beside + ["\(root)/.build/debug/switchboard"]
    return absolute(candidates.first { access($0, X_OK) == 0 } ?? candidates[candidates.count - 1])
  }()

  /// A test may run it from another folder.
  private static func absolute(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  package struct Result: Sendable {
    package let status: Int32?
    package let output: String
    package let errors: String
  }

  /// Runs a command to its end; one that takes longer than ten seconds is killed and has no status.
  package static func run(_ arguments: String...) async throws -> Result { try await run(arguments) }

  /// The same, for arguments that are put together.
  package static func run(_ arguments: [String]) async throws -> Result {
    let process = try RunningProgram(arguments)
    let status = await process.exit(within: .seconds(10))
    if status == nil { await process.kill() }
    return Result(status: status, output: process.output, errors: process.errors)
  }
}
