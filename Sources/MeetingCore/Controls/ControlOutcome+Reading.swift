extension ControlOutcome {
  /// Whether the vendor executed it.
  public var isApplied: Bool { if case .applied = self { true } else { false } }
}
