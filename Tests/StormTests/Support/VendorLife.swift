/// What people and operators do at the vendor, by a seed.
protocol VendorLife: Sendable {
  func arrivePeople() async throws
  /// One thing happens in one of the rooms, a moment after the last.
  mutating func step(in rooms: [String]) async throws
}
