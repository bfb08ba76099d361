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

  /// What will show the outcome; nil when nothing will.
  public var awaited: Awaited? {
    switch self {
    case .applied, .requested: nil
    case .pending(let conditions, let within): Awaited(conditions, within: within)
    case .asked(let conditions, let within): Awaited(conditions, within: within, isWish: true)
    }
  }
}
