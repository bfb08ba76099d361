import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import Synchronization

/// `/_mock/sockets[/{act}]`: who is connected to the signalling, and what befalls them; `/_mock/ice-cipher`: what ICE
/// servers are hidden with.
extension VideoSDKMock {
  /// nil for a path that is none of these.
  func signallingControl(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer? {
    if request.path == ["ice-cipher"] { return try changeCipher(request) }
    guard request.path.first == "sockets", request.path.count <= 2 else { return nil }
    try request.allowQuery(["tenant"])
    guard request.path.count == 2 else {
      try request.allow(["GET"])
      let done = try withTenant(request.query["tenant"]) { $0.peerDocuments }
      return MockAnswer(HTTPResponse(json: ["items": done.value]), events: done.events)
    }
    try request.allow(["POST"])
    let done = try withTenant(request.query["tenant"]) { tenant throws(ControlRefusal) in
      try tenant.befall(request.path[1], request.body)
    }
    return MockAnswer(HTTPResponse(status: 204), events: done.events)
  }

  private func changeCipher(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer {
    try request.allow(["POST"])
    try request.allowQuery([])
    let fields = try ControlFields(request.body, allowed: ["key", "vector"])
    let key = try bytes(fields, "key", count: 32)
    let vector = try bytes(fields, "vector", count: 16)
    if let cipher = try? VideoSDKIceCipher(key: key, vector: vector) { iceCipher.withLock { $0 = cipher } }
    return MockAnswer(HTTPResponse(status: 204))
  }

  private func bytes(_ fields: ControlFields, _ name: String, count: Int) throws(ControlRefusal) -> [UInt8] {
    guard let bytes = Hex.decode(try fields.required(name, fields.string(name))), bytes.count == count else {
      throw ControlRefusal("must be \(count) bytes in hexadecimal", field: name)
    }
    return bytes
  }
}

extension VideoSDKTenant {
  fileprivate var peerDocuments: JSON {
    .array(
      signalling.peers.values.sorted { ($0.roomID, $0.peerID, $0.id) < ($1.roomID, $1.peerID, $1.id) }.map { peer in
        [
          "connection": .string(peer.id), "room_id": .string(peer.roomID), "participant_id": .string(peer.peerID),
          "name": .string(peer.name), "stage": .string(peer.stage.rawValue), "mode": .string(peer.mode.rawValue),
          "peer_type": .string(peer.peerType.rawValue), "topics": .strings(peer.topics.sorted()),
          "keys": .strings(peer.watchedKeys.sorted()), "transports": .int(peer.transports.count),
          "publishes": .strings(peer.producers.values.map(\.media.rawValue).sorted()),
          "receives": .strings(peer.consumers.values.map { "\($0.peerID).\($0.media.rawValue)" }.sorted()),
          "unanswered": .strings(peer.questions.sorted { $0.key < $1.key }.map(\.value.method).sorted()),
        ]
      })
  }

  fileprivate mutating func befall(_ act: String, _ body: JSONObject) throws(ControlRefusal) {
    switch act {
    case "close":
      let fields = try fields(body, "code", "reason")
      let code = try fields.int("code", minimum: 1000) ?? 1011
      guard let code = UInt16(exactly: code) else { throw ControlRefusal("must be a close code", field: "code") }
      let reason = try fields.string("reason") ?? ""
      for peer in try named(fields) { peer.queue.close(code, reason) }
    case "drop": for peer in try named(try fields(body)) { peer.queue.drop() }
    case "silence":
      let fields = try fields(body, "on")
      let isSilent = try fields.bool("on") ?? true
      for peer in try named(fields) { peer.queue.isSilent = isSilent }
    case "send":
      let fields = try fields(body, "text")
      let text = try fields.required("text", fields.string("text"))
      for peer in try named(fields) { peer.queue.send(text) }
    case "ask":
      let fields = try fields(body, "method", "data")
      let method = try fields.required("method", fields.string("method"))
      let data = try fields.object("data") ?? [:]
      for peer in try named(fields) { ask(peer.id, .other(method: method), data) }
    default: throw ControlRefusal(404, "no such control route")
    }
  }

  private func fields(_ body: JSONObject, _ names: String...) throws(ControlRefusal) -> ControlFields {
    try ControlFields(body, allowed: names + ["room_id", "participant_id"])
  }

  /// All connections, or those of a room or a participant.
  private func named(_ fields: ControlFields) throws(ControlRefusal) -> [VideoSDKPeer] {
    let (room, participant) = (try fields.string("room_id"), try fields.string("participant_id"))
    let found = signalling.peers.values.filter { peer in
      (room ?? peer.roomID) == peer.roomID && (participant ?? peer.peerID) == peer.peerID
    }
    if participant != nil, found.isEmpty {
      throw ControlRefusal(404, "no such participant is connected", field: "participant_id")
    }
    return found.sorted { $0.id < $1.id }
  }
}
