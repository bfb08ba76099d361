/// The command line cannot be understood: exit code 2.
struct UsageError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
