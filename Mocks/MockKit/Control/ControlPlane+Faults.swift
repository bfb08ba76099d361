import HTTPTypes
import JSONCoding

extension ControlPlane {
  func faults(_ request: ControlRequest) throws(ControlRefusal) -> HTTPResponse {
    try request.allowQuery([])
    guard request.path.count > 1 else { return try allFaults(request) }
    guard request.path.count == 2 else { throw ControlRefusal(404, "no such control route") }
    try request.allow(["DELETE"])
    guard engine.faults.remove(id: request.path[1]) else { throw ControlRefusal(404, "no such fault") }
    return HTTPResponse(status: 204)
  }

  private func allFaults(_ request: ControlRequest) throws(ControlRefusal) -> HTTPResponse {
    try request.allow(["POST", "GET", "DELETE"])
    switch request.method {
    case "POST":
      return HTTPResponse(json: try engine.faults.add(request.body, wired: engine.relay != nil).json, status: 201)
    case "GET": return HTTPResponse(json: ["items": .array(engine.faults.rules.map(\.json))])
    default:
      engine.faults.removeAll()
      return HTTPResponse(status: 204)
    }
  }
}
