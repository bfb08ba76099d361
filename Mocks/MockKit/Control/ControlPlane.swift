import Clocks
import HTTPTypes
import JSONCoding

/// Answers everything below `/_mock`.
struct ControlPlane {
  let engine: MockEngine

  func answer(_ request: ControlRequest) async throws(ControlRefusal) -> HTTPResponse {
    switch request.path.first {
    case "journal": return try await journal(request)
    case "faults": return try faults(request)
    case "clock": return try await clock(request)
    case "webhooks": return try webhooks(request)
    case "health", "reset", "state", "provenance": return try single(request)
    default: return try vendor(request)
    }
  }

  private func single(_ request: ControlRequest) throws(ControlRefusal) -> HTTPResponse {
    guard request.path.count == 1 else { throw ControlRefusal(404, "no such control route") }
    let isReset = request.path[0] == "reset"
    try request.allow(isReset ? ["POST"] : ["GET"])
    try request.allowQuery([])
    switch request.path[0] {
    case "health": return HTTPResponse(json: health)
    case "state":
      engine.runTimers()
      return HTTPResponse(json: engine.vendor.state)
    case "provenance": return HTTPResponse(json: ["items": .array(engine.vendor.provenance.map(\.json))])
    default:
      _ = try ControlFields(request.body, allowed: [])
      reset()
      return HTTPResponse(status: 204)
    }
  }

  private var health: JSON {
    [
      "vendor": .string(engine.vendor.name), "version": .string(engine.vendor.version),
      "started_at": .string(RFC3339.format(engine.startedAt, fractionDigits: 9)),
      "clock": [
        "kind": .string(engine.isManual ? "manual" : "wall"),
        "now": .string(RFC3339.format(engine.time.wallNanoseconds, fractionDigits: 9)),
      ],
    ]
  }

  private func reset() {
    engine.webhooks.reset()
    engine.vendor.reset()
    engine.faults.removeAll()
    engine.journal.clear()
  }

  private func vendor(_ request: ControlRequest) throws(ControlRefusal) -> HTTPResponse {
    engine.runTimers()
    guard let answer = try engine.vendor.control(request) else { throw ControlRefusal(404, "no such control route") }
    engine.publish(answer.events)
    return answer.response
  }
}

extension ControlRequest {
  /// Refuses a method outside `methods`.
  package func allow(_ methods: [String]) throws(ControlRefusal) {
    guard methods.contains(method) else {
      throw ControlRefusal(405, "this route takes \(methods.joined(separator: ", "))")
    }
  }
}
