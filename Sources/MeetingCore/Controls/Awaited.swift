/// What will show the outcome of a control, and how long that may take.
public struct Awaited: Sendable, Hashable {
  /// All of them; one for each thing that the control is to bring about.
  public var conditions: [RoomCondition]
  public var within: Duration
  /// Whether a person may or may not follow.
  public let isWish: Bool

  public init(_ conditions: [RoomCondition], within: Duration, isWish: Bool = false) {
    self.conditions = conditions
    self.within = within
    self.isWish = isWish
  }
}
