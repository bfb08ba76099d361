import Clocks
import HTTPTypes
import JSONCoding

extension ControlPlane {
  /// Moves a manual clock forward; everything due on the way has happened when the answer comes.
  func clock(_ request: ControlRequest) async throws(ControlRefusal) -> HTTPResponse {
    guard request.path.count == 1 else { throw ControlRefusal(404, "no such control route") }
    try request.allow(["POST", "GET"])
    if request.method == "POST" {
      try await advance(by: distance(ControlFields(request.body, allowed: ["advance_ms", "set"])))
    }
    let now = engine.time.wallNanoseconds
    return HTTPResponse(json: ["now": .string(RFC3339.format(now, fractionDigits: 9))])
  }

  private func advance(by distance: Int64) async throws(ControlRefusal) {
    guard let clock = engine.time as? ManualTime else { throw ControlRefusal(409, "the clock is the wall clock") }
    await clock.advance(by: .nanoseconds(distance))
    engine.runTimers()
  }

  private func distance(_ fields: ControlFields) throws(ControlRefusal) -> Int64 {
    let milliseconds = try fields.int("advance_ms")
    guard let text = try fields.string("set") else {
      return Int64(try fields.required("advance_ms", milliseconds)) * 1_000_000
    }
    guard milliseconds == nil else { throw ControlRefusal("give advance_ms or set, not both", field: "set") }
    guard let then = RFC3339.parse(text) else { throw ControlRefusal("must be an RFC 3339 time", field: "set") }
    let distance = then - engine.time.wallNanoseconds
    guard distance >= 0 else { throw ControlRefusal(409, "the clock does not go back", field: "set") }
    return distance
  }
}

extension MockEngine {
  var isManual: Bool { time is ManualTime }
}
