import JSONCoding

/// Somebody in the room, as the service tells of them.
struct SignallingPeer: Sendable, Hashable {
  let id: String
  let displayName: String
  /// nil where the service did not say.
  var mode: PeerMode?
  /// What the peer's application attached; an object, or nil.
  let metaData: JSON?
  let isAgent: Bool

  init(id: String, displayName: String, mode: PeerMode? = nil, metaData: JSON? = nil, isAgent: Bool = false) {
    self.id = id
    self.displayName = displayName
    self.mode = mode
    self.metaData = metaData
    self.isAgent = isAgent
  }

  /// nil for what has no id.
  init?(_ json: JSON?) {
    guard let json, let id = json["id"]?.stringValue ?? json["peerId"]?.stringValue, !id.isEmpty else { return nil }
    self.init(
      id: id, displayName: json["displayName"]?.stringValue ?? "", mode: PeerMode(wire: json["mode"]?.stringValue),
      metaData: Self.metaData(json["metaData"]), isAgent: json["peerType"]?.stringValue == "agent")
  }

  /// Whether this is the gateway's own seat, which is nobody's guest.
  var isSeat: Bool { ParticipantID.isSeat(id) || SeatMark.isOn(metaData) }

  /// Some clients attach an object, some its text.
  private static func metaData(_ json: JSON?) -> JSON? {
    if let text = json?.stringValue {
      let read = try? JSON.parse(Array(text.utf8), mode: .vendor)
      return read?.objectValue == nil ? nil : read
    }
    return json?.objectValue == nil ? nil : json
  }
}
