extension ControlOutcome {
  /// Whether the vendor executed it.
  public var isApplied: Bool { if case .applied = self { true } else { false } }

  /// What is known to have happened so far.
  public var facts: [Fact] {
    switch self {
    case .applied(let facts), .requested(let facts): facts
    case .pending: []
    }
  }
}
