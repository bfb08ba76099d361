extension Offering {
  /// How a setting of rooms is kept.
  public struct Keeping: Sendable, Hashable {
    public let quality: Quality
    public let enforcement: Enforcement
    public let note: String?

    public init(_ quality: Quality, enforcement: Enforcement = .vendor, note: String? = nil) {
      self.quality = quality
      self.enforcement = enforcement
      self.note = note
    }
  }

  /// Declares that the vendor itself keeps these settings, as `createRoom` and `update` are given them. What is not declared
  /// is refused, unless the gateway can keep it. Declaring one twice is a programmer's error.
  public mutating func keep(_ rules: Set<RoomRule>, note: String? = nil) {
    for rule in rules { keep(rule, Keeping(.native, note: note)) }
  }
}
