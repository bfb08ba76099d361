import HTTPTypes
import JSONCoding
import MockKit

extension StreamTenant {
  func appDocument(_ view: StreamView) -> JSON {
    [
      "id": 1, "name": "mock", "use_hook_v2": true, "event_hooks": .array(app.eventHooks.map(JSON.object)),
      "webhook_url": "", "webhook_events": [], "disable_auth_checks": false, "disable_permissions_checks": false,
      "guest_user_creation_disabled": .bool(app.guestsDisabled), "suspended": false,
    ]
  }

  /// The list of hooks replaces the one before.
  mutating func updateApp(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    if let guests = input["guest_user_creation_disabled"]?.boolValue { app.guestsDisabled = guests }
    guard let hooks = input["event_hooks"] else { return [:] }
    guard let items = hooks.arrayValue else {
      throw .input("event_hooks must be a list", fields: ["event_hooks": "has the wrong type"])
    }
    var kept: [JSONObject] = []
    for item in items { kept.append(try hook(item, at: input)) }
    app.eventHooks = kept
    return [:]
  }

  private mutating func hook(_ item: JSON, at input: StreamInput) throws(StreamRefusal) -> JSONObject {
    guard var hook = item.objectValue, let type = hook["hook_type"]?.stringValue,
      ["webhook", "sqs", "sns"].contains(type)
    else { throw .input("hook_type must be webhook, sqs or sns", fields: ["event_hooks": "is not valid"]) }
    if type == "webhook", hook["webhook_url"]?.stringValue?.hasPrefix("http") != true {
      throw .input("webhook_url must be a URL", fields: ["event_hooks": "is not valid"])
    }
    if hook["id"]?.stringValue?.isEmpty != false { hook["id"] = .string(identifiers.uuid()) }
    if hook["created_at"]?.isNull != false { hook["created_at"] = input.view.time(input.now) }
    hook["updated_at"] = input.view.time(input.now)
    return hook
  }

  func rateLimits(_ input: StreamInput) -> JSONObject {
    let names = input.query["endpoints"]?.split(separator: ",").map(String.init)
    let platforms = ["server_side", "android", "ios", "web", "unity"]
    let asked = platforms.filter { input.query[$0] == "true" }
    var answer = JSONObject()
    for platform in asked.isEmpty ? platforms : asked {
      var limits = JSONObject()
      for name in names ?? StreamOperation.allCases.map(\.rawValue) {
        let standing = limiter.standing(name, platform: platform, now: input.now)
        limits[name] = [
          "limit": .int(standing.limit), "remaining": .int(standing.remaining), "reset": .integer(standing.reset),
        ]
      }
      answer[platform] = .object(limits)
    }
    return answer
  }

  func task(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    guard let result = tasks[input.id] else { throw .missing("Can't find task with id \(input.id)") }
    return [
      "task_id": .string(input.id), "status": "completed", "result": result, "error": .null,
      "created_at": input.view.time(input.now), "updated_at": input.view.time(input.now),
    ]
  }

  func edges() -> JSONObject {
    [
      "edges": [
        [
          "id": "mock-edge", "continent_code": "EU", "country_iso_code": "NL", "subdivision_iso_code": "NH",
          "latency_test_url": "https://mock-edge.stream-io-video.com/", "latitude": 52.37, "longitude": 4.9,
          "green": 40,
          "yellow": 80, "red": 120,
        ]
      ]
    ]
  }
}
