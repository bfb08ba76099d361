import Clocks
import JSONCoding
import MockKit

extension StreamTenant {
  mutating func getOrCreate(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let data = input["data"]?.objectValue ?? [:]
    let (call, created) = try findOrCreate(input, data)
    ring(call, input)
    var answer = stateDocument(call, input)
    answer["created"] = .bool(created)
    return answer
  }

  /// The call, made if there is none.
  mutating func findOrCreate(
    _ input: StreamInput, _ data: JSONObject
  ) throws(StreamRefusal) -> (call: StreamCall, created: Bool) {
    _ = try callType(input.type)
    guard let call = calls[input.cid] else { return (try create(input, data), true) }
    try require("read-call", of: input.caller, in: call, type: call.type, cid: call.cid)
    guard options.getOrCreateMergesData else { return (call, false) }
    return (try change(call, data, at: input.now), false)
  }

  mutating func getCall(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let call = try call(input, requiring: "read-call")
    let limit = try limit(input)
    ring(call, input)
    return stateDocument(call, input, limit)
  }

  mutating func updateCall(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    var call = try call(input, requiring: "update-call")
    if input["settings_override"] != nil { call = try self.call(input, requiring: "update-call-settings") }
    call = try change(call, input.body, at: input.now)
    emitCall("call.updated", call, at: input.now, ["capabilities_by_role": capabilitiesByRole(call)])
    return stateDocument(call, input)
  }

  mutating func goLive(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    var call = try call(input, requiring: "update-call")
    try checkStarts(input, call)
    let changed = call.backstage
    call.backstage = false
    if changed {
      call.updatedAt = input.now
      if call.running != nil { call.session?.liveStartedAt = input.now }
      calls[call.cid] = call
    }
    if changed || options.repeatsLiveStarted { emitCall("call.live_started", call, at: input.now) }
    beginAlong(input)
    beginAutomatically(call.cid, at: input.now)
    return ["call": document(try self.call(call.cid), input.view)]
  }

  mutating func stopLive(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let call = try call(input, requiring: "update-call")
    calls[call.cid]?.backstage = true
    calls[call.cid]?.updatedAt = input.now
    if call.running != nil { calls[call.cid]?.session?.liveEndedAt = input.now }
    endAlong(input)
    if options.stopLiveDropsListeners { dropListeners(call.cid, at: input.now) }
    let stopped = try self.call(call.cid)
    emitCall("call.updated", stopped, at: input.now, ["capabilities_by_role": capabilitiesByRole(stopped)])
    return ["call": document(stopped, input.view)]
  }

  /// Who may not be backstage leaves.
  private mutating func dropListeners(_ cid: String, at now: Int64) {
    guard let call = calls[cid] else { return }
    let staying = Set(
      call.running?.connected.filter { participant in
        let caller = StreamCaller.user(participant.userID, .init(cids: [cid], role: participant.role))
        return !participant.isAnonymous
          && permissions(of: caller, in: call, type: call.type).contains("join-backstage")
      }.map(\.id) ?? [])
    disconnect(from: cid, at: now, reason: LeaveReason.liveEnded.rawValue) { !staying.contains($0.id) }
  }

  mutating func endCall(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let call = try call(input, requiring: "end-call")
    end(call.cid, by: input.caller.userID, at: input.now)
    return [:]
  }

  mutating func deleteCall(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    let call = try call(input, requiring: "delete-call")
    endSession(call.cid, at: input.now)
    let last = try self.call(call.cid)
    emitCall("call.deleted", last, at: input.now)
    calls[call.cid] = nil
    timed.remove(call.cid)
    return ["call": document(last, input.view), "task_id": input.flag("hard") ? .string(finishTask(call.cid)) : .null]
  }

  private mutating func finishTask(_ cid: String) -> String {
    let id = identifiers.uuid()
    tasks[id] = .object([cid: ["status": "ok"]])
    return id
  }

  /// The answer most call routes share.
  func stateDocument(_ call: StreamCall, _ input: StreamInput, _ limit: Int? = nil) -> JSONObject {
    let limit = limit ?? input["members_limit"]?.integerValue.map(Int.init) ?? 25
    var answer: JSONObject = [
      "call": document(call, input.view), "members": documents(call.members, input.view, limit: limit),
      "own_capabilities": .strings(capabilities(of: input.caller, in: call)),
    ]
    if input.view == .client, let id = input.caller.userID {
      answer["membership"] = call.member(id).map { document($0, input.view) } ?? .null
    }
    return answer
  }

  private func limit(_ input: StreamInput) throws(StreamRefusal) -> Int? {
    try input.count("members_limit", within: 0...100)
  }
}
