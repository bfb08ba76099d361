import JSONCoding
import MockKit

extension StreamTenant {
  mutating func sendEvent(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let call = try call(input, requiring: "send-event")
    try checkSize(input["custom"])
    guard let id = try acting("user", input) else {
      throw .input(
        "either user or user_id must be provided when using server side auth",
        fields: ["user_id": "is a required field"])
    }
    emit(
      "custom", call.cid, at: input.now, ["custom": input["custom"] ?? [:], "user": userDocument(id, .hook)])
    return [:]
  }

  mutating func sendReaction(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let call = try call(input, requiring: "create-call-reaction")
    try checkSize(input["custom"])
    func reaction(_ view: StreamView) -> JSON {
      [
        "type": input["type"] ?? "", "emoji_code": input["emoji_code"] ?? .null, "custom": input["custom"] ?? [:],
        "user": userDocument(input.caller.userID ?? "", view),
      ]
    }
    emit("call.reaction_new", call.cid, at: input.now, ["reaction": reaction(.hook)])
    return ["reaction": reaction(input.view)]
  }
}
