import JSONCoding
import MockKit

/// What is said in calls.
extension PolyModel {
  /// Media of a call is up: a conversation begins, and the agent speaks first.
  mutating func beginConversation(of id: String, at now: Int64) {
    guard let call = calls[id], let account = account(call.accountID) else { return }
    let conversation = PolyConversation(
      id: "CONV-" + identifiers.hex(24).uppercased(), accountID: call.accountID, projectID: account.projectID,
      callSid: call.callSid, channel: options.voiceChannel, startedAt: now, from: call.caller ?? "",
      to: call.callee ?? "", variantID: call.variantID)
    conversations[conversation.id] = conversation
    conversationOrder.append(conversation.id)
    calls[id]?.conversationID = conversation.id
    guard !options.greeting.isEmpty else { return }
    agentSays(options.greeting, in: id, chunks: 1, at: now)
  }

  /// The agent says something: the answer to what was said before, or the first word.
  mutating func agentSays(_ text: String, in id: String, chunks: Int, at now: Int64) {
    guard let call = calls[id], let conversation = call.conversationID else { return }
    var turns = conversations[conversation]?.turns ?? []
    if let last = turns.indices.last, turns[last].agentResponse == nil {
      (turns[last].agentResponse, turns[last].agentAt) = (text, now)
    } else {
      turns.append(PolyConversation.Turn(userInput: "", agentResponse: text, agentAt: now))
    }
    conversations[conversation]?.turns = turns
    guard options.linkedSocketTells, let session = session(linkedWith: call), sessions[session]?.isOver == false else {
      return
    }
    tellAgentMessage(text, chunks: chunks, in: session, at: now)
  }

  /// The caller says something.
  mutating func callerSays(_ text: String, in id: String, at now: Int64) {
    guard let call = calls[id], let conversation = call.conversationID else { return }
    conversations[conversation]?.turns.append(PolyConversation.Turn(userInput: text, userAt: now))
    guard options.linkedSocketTells, let session = session(linkedWith: call), sessions[session]?.isOver == false else {
      return
    }
    emit(
      "USER_MESSAGE", ["text": .string(text), "message_id": .string(identifiers.uuid())], in: session, at: now)
  }
}
