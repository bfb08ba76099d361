import JSONCoding

/// One room as its only user knows it: what was asked, and what was acknowledged.
struct RoomLife: Sendable {
  /// Unique over the storm; the vendor and the gateway both keep it.
  let title: String
  /// The answer to the create.
  let created: JSON
  let id: String
  var isLive = false
  var isLocked = false
  var isEnded = false
  var number: Int64 = 0
  var banned: Set<String> = []
  /// Devices that joined at the vendor, each by its session there.
  var joined: [String] = []
  var inside: [String: String] = [:]
  /// How many changes of a kind were acknowledged as made by us, by the type of their event.
  var changes: [String: Int] = [:]
}
