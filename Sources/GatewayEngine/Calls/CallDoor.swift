import JSONCoding
import MeetingCore

/// What the gateway adds to a provider of calls: the callers come in through the gateway, so that it keeps the door and
/// knows who is there.
enum CallDoor {
  static func overlay(_ offering: inout Offering) {
    add(.call, "the gateway's own record of the call", .vendor, &offering)
    add(.presence, "the caller from the answer on, the vendor's agent as it is told", .vendor, &offering)
    add(.history, "from the gateway's own record of who came and went", .vendor, &offering)
    add(.tracks, "as the caller's side reports", .advisory, &offering)
    add(.lock, "refused where tokens are minted and calls are offered", .policed, &offering)
    add(.membersOnly, "refused where tokens are minted and calls are offered", .policed, &offering)
    add(.ban, "refused where tokens are minted and calls are offered; ends the call", .policed, &offering)
    if offering.cells[.remove] == nil {
      offering.offer(
        .remove, .emulated, enforcement: .policed, by: CallRemoval() as any Removing, note: "ends the call")
    }
  }

  private static func add(
    _ capability: Capability, _ note: String, _ enforcement: Enforcement, _ offering: inout Offering
  ) {
    guard offering.cells[capability] == nil else { return }
    offering.state(capability, .emulated, enforcement: enforcement, note: note)
  }

  /// What a caller joins with, in the form that a provider's kind has in the API.
  static func connect(_ kind: String, room: String, publicURL: String?, _ servers: [ICEServer]) -> JSONText {
    let base = publicURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? ""
    let document: JSON = [
      "kind": .string(kind), "whip_url": .string("\(base)/v1/rooms/\(room)/whip"),
      "ice_servers": .array(servers.map(Self.server)),
    ]
    return JSONText(document.text())
  }

  private static func server(_ server: ICEServer) -> JSON {
    var object = JSONObject()
    object["urls"] = .array(server.urls.map(JSON.string))
    object["username"] = server.username.map(JSON.string)
    object["credential"] = server.credential.map(JSON.string)
    return .object(object)
  }
}
