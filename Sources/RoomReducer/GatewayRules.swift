/// Which of a room's rules the gateway keeps by itself, because the vendor does not, and what it can go by.
package struct GatewayRules: Sendable, Hashable {
  /// Who keeps the audience out of backstage.
  package enum Stage: Sendable, Hashable {
    /// The vendor, at its door.
    case vendor
    /// The vendor has a stage, and the gateway undoes joins that it lets through.
    case policed
    /// The vendor knows of none: it is the gateway's alone.
    case own
  }

  package var stage: Stage
  /// Whether joins beyond a room's capacity are undone.
  package var policesCapacity: Bool
  /// Whether tracks of people who may not publish them are stopped.
  package var policesPublishing: Bool
  /// Whether the gateway ends rooms that have lasted as long as they may.
  package var endsRooms: Bool
  /// Whether the vendor can be read: what is doubtful is asked for there, and is taken as it is told where not.
  package var readsRooms: Bool

  package init(
    stage: Stage = .vendor, policesCapacity: Bool = false, policesPublishing: Bool = false, endsRooms: Bool = false,
    readsRooms: Bool = true
  ) {
    self.stage = stage
    self.policesCapacity = policesCapacity
    self.policesPublishing = policesPublishing
    self.endsRooms = endsRooms
    self.readsRooms = readsRooms
  }
}
