import AdapterKit
import JSONCoding
public import MeetingCore

/// Something that happened, as the service told it over the socket.
public struct CallEvent: Sendable, Hashable {
  /// The service's name, e.g. `call.reaction_new` or `custom`.
  public let type: String
  /// The call's `cId`; nil for what is of no call.
  public let callCid: String?
  /// When it happened, by the service's clock.
  public let createdAt: Timestamp?
  /// Who did it or whom it is about, as the type has it.
  public let user: User?
  /// Everything in it.
  public let fields: [String: RawJSON]
  let json: JSON

  init(_ json: JSON) {
    self.json = json
    type = json["type"]?.stringValue ?? ""
    callCid = json["call_cid"]?.stringValue
    createdAt = WireTime.read(json["created_at"])
    user = User(json["user"])
    fields = RawJSON.members(json)
  }
}
