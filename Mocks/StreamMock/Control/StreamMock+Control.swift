import HTTPTypes
import JSONCoding
package import MockKit

extension StreamMock {
  /// `/_mock/media`, `/_mock/rooms/{type:id}/participants[/{session}]` and `/_mock/rooms/{type:id}/permission-requests`, and
  /// `/_mock/rooms/{type:id}/egress-ready` and `…/egress-failed`; `?tenant=` picks the account.
  package func control(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer? {
    if let answer = try agentControl(request) { return answer }
    if let answer = try coordinatorControl(request) { return answer }
    if let answer = try mediaControl(request) { return answer }
    guard request.path.count >= 3, request.path[0] == "rooms" else { return nil }
    let (cid, now) = (request.path[1], now)
    switch (request.path.count, request.path[2]) {
    case (3, "participants"):
      try request.allow(["POST"])
      return try perform(request) { tenant throws(ControlRefusal) in
        HTTPResponse(json: try tenant.deviceJoins(cid, request.body, at: now), status: 201)
      }
    case (4, "participants"):
      try request.allow(["PATCH", "DELETE"])
      return try perform(request) { tenant throws(ControlRefusal) in
        try tenant.device(request.path[3], in: cid, request, at: now)
      }
    case (3, "permission-requests"):
      try request.allow(["POST"])
      return try perform(request) { tenant throws(ControlRefusal) in
        try tenant.deviceAsks(cid, request.body, at: now)
        return HTTPResponse(status: 204)
      }
    case (3, "captions"):
      try request.allow(["POST"])
      return try perform(request) { tenant throws(ControlRefusal) in
        try tenant.somebodySays(cid, request.body, at: now)
        return HTTPResponse(status: 204)
      }
    case (3, "egress-ready"), (3, "egress-failed"):
      try request.allow(["POST"])
      return try perform(request) { tenant throws(ControlRefusal) in
        try tenant.moveEgress(cid, request.body, fails: request.path[2] == "egress-failed", at: now)
        return HTTPResponse(status: 204)
      }
    default: return nil
    }
  }

  private func perform(
    _ request: ControlRequest, _ body: (inout StreamTenant) throws(ControlRefusal) -> HTTPResponse
  ) throws(ControlRefusal) -> MockAnswer {
    try request.allowQuery(["tenant", "reason"])
    return try withTenant(request.query["tenant"]) { tenant throws(ControlRefusal) in
      let response = try body(&tenant)
      return MockAnswer(response, events: tenant.takeEvents())
    }
  }
}
