import HTTPClient
import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing
import WebSocket

@Suite(.sharedDemo)
struct EventSocketTests {
  /// Runs `body` with a client for WebSockets.
  private func connecting(_ body: (WebSocketClient) async throws -> Void) async throws {
    let (client, loop) = (HTTPClient(), try WebSocketLoop())
    let result: Result<Void, any Error>
    do { result = .success(try await body(WebSocketClient(opener: client, loop: loop))) } catch {
      result = .failure(error)
    }
    await loop.stop()
    await client.shutdown()
    try result.get()
  }

  private func frame(_ socket: WebSocketConnection) async throws -> JSON {
    guard let message = await socket.receive() else { throw Failure("the socket has ended: \(socket.closure as Any)") }
    return try JSON.parse(message.bytes, mode: .strict)
  }

  /// As a page does that cannot set a header field.
  @Test func aPageFollowsItsRoomWithTheTokenInItsFirstFrame() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let token = try await demo.api.post(
      "/v1/rooms/\(room)/client-tokens", ["person": ["external_id": "leo"], "role": "listener"]
    ).string("token")
    try await connecting { client in
      let socket = try await client.connect("\(demo.api.url)/v1/events/ws?types=participant.*")
      let hello: JSON = ["type": "auth", "token": .string(token)]
      await socket.send(WebSocketMessage(hello.text()))
      #expect(try await frame(socket)["type"] == "ready")
      try await demo.enters("mia", room)
      var joined = try await frame(socket)
      while joined["type"] == "ping" { joined = try await frame(socket) }
      #expect(joined["event"]?["type"] == "participant.joined")
      let page = try await demo.api.get("/v1/rooms/\(room)/events?types=participant.joined")
      #expect(page.items.last == joined["event"])
      try await demo.api.post("/v1/rooms/\(room)/end")
      while await socket.receive() != nil {}
      #expect(socket.closure?.code == 1000)
    }
  }

  /// Nobody can post to this gateway: it listens, and says goodbye to those who listen to it.
  @Test func aGatewayHearsOfItsRoomsOverAConnectionAlsoAfterItDied() async throws {
    let served = try await Served.start(logLevel: "info", options: ["events": "socket"])
    let key = try await served.key()
    let api = served.caller(key)
    let room = try await api.post("/v1/rooms", ["kind": "meeting", "host": ["external_id": "nadia"]]).string("id")
    func enters(_ person: String) async throws {
      let token = try await api.post("/v1/rooms/\(room)/join-tokens", ["person": ["external_id": .string(person)]])
      try await served.vendor.post(
        "/_mock/rooms/default%3A\(room)/participants", ["token": .string(token.string("token"))])
    }
    func sources() async throws -> [String] {
      try await api.get("/v1/rooms/\(room)/events?types=participant.joined").items
        .compactMap { $0["source"]?.stringValue }
    }
    func isWatched() async throws -> Bool {
      try await served.vendor.get("/_mock/sockets").items.contains {
        $0["watching"]?.arrayValue == [.string("default:\(room)")]
      }
    }
    #expect(try await eventually(within: .seconds(20)) { try await isWatched() })
    // A room that is newly watched is read once, which may be what finds the first.
    for (count, person) in ["ana", "bo"].enumerated() {
      try await enters(person)
      #expect(try await eventually(within: .seconds(10)) { try await sources().count == count + 1 })
    }
    #expect(try await sources().last == "socket")

    await served.killGateway()
    #expect(try await eventually(within: .seconds(10)) { try await !isWatched() })
    try await served.startGateway()
    // The one that died had a lease, which has to run out first.
    #expect(try await eventually(within: .seconds(60)) { try await isWatched() })
    for (count, person) in ["cy", "di"].enumerated() {
      try await enters(person)
      #expect(try await eventually(within: .seconds(10)) { try await sources().count == count + 3 })
    }
    #expect(try await sources().last == "socket")
    try await connecting { client in
      let socket = try await client.connect("\(served.url)/v1/events/ws", fields: ["Authorization": "Bearer \(key)"])
      #expect(try await frame(socket)["type"] == "ready")
      let end = await served.stop()
      #expect(end.gateway == 0)
      while await socket.receive() != nil {}
      #expect(socket.closure?.code == 1001)
    }
  }
}
