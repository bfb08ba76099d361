import HTTPTypes
import JSONCoding
package import MockKit

extension VideoSDKMock {
  /// `/_mock/rooms/{room}/…` and `/_mock/keys/rotate`; `{room}` is any of a room's three names, `?tenant=` picks the account.
  package func control(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer? {
    if let answer = try signallingControl(request) { return answer }
    if request.path == ["keys", "rotate"] { return try rotate(request) }
    guard request.path.count >= 3, request.path[0] == "rooms" else { return nil }
    try request.allowQuery(["tenant", "reason"])
    let now = now
    let done = try withTenant(request.query["tenant"]) { tenant throws(ControlRefusal) in
      guard let room = tenant.room(named: request.path[1]) else { throw ControlRefusal(404, "no such room") }
      return try tenant.control(request, room.roomID, at: now)
    }
    return done.value.map { MockAnswer($0, events: done.events) }
  }

  private func rotate(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer {
    try request.allow(["POST"])
    try request.allowQuery([])
    _ = try ControlFields(request.body, allowed: [])
    signature.rotate()
    return MockAnswer(HTTPResponse(json: ["publicKey": .string(signature.publicKey)]))
  }
}
