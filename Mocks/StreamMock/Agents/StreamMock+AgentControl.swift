import HTTPTypes
import JSONCoding
import MockKit
import Synchronization

/// What tests have agents do: `/_mock/agents` for the bridge itself, `/_mock/rooms/{type:id}/agents[/{user}[/{act}]]`.
extension StreamMock {
  func agentControl(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer? {
    if request.path == ["agents"] { return try setBridge(request) }
    guard request.path.count >= 3, request.path[0] == "rooms", request.path[2] == "agents" else { return nil }
    try request.allowQuery(["tenant"])
    let agents = bridges.agents(in: request.path[1], of: request.query["tenant"] ?? configuration.accounts[0].apiKey)
    if request.path.count == 3 {
      try request.allow(["GET"])
      return MockAnswer(HTTPResponse(json: ["items": .array(agents.map(\.document))]))
    }
    guard let agent = agents.last(where: { $0.userID == request.path[3] }) else {
      throw ControlRefusal(404, "no such agent is connected")
    }
    if request.path.count == 4 {
      try request.allow(["GET"])
      return MockAnswer(HTTPResponse(json: agent.document))
    }
    guard request.path.count == 5 else { return nil }
    try request.allow(["POST"])
    let answer = try perform(request.path[4], agent, request.body)
    listen(to: agent)
    return MockAnswer(answer)
  }

  private func setBridge(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer {
    try request.allow(["POST"])
    try request.allowQuery([])
    let fields = try ControlFields(request.body, allowed: ["mode", "events"])
    let mode = try choice("mode", fields, AgentBridgeMode.init, AgentBridgeMode.allCases.map(\.rawValue))
    let dialect = try choice("events", fields, AgentDialect.init, AgentDialect.allCases.map(\.rawValue))
    bridges.set(mode, dialect)
    return MockAnswer(
      HTTPResponse(json: ["mode": .string(bridges.mode.rawValue), "events": .string(bridges.dialect.rawValue)]))
  }

  private func choice<Value>(
    _ name: String, _ fields: ControlFields, _ make: (String) -> Value?, _ known: [String]
  ) throws(ControlRefusal) -> Value? {
    guard let text = try fields.string(name) else { return nil }
    guard let value = make(text) else {
      throw ControlRefusal("must be one of \(known.joined(separator: ", "))", field: name)
    }
    return value
  }

  private func perform(_ act: String, _ agent: AgentBridge, _ body: JSONObject) throws(ControlRefusal) -> HTTPResponse {
    switch act {
    case "say": try say(agent, body)
    case "hear": try hear(agent, body)
    case "call": return try call(agent, body)
    case "script":
      let fields = try ControlFields(body, allowed: ["replies"])
      let replies = try fields.required("replies", fields.strings("replies"))
      agent.act { model in
        model.replies += replies
        return []
      }
    case "finish":
      _ = try ControlFields(body, allowed: [])
      agent.act { $0.finish() }
    case "fail": try fail(agent, body)
    case "close": try close(agent, body)
    default: throw ControlRefusal(404, "no such control route")
    }
    return HTTPResponse(status: 204)
  }

  private func say(_ agent: AgentBridge, _ body: JSONObject) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["text", "finish"])
    let text = try fields.required("text", fields.string("text"))
    let isWhole = try fields.bool("finish") ?? true
    agent.act { isWhole ? $0.say(text) : $0.begin(text) }
  }

  private func hear(_ agent: AgentBridge, _ body: JSONObject) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["text"])
    let text = try fields.required("text", fields.string("text"))
    agent.act { $0.listen(to: text) }
  }

  private func call(_ agent: AgentBridge, _ body: JSONObject) throws(ControlRefusal) -> HTTPResponse {
    let fields = try ControlFields(body, allowed: ["name", "arguments"])
    let name = try fields.required("name", fields.string("name"))
    // A model may write arguments that are no JSON.
    let arguments = fields["arguments"].map { $0.stringValue ?? $0.text() } ?? "{}"
    let id = agent.act { model -> (String?, [JSON]) in
      guard let (id, frames) = model.call(name, arguments) else { return (nil, []) }
      return (id, frames)
    }
    guard let id else { throw ControlRefusal(409, "the session has no such tool", field: "name") }
    return HTTPResponse(json: ["call_id": .string(id)])
  }

  private func fail(_ agent: AgentBridge, _ body: JSONObject) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["shape", "code", "message", "close"])
    let (code, message) = (try fields.string("code") ?? "42", try fields.string("message") ?? "Error:  code ")
    switch try fields.string("shape") ?? "server_error" {
    case "server_error":
      agent.send(["type": "server_error", "code": .string(code), "message": .string(message)])
    case "error": agent.act { [$0.objection(code, message, nil)] }
    default: throw ControlRefusal("must be server_error or error", field: "shape")
    }
    if try fields.bool("close") ?? false { agent.close(1011, "server error") }
  }

  private func close(_ agent: AgentBridge, _ body: JSONObject) throws(ControlRefusal) {
    let fields = try ControlFields(body, allowed: ["code", "reason"])
    let code = try fields.int("code", minimum: 1000) ?? 1000
    guard code < 5000 else { throw ControlRefusal("must be below 5000", field: "code") }
    agent.close(UInt16(code), try fields.string("reason") ?? "")
  }
}
