/// When it is told that a provider account is in trouble, and that it is well again.
package struct ConditionOptions: Sendable, Hashable {
  /// How long its connection may be lost.
  package let feedPatience: Duration
  /// For how long its rooms may not be read.
  package let readingPatience: Duration
  /// How long it must have been well. Shorter spells do not end a trouble, nor begin its time anew.
  package let calm: Duration
  /// A trouble that only its occurrences tell of is over when none came for so long.
  package let memory: Duration
  /// How often all that is looked at.
  package let tick: Duration

  package init(
    feedPatience: Duration = .seconds(30), readingPatience: Duration = .seconds(60), calm: Duration = .seconds(30),
    memory: Duration = .seconds(300), tick: Duration = .seconds(1)
  ) {
    self.feedPatience = feedPatience
    self.readingPatience = readingPatience
    self.calm = calm
    self.memory = memory
    self.tick = tick
  }

  func patience(with trouble: ProviderTrouble) -> Duration {
    switch trouble {
    case .breakerOpen: .zero
    case .feedLost: feedPatience
    case .readingFailed: readingPatience
    }
  }
}
