extension ControlOutcome {
  /// Whether the vendor executed it.
  public var isApplied: Bool { if case .applied = self { true } else { false } }

  /// What is known to have happened so far.
  public var facts: [Fact] {
    switch self {
    case .applied(let facts), .requested(let facts): facts
    case .pending, .asked: []
    }
  }

  /// What will show the outcome, and how long it may take; nil when nothing will.
  public var awaited: (confirmations: [Confirmation], within: Duration)? {
    switch self {
    case .applied, .requested: nil
    case .pending(let confirmations, let within), .asked(let confirmations, let within): (confirmations, within)
    }
  }
}
