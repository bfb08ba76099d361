import Clocks
package import JSONCoding
import MockKit

/// Everything as the control plane shows it. No token is in it.
extension PolyModel {
  var callDocuments: [JSON] { callOrder.compactMap { calls[$0] }.map(document) }

  func document(_ call: PolyCall) -> JSON {
    [
      "id": .string(call.id), "dialect": .string(call.dialect.rawValue), "account_id": .string(call.accountID),
      "call_sid": .string(call.callSid), "state": .string(call.state.rawValue), "media": .string(call.media.rawValue),
      "started_at": time(call.startedAt), "ended_at": time(call.endedAt), "end_reason": .text(call.endReason),
      "linked_session_id": .text(links[call.callSid]), "connection": .text(call.line), "mode": .text(call.mode),
      "caller": .text(call.caller), "callee": .text(call.callee), "offered": .bool(call.offer != nil),
      "candidates": .int(call.candidates.count), "held": .int(call.held.count), "pulls": .int(call.pulls),
      "renegotiated": .bool(call.agentAnswer != nil), "conversation_id": .text(call.conversationID),
    ]
  }

  var document: JSON {
    [
      "accounts": .array(
        accounts.map { account in
          [
            "account_id": .string(account.accountID), "project_id": .string(account.projectID),
            "host_identifier": .string(account.hostIdentifier), "revoked": .bool(revoked.contains(account.accountID)),
          ]
        }),
      "sessions": .array(
        sessions.values.sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }.map(document)),
      "calls": .array(callDocuments), "sockets": .array(lineDocuments),
      "conversations": .array(
        conversationOrder.compactMap { conversations[$0] }.map { one in
          [
            "id": .string(one.id), "call_sid": .string(one.callSid), "turns": .int(one.turns.count),
            "in_progress": .bool(one.endedAt == nil),
          ]
        }),
    ]
  }

  private func document(_ session: PolySession) -> JSON {
    [
      "id": .string(session.id), "account_id": .string(session.bearer.accountID),
      "user_id": .string(session.bearer.userID), "streaming": .bool(session.isStreaming),
      "platform": .text(session.platform), "events": .strings(session.events.map(\.type)),
      "over": .bool(session.isOver), "call_sid": .text(session.callSid),
    ]
  }

  private func time(_ nanoseconds: Int64?) -> JSON { nanoseconds.map { .string(RFC3339.format($0)) } ?? .null }
}

extension PolyMock {
  package var state: JSON { look { $0.document } }
}
