/// What is wrong with one option of an account.
package struct OptionProblem: Error, Sendable, Hashable, CustomStringConvertible {
  package let option: String
  /// What it must be.
  package let message: String

  package init(_ option: String, _ message: String) {
    self.option = option
    self.message = message
  }

  package var description: String { "\(option) \(message)" }
}
