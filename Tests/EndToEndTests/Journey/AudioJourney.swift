import JSONCoding
import ProgramTesting

/// An audio room from its making to its end: a host, a speaker, and a listener who asks to speak, may, is muted, may not any
/// more and is thrown out. Every request to the gateway is the same, whoever the vendor is.
final class AudioJourney {
  private(set) var answers: [JourneyAnswer] = []
  private(set) var room: JSON = .null
  private let demo: Demo
  private let vendor: JourneyVendor
  private let provider: String

  init(_ demo: Demo, _ provider: String) {
    (self.demo, self.provider) = (demo, provider)
    vendor = JourneyVendor(demo: demo, provider: provider)
  }

  func answer(_ step: String) throws -> Reply {
    guard let answer = answers.last(where: { $0.step == step }) else { throw Failure("\(step) was not reached") }
    return answer.reply
  }

  func run() async throws {
    try await opens()
    let leo = try await fills()
    try await listens(leo)
    try await speaks(leo)
    try await isSilenced(leo)
    try await turnsDown()
    try await ends()
  }

  // MARK: The way

  private func opens() async throws {
    room = try await keep(
      "create",
      demo.api.post(
        "/v1/rooms",
        [
          "kind": "audio_room", "provider": .string(provider), "title": "Evening jazz",
          "host": ["external_id": "nadia", "name": "Nadia"],
          "members": [["person": ["external_id": "sam"], "role": "speaker"]],
        ])
    ).json
    try await post("early token", "/join-tokens", person("leo"))
    _ = try await vendor.enters(try await post("host's token", "/join-tokens", person("nadia")).json, room)
    try await post("go live", "/go-live")
  }

  private func fills() async throws -> String {
    _ = try await vendor.enters(try await post("speaker's token", "/join-tokens", person("sam")).json, room)
    let leo = try await vendor.enters(try await post("listener's token", "/join-tokens", person("leo")).json, room)
    _ = try await eventually { try await get("/participants").items.count == 3 }
    try await keep("room", get(""))
    return leo
  }

  private func listens(_ leo: String) async throws {
    try await expect("a listener's microphone", 403, vendor.switchesMicrophone(true, leo, room))
    // What comes over the gateway's own seat is heard once it is there.
    try await until("the hand is heard") {
      if try await pending().isEmpty { try await vendor.raisesHand("leo", room) }
      return try await eventually(within: .seconds(1)) { try await pending().count == 1 }
    }
    try await keep("hands", get("/permission-requests?state=pending"))
  }

  private func speaks(_ leo: String) async throws {
    let hand = try answer("hands").string("items", "0", "id")
    try await settled("grant", post("grant", "/permission-requests/\(hand)/grant"))
    try await until("the hand is granted") {
      try await get("/permission-requests?state=closed").items.first?["state"] == "granted"
    }
    try await keep("decided hands", get("/permission-requests?state=closed"))
    try await keep("permissions", get("/permissions/leo"))
    try await expect("a speaker's microphone", 200, vendor.switchesMicrophone(true, leo, room))
    try await until("leo may speak") { try await participant("leo")?["permissions"] == ["send_audio"] }
  }

  private func isSilenced(_ leo: String) async throws {
    try await settled("mute", post("mute", "/people/leo/mute", ["tracks": ["audio"]]))
    try await until("leo is silent") { try await !vendor.isOn(leo, room) }
    let taken = try await demo.api.patch(path("/permissions/leo"), ["send_audio": false])
    try await settled("revoke", keep("revoke", taken))
    try await expect("a microphone that was taken", 403, vendor.switchesMicrophone(true, leo, room))
    try await keep("permissions taken", get("/permissions/leo"))
  }

  private func turnsDown() async throws {
    _ = try await vendor.enters(try await post("mia's token", "/join-tokens", person("mia")).json, room)
    try await until("mia is in") { try await participant("mia")?["connection"] == "connected" }
    let hand = try await post(
      "raise", "/permission-requests",
      [
        "person": ["external_id": "mia"], "permissions": ["send_audio"],
      ])
    try await post("reject", "/permission-requests/\(hand.string("id"))/reject")
    try await settled("remove", post("remove", "/people/leo/remove"))
    try await until("leo is gone") { try await get("/participants").items.count == 3 }
    try await settled("role", keep("role", demo.api.patch(path("/people/mia"), ["role": "speaker"])))
  }

  private func ends() async throws {
    try await settled("end", post("end", "/end"))
    try await until("the room is over") { try await get("")["state"] == "ended" }
    try await keep("ended room", get(""))
    try await post("late token", "/join-tokens", person("leo"))
  }

  // MARK: Steps

  @discardableResult
  private func keep(_ step: String, _ reply: Reply) -> Reply {
    answers.append(JourneyAnswer(step: step, reply: reply))
    return reply
  }

  @discardableResult
  private func post(_ step: String, _ path: String, _ body: JSON? = nil) async throws -> Reply {
    keep(step, try await demo.api.post(self.path(path), body))
  }

  /// What the operation of an answer comes to, where it has one.
  private func settled(_ step: String, _ reply: Reply) async throws {
    guard let operation = reply["operation"]?.stringValue else { return }
    try await until("\(step) is over") {
      try await demo.api.get("/v1/operations/\(operation)")["state"] != "pending"
    }
    let state = try await demo.api.get("/v1/operations/\(operation)")["state"]
    guard state == "succeeded" else { throw Failure("\(step): \(state?.text() ?? "")") }
  }

  private func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    guard try await eventually(within: .seconds(20), condition) else { throw Failure("in vain: \(what)") }
  }

  private func expect(_ what: String, _ wanted: Int, _ status: Int) throws {
    guard status == wanted else { throw Failure("\(what): \(status) instead of \(wanted)") }
  }

  private func person(_ id: String) -> JSON { ["person": ["external_id": .string(id)]] }

  private func path(_ rest: String) -> String { "/v1/rooms/\(room["id"]?.stringValue ?? "")\(rest)" }

  private func get(_ rest: String) async throws -> Reply { try await demo.api.get(path(rest)) }

  private func pending() async throws -> [JSON] { try await get("/permission-requests?state=pending").items }

  private func participant(_ id: String) async throws -> JSON? {
    try await get("/participants").items.first { $0["person", "external_id"]?.stringValue == id }
  }

  func events() async throws -> [JSON] { try await demo.events(room["id"]?.stringValue ?? "") }
}
