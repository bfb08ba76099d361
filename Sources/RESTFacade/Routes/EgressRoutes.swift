import GatewayEngine
import MeetingCore

/// What leaves a room: recordings, broadcasts, transcriptions.
struct EgressRoutes: Sendable {
  let gateway: Gateway

  var routes: [Route] { recordings + broadcasts + transcriptions }

  private var recordings: [Route] {
    [
      list(.recording, "listRecordings"),
      start(.recording, "startRecording", "Record the room", EgressRequests.recording),
      Route(
        .get, Self.path(of: .recording) + "/{recording}",
        document: RouteDocument(
          "getRecording", "egress", "Read a recording, with fresh addresses of its files",
          [.init(200, "The recording", "Recording")]),
        action: .authenticated(.reading(), read)),
      Route(
        .delete, Self.path(of: .recording) + "/{recording}",
        document: RouteDocument(
          "deleteRecording", "egress", "Delete a recording and its files", [.init(204, "Not there any more")]),
        action: .authenticated(.managing(), delete)),
      stop(.recording, "stopRecording"),
    ]
  }

  private var broadcasts: [Route] {
    [
      list(.broadcast, "listBroadcasts"),
      start(.broadcast, "startBroadcast", "Broadcast the room", EgressRequests.broadcast),
      stop(.broadcast, "stopBroadcast"),
    ]
  }

  private var transcriptions: [Route] {
    [
      list(.transcription, "listTranscriptions"),
      start(.transcription, "startTranscription", "Write down what is said", EgressRequests.transcription),
      stop(.transcription, "stopTranscription"),
    ]
  }

  private static func path(of sort: EgressSort) -> String { "/v1/rooms/{room}/\(sort.rawValue)s" }

  private static func schema(of sort: EgressSort) -> String {
    sort.rawValue.prefix(1).uppercased() + sort.rawValue.dropFirst()
  }

  private func list(_ sort: EgressSort, _ id: String) -> Route {
    Route(
      .get, Self.path(of: sort), query: [.limit, .cursor],
      document: RouteDocument(
        id, "egress", "List \(sort.rawValue)s", [.init(200, "Newest first", Self.schema(of: sort) + "Page")]),
      action: .authenticated(.reading()) { [gateway] call throws(GatewayError) in
        let room = try call.room
        return { () async throws(GatewayError) in
          let page = try await gateway.egresses(
            room, sort, limit: call.query.limit, cursor: call.query.cursor, caller: call.caller)
          return Answer.page(page) { $0.egress($1) }.unstored
        }
      })
  }

  private func start(
    _ sort: EgressSort, _ id: String, _ summary: String,
    _ body: @escaping @Sendable (Call) throws(GatewayError) -> StartEgress
  ) -> Route {
    let schema = Self.schema(of: sort)
    return Route(
      .post, Self.path(of: sort), body: sort == .broadcast ? .requiredJSON : .optionalJSON,
      document: RouteDocument(
        id, "egress", summary, request: schema + "Request",
        [.init(201, "Taken by the provider; an event tells when it runs", schema)]),
      action: .authenticated(.managing()) { [gateway] call throws(GatewayError) in
        let room = try call.room
        let request = try body(call)
        return { () async throws(GatewayError) in
          let view = try await gateway.startEgress(room, request, caller: call.caller)
          let path = "/v1/rooms/\(room)/\(sort.rawValue)s"
          let answer = Answer.json(201) { $0.egress(view) }
          return sort == .recording ? answer.located(at: path + "/" + view.egress.id) : answer
        }
      })
  }

  private func stop(_ sort: EgressSort, _ id: String) -> Route {
    Route(
      .post, Self.path(of: sort) + "/{\(sort.rawValue)}/stop", body: .optionalJSON,
      document: RouteDocument(
        id, "egress", "Stop a \(sort.rawValue)", request: "NoFields", RoomRoutes.successes("Outcome")),
      action: .authenticated(.managing()) { [gateway] call throws(GatewayError) in
        let room = try call.room
        let egress = try call.id(sort.rawValue, prefix: sort.idPrefix)
        try RoomRequests.nothing(call.body)
        return { () async throws(GatewayError) in
          .outcome(try await gateway.stopEgress(room, egress, sort, caller: call.caller))
        }
      })
  }

  private func read(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let id = try call.id("recording", prefix: EgressSort.recording.idPrefix)
    return { [gateway] () async throws(GatewayError) in
      let view = try await gateway.egress(room, id, .recording, caller: call.caller)
      return Answer.json { $0.egress(view) }.unstored
    }
  }

  private func delete(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let id = try call.id("recording", prefix: EgressSort.recording.idPrefix)
    return { [gateway] () async throws(GatewayError) in
      try await gateway.deleteEgress(room, id, .recording, caller: call.caller)
      return .noContent
    }
  }
}
