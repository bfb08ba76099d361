extension Offering {
  /// How a setting of rooms is kept.
  public struct Keeping: Sendable, Hashable {
    public let quality: Quality
    public let enforcement: Enforcement
    public let note: String?
    /// Which values it may have, where the vendor takes fewer than the API; nil = all of the API's.
    public let range: ClosedRange<Int>?

    public init(
      _ quality: Quality, enforcement: Enforcement = .vendor, note: String? = nil, range: ClosedRange<Int>? = nil
    ) {
      self.quality = quality
      self.enforcement = enforcement
      self.note = note
      self.range = range
    }
  }

  /// Declares that the vendor itself keeps these settings, as `createRoom` and `update` are given them. What is not declared
  /// is refused, unless the gateway can keep it. Declaring one twice is a programmer's error.
  public mutating func keep(_ rules: Set<RoomRule>, note: String? = nil) {
    for rule in rules { keep(rule, Keeping(.native, note: note)) }
  }
}
