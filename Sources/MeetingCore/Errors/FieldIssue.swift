/// One thing wrong with a request, at a JSON Pointer (or `?name` for a query parameter, `header:Name` for a field).
public struct FieldIssue: Sendable, Hashable {
  public let pointer: String
  public let code: String
  public let message: String

  public init(pointer: String, code: String, message: String) {
    self.pointer = pointer
    self.code = code
    self.message = message
  }
}
