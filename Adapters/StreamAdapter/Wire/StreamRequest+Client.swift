import AdapterKit
import JSONCoding
import MeetingCore

/// What one person's client asks for, and nobody else does.
extension StreamRequest {
  /// The same request; the calls in its answer are watched by a connection from then on.
  func watching(over connection: String) -> Self {
    var request = self
    request.query.append(("connection_id", connection))
    return request
  }

  static func guest(_ user: JSONObject) -> Self {
    Self(
      operation: "CreateGuest", method: "POST", path: ["video", "guest"], body: ["user": .object(user)],
      readsAnswer: true)
  }

  /// Whether members are rung for or told of a call.
  static func getOrCreate(_ address: CallAddress, _ data: JSON, members: Int, ring: Bool, notify: Bool) -> Self {
    var request = getOrCreate(address, data)
    request.body = .object(
      .present([
        "data": data, "members_limit": .integer(Int64(members)), "ring": ring ? true : nil,
        "notify": notify ? true : nil,
      ]))
    return request
  }

  static func get(_ address: CallAddress, members: Int) -> Self {
    var request = get(address)
    request.query = [("members_limit", String(members))]
    return request
  }

  /// `data` is for a call that is to be made; `location` tells the service which media servers are near.
  static func join(_ address: CallAddress, data: JSON?, members: Int, ring: Bool, notify: Bool, location: String)
    -> Self
  {
    let body = JSONObject.present([
      "location": .string(location), "create": .bool(data != nil), "data": data,
      "members_limit": .integer(Int64(members)), "ring": ring ? true : nil, "notify": notify ? true : nil,
    ])
    var request = call("JoinCall", "POST", address, ["join"], body: .object(body))
    request.isCreate = true
    request.readsAnswer = true
    return request
  }

  static func goLive(_ address: CallAddress, _ options: JSONObject) -> Self {
    reading(call("GoLive", "POST", address, ["go_live"], body: .object(options)))
  }

  static func stopLive(_ address: CallAddress, _ options: JSONObject) -> Self {
    reading(call("StopLive", "POST", address, ["stop_live"], body: .object(options)))
  }

  static func end(_ address: CallAddress) -> Self { call("EndCall", "POST", address, ["mark_ended"]) }

  static func update(_ address: CallAddress, _ changes: JSONObject) -> Self {
    reading(call("UpdateCall", "PATCH", address, body: .object(changes)))
  }

  static func queryCalls(
    filter: JSON, sort: [JSON], limit: Int, next: String?, previous: String?, watch: Bool
  ) -> Self {
    let body = JSONObject.present([
      "filter_conditions": filter, "sort": sort.isEmpty ? nil : .array(sort), "limit": .integer(Int64(limit)),
      "next": next.map(JSON.string), "prev": previous.map(JSON.string), "watch": watch ? true : nil,
    ])
    return Self(
      operation: "QueryCalls", method: "POST", path: ["video", "calls"], body: .object(body), readsAnswer: true)
  }

  static func queryMembers(_ address: CallAddress, filter: JSON, sort: [JSON], limit: Int, next: String?) -> Self {
    let body = JSONObject.present([
      "type": .string(address.type), "id": .string(address.id), "filter_conditions": filter,
      "sort": sort.isEmpty ? nil : .array(sort), "limit": .integer(Int64(limit)), "next": next.map(JSON.string),
    ])
    return Self(
      operation: "QueryCallMembers", method: "POST", path: ["video", "call", "members"], body: .object(body),
      readsAnswer: true)
  }

  static func startCaptions(_ address: CallAddress, language: String?) -> Self {
    call(
      "StartClosedCaptions", "POST", address, ["start_closed_captions"],
      body: .object(.present(["language": language.map(JSON.string)])))
  }

  static func stopCaptions(_ address: CallAddress) -> Self {
    call("StopClosedCaptions", "POST", address, ["stop_closed_captions"], body: [:])
  }

  private static func reading(_ request: Self) -> Self {
    var request = request
    request.readsAnswer = true
    return request
  }
}
