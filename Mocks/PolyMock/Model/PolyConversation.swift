/// What was said in a call, as the server's interface tells it afterwards.
struct PolyConversation: Sendable {
  struct Turn: Sendable {
    var userInput: String
    var userAt: Int64?
    var agentResponse: String?
    var agentAt: Int64?
  }

  let id: String
  let accountID: String
  let projectID: String
  let callSid: String
  let channel: String
  let startedAt: Int64
  var endedAt: Int64?
  let from: String
  let to: String
  let variantID: String?
  var turns: [Turn] = []
}
