import StreamAdapter

/// A class of operations: what the caller asks, and the vendor's operation that goes wrong.
enum FaultOperation: String, CaseIterable, Sendable {
  case create = "create"
  case readBack = "read back"
  case mute = "mute"
  case presence = "presence"
  case end = "end"
  case joinToken = "join token"

  var vendorName: String {
    switch self {
    case .create: "GetOrCreateCall"
    case .readBack: "GetCall"
    case .mute: "MuteUsers"
    case .presence: "QueryCalls"
    case .end: "EndCall"
    case .joinToken: "QueryCallMembers"
    }
  }

  /// How long the vendor has for the answer to one request.
  var attemptDeadline: Duration { self == .create ? FaultBench.deadlines.create : FaultBench.deadlines.answer }

  /// A member of the answer that the gateway reads; of a mere confirmation there is none, so any.
  var neededMember: String {
    switch self {
    case .create, .readBack: "/call/cid"
    case .mute, .end: "/duration"
    case .presence: "/calls"
    case .joinToken: "/members"
    }
  }

  /// A member that has one of a few values.
  var choiceMember: String {
    switch self {
    case .create, .readBack: "/call/settings/recording/mode"
    case .mute, .end: "/duration"
    case .presence: "/calls/0/call/session/participants/0/role"
    case .joinToken: "/members/0/role"
    }
  }

  /// What the page says of the operation.
  var heading: String {
    switch self {
    case .create: "Create: `POST /v1/rooms`, the create itself fails"
    case .readBack: "Create: `POST /v1/rooms`, the create's answer is lost and reading the room back fails"
    case .mute: "Mute: `POST /v1/rooms/{room}/people/{person}/mute`, somebody who speaks"
    case .presence: "Presence: the gateway reads who is there; meanwhile somebody came it was not told of"
    case .end: "End: `POST /v1/rooms/{room}/end`"
    case .joinToken: "Join token: `POST /v1/rooms/{room}/join-tokens`, reading the membership fails"
    }
  }
}
