/// Finds a secret by reference. A missing or empty one is an error: nothing is ever signed with an empty key.
enum SecretReference {
  struct Problem: Error { let message: String }

  static func resolve(_ text: String, isFromEnvironment: Bool, _ context: ReadingContext) -> Result<String, Problem> {
    if text.hasPrefix("env:") {
      let name = String(text.dropFirst(4))
      return nonEmpty(context.environment[name], "the environment variable \(name) is missing or empty")
    }
    if text.hasPrefix("file:") {
      let path = String(text.dropFirst(5))
      let content = context.readFile(path).map { String(decoding: $0, as: UTF8.self) }
      return nonEmpty(content.map(trimmed), "the file \(path) is missing, unreadable or empty")
    }
    if isFromEnvironment { return nonEmpty(text, "is empty in the environment") }
    return .failure(Problem(message: "must not stand in the file: write env:NAME or file:PATH"))
  }

  private static func nonEmpty(_ text: String?, _ message: String) -> Result<String, Problem> {
    guard let text, !text.isEmpty else { return .failure(Problem(message: message)) }
    return .success(text)
  }

  /// Editors end files with a line break that is not part of the secret.
  private static func trimmed(_ text: String) -> String {
    var rest = Substring(text)
    while let last = rest.last, last.isNewline { rest.removeLast() }
    return String(rest)
  }
}
