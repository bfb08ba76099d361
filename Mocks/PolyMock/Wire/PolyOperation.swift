/// What the vendor's HTTP routes do; the raw value names them in the journal and for faults.
enum PolyOperation: String, Sendable, CaseIterable {
  case createAccessToken = "CreateAccessToken"
  case createSession = "CreateSession"
  case openMessaging = "OpenMessaging"

  case listIceServers = "ListIceServers"
  case openSignalling = "OpenSignalling"
  case health = "Health"

  case provisionCall = "ProvisionCall"
  case connectCall = "ConnectCall"
  case pullAgent = "PullAgent"
  case renegotiate = "Renegotiate"
  case openEvents = "OpenEvents"
  case endCall = "EndCall"

  case listConversations = "ListConversations"
  case getConversation = "GetConversation"
  case getConversationAudio = "GetConversationAudio"

  /// The families word their refusals differently.
  enum Family: Sendable { case messaging, voice, server }

  var family: Family {
    switch self {
    case .createAccessToken, .createSession, .openMessaging: .messaging
    case .listConversations, .getConversation, .getConversationAudio: .server
    default: .voice
    }
  }

  /// Opens a WebSocket.
  var isSocket: Bool { self == .openMessaging || self == .openSignalling || self == .openEvents }
}
