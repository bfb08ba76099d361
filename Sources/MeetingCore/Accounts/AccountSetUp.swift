/// What setting an account up comes to.
public struct AccountSetUp: Sendable, Hashable {
  /// What is to be changed at the vendor, or was, in order; empty = everything is as it must be.
  public let steps: [String]
  /// What is wrong and must be changed by a person, with the reason why it is not done here.
  public let refusals: [String]

  public init(steps: [String], refusals: [String]) {
    self.steps = steps
    self.refusals = refusals
  }
}
