import HTTPTypes
import JSONCoding

extension ControlPlane {
  func webhooks(_ request: ControlRequest) throws(ControlRefusal) -> HTTPResponse {
    switch (request.path.count, request.path.dropFirst().first) {
    case (1, _): return try targets(request)
    case (2, "next"): return try mutate(request)
    case (2, "deliveries"): return try deliveries(request)
    case (4, "deliveries") where request.path[3] == "redeliver":
      try request.allow(["POST"])
      return try redeliver(request.path[2])
    default: throw ControlRefusal(404, "no such control route")
    }
  }

  private func targets(_ request: ControlRequest) throws(ControlRefusal) -> HTTPResponse {
    try request.allow(["POST", "GET", "DELETE"])
    try request.allowQuery([])
    switch request.method {
    case "POST": return HTTPResponse(json: try engine.vendor.addWebhook(WebhookTarget(request.body)), status: 201)
    case "GET": return HTTPResponse(json: ["items": engine.vendor.webhooks])
    default:
      engine.vendor.removeWebhooks()
      return HTTPResponse(status: 204)
    }
  }

  private func mutate(_ request: ControlRequest) throws(ControlRefusal) -> HTTPResponse {
    try request.allow(["POST", "DELETE"])
    if request.method == "DELETE" {
      engine.webhooks.clearMutations()
      return HTTPResponse(status: 204)
    }
    let fields = try ControlFields(request.body, allowed: ["mutation", "times", "delay_ms"])
    let name = try fields.required("mutation", fields.string("mutation"))
    guard let mutation = WebhookMutation(rawValue: name) else {
      throw ControlRefusal("unknown mutation", field: "mutation")
    }
    let delay = try fields.int("delay_ms")
    guard (mutation == .delay) == (delay != nil) else {
      throw ControlRefusal("belongs to the mutation delay, which needs it", field: "delay_ms")
    }
    engine.webhooks.mutateNext(
      mutation, times: try fields.int("times", minimum: 1) ?? 1, delayMilliseconds: delay ?? 0)
    return HTTPResponse(status: 204)
  }

  private func deliveries(_ request: ControlRequest) throws(ControlRefusal) -> HTTPResponse {
    try request.allow(["GET"])
    try request.allowQuery(["type", "state", "limit"])
    let (type, state) = (request.query["type"], request.query["state"])
    let found = engine.webhooks.deliveries.filter {
      (type == nil || type == $0.type) && (state == nil || state == $0.state.rawValue)
    }
    let page = found.suffix(try request.count("limit") ?? 1000)
    return HTTPResponse(json: ["items": .array(page.map(\.json))])
  }

  private func redeliver(_ id: String) throws(ControlRefusal) -> HTTPResponse {
    guard engine.webhooks.redeliver(id: id) else { throw ControlRefusal(404, "no such delivery") }
    return HTTPResponse(status: 202)
  }
}
