import Clocks
import HTTPTypes
import JSONCoding
package import MockKit

/// Control routes of the vendor's own: calls, sockets, options, and what befalls an account.
extension PolyMock {
  package func control(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer? {
    let now = now
    switch (request.path.count, request.path.first) {
    case (1, "options"): return try options(request)
    case (1...2, "sockets"): return try sockets(request)
    case (1...3, "calls"): return try calls(request, at: now)
    case (3, "sessions"): return try session(request, at: now)
    case (1, "agent"):
      try request.allow(["POST"])
      let fields = try ControlFields(request.body, allowed: ["replies"])
      let replies = try fields.required("replies", fields.strings("replies"))
      return done(work { $0.replies = replies }.events)
    case (1, "web-calling-token"): return try changeToken(request, at: now)
    case (1, "alerts"): return try alert(request, at: now)
    default: return nil
    }
  }

  private func done(_ events: [MockEvent]) -> MockAnswer { MockAnswer(HTTPResponse(status: 204), events: events) }

  // MARK: Options

  private func options(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer {
    try request.allow(["GET", "PATCH", "DELETE"])
    try request.allowQuery([])
    var options = request.method == "DELETE" ? configuration.options : look { $0.options }
    if request.method == "PATCH" {
      let fields = try ControlFields(request.body, allowed: PolyKnobs.all.map(\.name))
      for knob in PolyKnobs.all where request.body[knob.name] != nil { try knob.write(&options, fields) }
    }
    let changed = options
    if request.method != "GET" { _ = work { $0.options = changed } }
    var document = JSONObject()
    for knob in PolyKnobs.all { document[knob.name] = knob.read(options) }
    return MockAnswer(HTTPResponse(json: .object(document)))
  }

  // MARK: An account

  /// The web calling token is revoked, and whoever came in by it is told so; or it is good again.
  private func changeToken(_ request: ControlRequest, at now: Int64) throws(ControlRefusal) -> MockAnswer {
    try request.allow(["POST"])
    try request.allowQuery(["tenant"])
    let fields = try ControlFields(request.body, allowed: ["revoked"])
    let isRevoked = try fields.required("revoked", fields.bool("revoked"))
    let account = try account(named: request.query["tenant"])
    return done(
      work { model in
        guard isRevoked else {
          model.revoked.remove(account)
          return
        }
        model.revoked.insert(account)
        for call in model.calls.values where call.isLive && call.accountID == account {
          guard let line = call.line else { continue }
          model.leave(line, .close(code: 4001, reason: "auth revoked"), at: now)
        }
      }.events)
  }

  private func alert(_ request: ControlRequest, at now: Int64) throws(ControlRefusal) -> MockAnswer {
    try request.allow(["POST"])
    try request.allowQuery(["tenant"])
    let fields = try ControlFields(request.body, allowed: ["type", "data"])
    let type = try fields.string("type") ?? PolyModel.alerts[0]
    guard PolyModel.alerts.contains(type) else {
      throw ControlRefusal("must be one of \(PolyModel.alerts.joined(separator: ", "))", field: "type")
    }
    let data = try fields.object("data") ?? [:]
    let account = try account(named: request.query["tenant"])
    return done(work { $0.alert(type, data, account: account, at: now) }.events)
  }

  // MARK: Sockets

  private func sockets(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer {
    try request.allowQuery([])
    guard request.path.count == 2 else {
      try request.allow(["GET"])
      return MockAnswer(HTTPResponse(json: ["items": .array(look { $0.lineDocuments })]))
    }
    try request.allow(["POST"])
    let now = now
    let worked = try work { model throws(ControlRefusal) in
      try model.befall(request.path[1], request.body, at: now)
    }
    return done(worked.events)
  }

  // MARK: Messaging sessions

  private func session(_ request: ControlRequest, at now: Int64) throws(ControlRefusal) -> MockAnswer {
    try request.allow(["POST"])
    try request.allowQuery([])
    let worked = try work { model throws(ControlRefusal) in
      try model.befall(session: request.path[1], request.path[2], request.body, at: now)
    }
    return done(worked.events)
  }

  // MARK: Calls

  private func calls(_ request: ControlRequest, at now: Int64) throws(ControlRefusal) -> MockAnswer {
    try request.allowQuery(["after"])
    guard request.path.count > 1 else {
      try request.allow(["GET"])
      return MockAnswer(HTTPResponse(json: ["items": .array(look { $0.callDocuments })]))
    }
    let worked = try work { model throws(ControlRefusal) in
      guard let call = model.call(named: request.path[1]) else { throw ControlRefusal(404, "no such call") }
      guard request.path.count == 3 else {
        try request.allow(["GET"])
        return HTTPResponse(json: model.document(call)) as HTTPResponse?
      }
      return try model.control(call, request, at: now)
    }
    guard let response = worked.value else { throw ControlRefusal(404, "no such control route") }
    return MockAnswer(response, events: worked.events)
  }
}
