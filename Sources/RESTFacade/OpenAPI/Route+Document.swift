import GatewayEngine
import JSONCoding
import MeetingCore

extension Route {
  /// The route's operation in the API document.
  var operation: JSON {
    var object = JSONObject()
    object["operationId"] = .string(document.id)
    object["tags"] = .array([.string(document.tag)])
    object["summary"] = .string(document.summary)
    if let access { object["description"] = .string(access.explanation) }
    object["parameters"] = .array(parameters)
    object["security"] = security
    if let body = requestBody { object["requestBody"] = body }
    object["responses"] = .object(responses)
    return .object(object)
  }

  /// A socket's credential may also come on the socket.
  private var security: JSON {
    guard access != nil else { return .array([]) }
    return isSocket ? .array([["bearer": .array([])], .object(JSONObject())]) : .array([["bearer": .array([])]])
  }

  private var parameters: [JSON] {
    let path: [JSON] = template.parameters.map { name in
      ["name": .string(name), "in": "path", "required": true, "schema": Self.pathSchema(name)]
    }
    var fields: [JSON] = []
    if isKeyed { fields.append(["$ref": "#/components/parameters/IdempotencyKey"]) }
    if access != nil { fields.append(["$ref": "#/components/parameters/OnBehalfOf"]) }
    if isSocket || document.successes.contains(where: { $0.type == "text/event-stream" }) {
      fields.append(["$ref": "#/components/parameters/LastEventID"])
    }
    if body == .sdpFragment { fields.append(["$ref": "#/components/parameters/IfMatch"]) }
    return path + query.map(\.document) + fields
  }

  private static func pathSchema(_ name: String) -> JSON {
    let own = [
      "room": "room_", "participant": "par_", "session": "ses_", "operation": "op_", "key": "key_", "request": "prq_",
      "agent": "agt_", "call": "cal_",
    ]
    if name == "external_id" { return Schema.externalID }
    return own[name].map(Schema.id) ?? ["type": "string", "minLength": 1]
  }

  private var requestBody: JSON? {
    switch body {
    case .ignored: return nil
    case .raw: return ["content": ["*/*": ["schema": ["type": "string"]]]]
    case .sdp, .sdpFragment:
      let type = body.mediaType ?? MediaType.sdp
      return ["required": true, "content": [type: ["schema": ["type": "string"]]]]
    case .optionalJSON, .requiredJSON:
      let schema = document.request.map(Schema.reference) ?? Schema.ownObject
      return [
        "required": .bool(body == .requiredJSON), "content": ["application/json": ["schema": schema]],
      ]
    }
  }

  private var responses: JSONObject {
    var responses = JSONObject()
    for success in document.successes {
      let name = String(success.status)
      responses[name] = merged(responses[name], success)
    }
    for status in problemStatuses {
      responses[String(status)] = ["$ref": .string("#/components/responses/Problem\(status)")]
    }
    return responses
  }

  /// A second success of the same status is another form of the same answer.
  private func merged(_ known: JSON?, _ success: RouteDocument.Success) -> JSON {
    var content = known?["content"]?.objectValue ?? JSONObject()
    if let schema = success.schema { content["application/json"] = ["schema": Schema.reference(schema)] }
    if let type = success.type { content[type] = JSON.object(JSONObject()) }
    var response = JSONObject()
    response["description"] = known?["description"] ?? .string(success.summary)
    var headers = JSONObject()
    headers["X-Request-Id"] = ["$ref": "#/components/headers/RequestId"]
    if toll != .none { for (name, header) in APIDocument.rateLimitHeaders { headers[name] = header } }
    response["headers"] = .object(headers)
    if !content.isEmpty { response["content"] = .object(content) }
    return .object(response)
  }

  /// The errors that callers must be ready for.
  private var problemStatuses: [Int] {
    var statuses = document.problems.union([400, 404, 405, 500, 503])
    if toll != .none { statuses.insert(429) }
    if access != nil { statuses.formUnion([401, 403]) }
    if template.text.hasPrefix("/v1/hooks/") { statuses.formUnion([401, 413, 415]) }
    if body.isJSON || body.mediaType != nil { statuses.formUnion([413, 415]) }
    if body == .sdp, method == .post { statuses.insert(406) }
    if body == .sdpFragment { statuses.formUnion([412, 428]) }
    if method.changesSomething, access != nil { statuses.formUnion([409, 413, 422, 502, 504]) }
    if document.successes.contains(where: { $0.type == "text/event-stream" }) { statuses.insert(406) }
    return statuses.sorted()
  }
}

extension Access {
  /// Who may call, in a sentence.
  fileprivate var explanation: String {
    let keys = "Keys with the scope " + scopes.map(\.rawValue).joined(separator: " or ")
    switch clients {
    case .nobody: return keys + "."
    case .everybodyInTheRoom: return keys + "; client tokens of the room."
    case .whoRunsTheRoom: return keys + "; client tokens of the room's hosts and co-hosts."
    }
  }
}
