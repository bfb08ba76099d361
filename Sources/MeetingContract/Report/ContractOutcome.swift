/// How a behaviour came out.
public enum ContractOutcome: Sendable, Hashable {
  case pass
  /// One message per expectation that did not hold.
  case fail([String])
  /// The provider does not claim what the behaviour is about.
  case lacks(String)
  /// The harness cannot do what the behaviour needs, e.g. step a real vendor's clock.
  case skipped(String)
  /// The provider is known to differ, and still does.
  case deviates(String)

  /// The word for tables.
  public var word: String {
    switch self {
    case .pass: "pass"
    case .fail: "fail"
    case .lacks: "lacks"
    case .skipped: "skipped"
    case .deviates: "deviates"
    }
  }

  /// Why, one line; empty for a pass.
  public var reason: String {
    switch self {
    case .pass: ""
    case .fail(let messages): messages.joined(separator: "; ")
    case .lacks(let reason), .skipped(let reason), .deviates(let reason): reason
    }
  }

  public var isFailure: Bool { if case .fail = self { true } else { false } }
}
