import Testing

@testable import GatewayEngine

@Suite("When an account is said to be in trouble")
struct AccountConditionTests {
  /// At a second: something is noted, or looked at.
  enum Step: Sendable {
    case bad(ProviderTrouble, Int64)
    case good(ProviderTrouble, Int64)
    case look(Int64, AccountCondition.Change?)
  }

  private static let options = ConditionOptions(
    feedPatience: .seconds(30), readingPatience: .seconds(60), calm: .seconds(20), memory: .seconds(300))

  private static let histories: [(String, [Step])] = [
    ("nothing happens", [.look(0, nil), .look(1_000, nil)]),
    ("a breaker opens", [.bad(.breakerOpen, 5), .look(5, .degraded(.breakerOpen)), .look(6, nil)]),
    (
      "and closes",
      [
        .bad(.breakerOpen, 5), .look(5, .degraded(.breakerOpen)), .good(.breakerOpen, 20), .look(39, nil),
        .look(40, .recovered(.breakerOpen)), .look(41, nil),
      ]
    ),
    (
      "it opens and closes again and again: one trouble",
      [
        .bad(.breakerOpen, 0), .look(0, .degraded(.breakerOpen)), .good(.breakerOpen, 10), .bad(.breakerOpen, 15),
        .look(15, nil), .good(.breakerOpen, 25), .look(30, nil), .bad(.breakerOpen, 40), .look(44, nil),
        .good(.breakerOpen, 50), .look(69, nil), .look(70, .recovered(.breakerOpen)),
      ]
    ),
    ("a connection lost for a moment", [.bad(.feedLost, 0), .look(29, nil), .good(.feedLost, 29), .look(99, nil)]),
    (
      "a connection lost for long", [.bad(.feedLost, 0), .look(29, nil), .look(30, .degraded(.feedLost))]
    ),
    (
      "a connection that never lasts",
      [
        .bad(.feedLost, 0), .good(.feedLost, 10), .bad(.feedLost, 11), .good(.feedLost, 20), .look(31, nil),
        .bad(.feedLost, 32), .look(32, .degraded(.feedLost)),
      ]
    ),
    (
      "two losses far apart",
      [.bad(.feedLost, 0), .good(.feedLost, 5), .bad(.feedLost, 40), .look(41, nil), .look(70, .degraded(.feedLost))]
    ),
    ("one reading failed, and nobody reads any more", [.bad(.readingFailed, 0), .look(90, nil), .look(999, nil)]),
    (
      "readings fail",
      [.bad(.readingFailed, 0), .bad(.readingFailed, 59), .look(70, nil), .bad(.readingFailed, 75)]
        + [.look(75, .degraded(.readingFailed))]
    ),
    (
      "and nobody reads any more",
      [.bad(.readingFailed, 0), .bad(.readingFailed, 60), .look(60, .degraded(.readingFailed)), .look(359, nil)]
        + [.look(360, .recovered(.readingFailed))]
    ),
    (
      "two troubles are one degradation, which lasts as long as either",
      [
        .bad(.breakerOpen, 0), .look(0, .degraded(.breakerOpen)), .bad(.readingFailed, 10), .good(.breakerOpen, 20),
        .bad(.readingFailed, 80), .look(80, nil), .good(.readingFailed, 90), .look(109, nil),
        .look(110, .recovered(.breakerOpen)),
      ]
    ),
    ("what was never bad passes", [.good(.feedLost, 0), .look(50, nil)]),
  ]

  @Test(arguments: histories)
  func history(_ name: String, _ steps: [Step]) {
    var condition = AccountCondition(Self.options)
    for step in steps {
      switch step {
      case .bad(let trouble, let at): condition.occurred(trouble, at: at * 1_000_000_000)
      case .good(let trouble, let at): condition.passed(trouble, at: at * 1_000_000_000)
      case .look(let at, let expected):
        let change = condition.review(at: at * 1_000_000_000)
        #expect(change == expected, "\(name): at \(at)")
      }
    }
  }
}
