/// The command failed: exit code 1. The message is for people and holds no secret.
struct CommandError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
