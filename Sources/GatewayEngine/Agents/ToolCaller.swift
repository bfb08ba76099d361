import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import StructuredLogging

/// Posts the calls of agents' tools to the integrator's server, signed, and gives back what the model is told.
struct ToolCaller: Sendable {
  /// What came of a call.
  struct Answer: Sendable {
    let output: String
    let status: AgentToolStatus
    let milliseconds: Int
  }

  /// More of an answer is a mistake of the tool's: a model reads every byte of it.
  private static let longestAnswer = 32 << 10

  let services: Services
  let transport: any HTTPTransport

  func call(_ call: AgentToolCall, of agent: Agent, in room: String) async -> Answer {
    let started = ContinuousClock.now
    func answer(_ status: AgentToolStatus, _ output: String) -> Answer {
      Answer(output: output, status: status, milliseconds: Int((ContinuousClock.now - started) / .milliseconds(1)))
    }
    guard let tool = agent.settings.tools.first(where: { $0.name.utf8.elementsEqual(call.name.utf8) }) else {
      return answer(.refused, Self.failure("there is no tool of this name"))
    }
    guard let request = request(call, tool, agent, room) else {
      return answer(.refused, Self.failure("the arguments are not a JSON object"))
    }
    do {
      let (status, output) = Self.read(try await transport.send(request))
      return answer(status, output)
    } catch {
      let (status, output) = Self.read(error)
      services.logger.warning(
        "a tool could not be called",
        ["agent": .string(agent.id), "tool": .string(call.name), "detail": .string(error.detail)])
      return answer(status, output)
    }
  }

  private func request(_ call: AgentToolCall, _ tool: AgentTool, _ agent: Agent, _ room: String) -> HTTPClientRequest? {
    let options = services.options.agents
    guard let signer = options.toolSigner, let arguments = try? JSON.parse(Array(call.arguments.utf8), mode: .strict),
      arguments.objectValue != nil
    else { return nil }
    let (id, now) = (services.identifiers.make("msg_"), services.time.wallNanoseconds)
    let document: JSON = [
      "type": "agent.tool_call", "timestamp": .string(RFC3339.format(now, fractionDigits: 3)),
      "data": [
        "room_id": .string(room), "agent_id": .string(agent.id), "person": ["external_id": .string(agent.identity)],
        "call_id": .string(call.id), "name": .string(call.name), "arguments": arguments,
      ],
    ]
    let (body, seconds) = (document.bytes(), now / 1_000_000_000)
    let fields: HTTPFields = [
      "Content-Type": "application/json", "Accept": "application/json", "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signer.signature(id: id, timestamp: seconds, body: body),
    ]
    let limit = options.toolLimit
    return HTTPClientRequest(
      method: "POST", url: tool.url, fields: fields, body: body,
      timeouts: HTTPTimeouts(connect: limit, firstByte: limit, idle: limit, total: limit),
      maximumResponseBytes: Self.longestAnswer)
  }

  /// What a tool answers goes to the model as it is: JSON or plain words.
  private static func read(_ response: HTTPClientResponse) -> (AgentToolStatus, String) {
    guard (200..<300).contains(response.status) else {
      return (.failed, failure("the tool answered with status \(response.status)"))
    }
    guard let text = String(validating: response.body, as: UTF8.self) else {
      return (.failed, failure("the tool's answer is no text"))
    }
    return (.succeeded, text.isEmpty ? "{}" : text)
  }

  private static func read(_ failure: HTTPClientFailure) -> (AgentToolStatus, String) {
    switch failure.reason {
    case .connectTimeout, .firstByteTimeout, .idleTimeout, .totalTimeout:
      (.timedOut, Self.failure("the tool did not answer in time"))
    case .targetNotAllowed: (.refused, Self.failure("the tool may not be reached"))
    case .tooLarge: (.failed, Self.failure("the tool's answer is too long"))
    default: (.failed, Self.failure("the tool cannot be reached"))
    }
  }

  static func failure(_ words: String) -> String { (["error": .string(words)] as JSON).text() }
}
