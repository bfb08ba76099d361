import HTTPTypes
import JSONCoding
import MockKit

extension StreamTenant {
  /// An agent joins as its user, with sound if the call lets that user send any; call and user are made if missing.
  /// Its `user_session_id`.
  mutating func agentJoins(_ type: String, _ id: String, _ caller: StreamCaller, at now: Int64) throws(StreamRefusal)
    -> String
  {
    let (cid, user) = ("\(type):\(id)", caller.userID ?? "")
    if users[user] == nil { users[user] = StreamUser(id: user, createdAt: now, updatedAt: now, order: nextOrder()) }
    if calls[cid] == nil {
      let input = StreamInput(
        operation: .getOrCreateCall, view: .client, parameters: ["type": type, "id": id], query: .none, body: [:],
        caller: caller, now: now)
      _ = try create(input, [:])
    }
    let call = try call(cid)
    try checkJoin(caller, call, now: now)
    let participant = participant(caller, call, nil, authorised: true, audio: true, at: now)
    connect(participant, to: cid, at: now)
    return participant.id
  }
}
