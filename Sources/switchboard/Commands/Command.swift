/// One command of the program.
struct Command: Sendable {
  let name: String
  /// One line for the list.
  let summary: String
  /// The whole help, without the summary.
  let help: String
  let run: @Sendable ([String]) async throws -> Void
}
