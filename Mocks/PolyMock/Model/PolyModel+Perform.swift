import HTTPTypes
import JSONCoding
import MockKit

extension PolyModel {
  /// Does what a request over HTTP asks for.
  mutating func perform(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    switch input.operation {
    case .createAccessToken: try createAccessToken(input)
    case .createSession: try createSession(input)
    case .listIceServers: try listIceServers(input)
    case .health: health
    case .provisionCall: try provisionCall(input)
    case .connectCall: try connectCall(input)
    case .pullAgent: try pullAgent(input)
    case .renegotiate: try renegotiate(input)
    case .endCall: try endCall(input)
    case .listConversations: try listConversations(input)
    case .getConversation: try getConversation(input)
    case .getConversationAudio: try getConversationAudio(input)
    case .openMessaging: throw .badParameters
    case .openSignalling, .openEvents: throw PolyRefusal(426, "Upgrade Required")
    }
  }

  /// Refuses the first member outside `names`.
  func allow(_ names: [String], in members: JSONObject) throws(PolyRefusal) {
    guard options.refusesUnknownFields else { return }
    for key in members.keys where !names.contains(key) { throw .unreadable }
  }

  private var health: HTTPResponse {
    HTTPResponse(json: [
      "status": "healthy", "activeSessions": .int(calls.values.count { $0.dialect == .gateway && $0.isLive }),
    ])
  }
}
