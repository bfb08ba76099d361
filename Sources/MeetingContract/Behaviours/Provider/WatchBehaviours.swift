import MeetingCore

/// Rooms followed over a connection of ours: no webhook is needed, and its loss is told.
enum WatchBehaviours {
  static let all: [ContractBehaviour] = [
    behaviour("a-watcher-hears-without-webhooks", "Who comes and goes is told over the connection alone.") { run in
      try await comesAndGoes(run)
    },
    behaviour("a-watcher-follows-later-rooms", "A room that is named later is followed over the same connection.") {
      try await laterRoom($0)
    },
    behaviour(
      "a-cut-connection-is-told", "A connection that the vendor ends is told, and the next one follows again.",
      [.feed]
    ) { try await cut($0) },
    behaviour("a-watcher-goes-politely", "Cancelled, a connection ends without a complaint.") { run in
      let room = try await run.openRoom()
      let failure = try await watching(run, [room]) { inbox, _ in try await followed(run, inbox, room) }
      run.report.expect(failure == nil, "the end was told as \(String(describing: failure))")
    },
    behaviour("a-watcher-needs-credentials", "A connection with wrong credentials is refused as that.") { run in
      try await refused(run)
    },
  ]

  private static func behaviour(
    _ name: String, _ summary: String, _ more: Set<ContractBehaviour.Requirement> = [],
    body: @escaping @Sendable (ContractRun) async throws -> Void
  ) -> ContractBehaviour {
    ContractBehaviour(
      name, .provider, summary, requirements: more.union([.watching, .joining, .devices]), body: body)
  }

  private typealias Rooms = AsyncStream<[ProviderRoom]>.Continuation

  /// Keeps one connection while the body runs; what it ended with, nil for a polite end.
  private static func watching(
    _ run: ContractRun, _ rooms: [ProviderRoom], by provider: (any MeetingProvider)? = nil,
    _ body: (WatchInbox, Rooms) async throws -> Void
  ) async throws -> ProviderFailure? {
    let offering = (provider ?? run.provider).offering(for: run.kind)
    let watcher = try run.report.require(offering?.port(.watching), "nobody watches")
    let (list, feed) = AsyncStream<[ProviderRoom]>.makeStream()
    let inbox = WatchInbox()
    feed.yield(rooms)
    let port = WatchPort(rooms: list, following: { inbox.follow($0) }, take: { inbox.take($0) })
    let connection = Task { () -> ProviderFailure? in
      defer { inbox.end() }
      do throws(ProviderFailure) { try await watcher.watch(port) } catch { return error }
      return nil
    }
    let result: Result<Void, any Error>
    do { result = .success(try await body(inbox, feed)) } catch { result = .failure(error) }
    connection.cancel()
    let failure = await connection.value
    try result.get()
    return failure
  }

  private static func followed(_ run: ContractRun, _ inbox: WatchInbox, _ room: ProviderRoom) async throws {
    let isFollowed = try await run.eventually { inbox.followed.contains(room.key) || inbox.hasEnded }
    run.report.expect(isFollowed && !inbox.hasEnded, "the room is not followed")
  }

  /// Somebody comes into the room, and the connection tells; their connection.
  @discardableResult
  private static func comes(_ run: ContractRun, _ inbox: WatchInbox, _ room: ProviderRoom) async throws -> String {
    let connection = try await run.connect(to: room)
    let came = try await run.eventually { joins(inbox, room).contains { $0.connection == connection } }
    run.report.expect(came, "nothing told of the join")
    return connection
  }

  private static func joins(_ inbox: WatchInbox, _ room: ProviderRoom) -> [Fact.Joined] {
    inbox.facts(of: room.key).compactMap { if case .joined(let joined) = $0.detail { joined } else { nil } }
  }

  // MARK: What holds

  private static func comesAndGoes(_ run: ContractRun) async throws {
    let room = try await run.openRoom()
    _ = try await watching(run, [room]) { inbox, _ in
      try await followed(run, inbox, room)
      let connection = try await comes(run, inbox, room)
      try await run.devices().leave(connection, room)
      let left = try await run.eventually {
        inbox.facts(of: room.key).contains {
          if case .left(connection, _, _, _) = $0.detail { true } else { false }
        }
      }
      run.report.expect(left, "nothing told of the leave")
      run.report.expect(joins(inbox, room).map(\.person) == ["omar"], "who came is not told, or not once")
      run.report.expect(inbox.facts(of: room.key).allSatisfy { $0.source == .socket }, "a fact has another source")
    }
  }

  private static func laterRoom(_ run: ContractRun) async throws {
    let first = try await run.openRoom()
    _ = try await watching(run, [first]) { inbox, rooms in
      try await followed(run, inbox, first)
      let second = try await run.openRoom()
      rooms.yield([first, second])
      try await followed(run, inbox, second)
      try await comes(run, inbox, second)
      try await comes(run, inbox, first)
    }
  }

  private static func cut(_ run: ContractRun) async throws {
    let room = try await run.openRoom()
    let failure = try await watching(run, [room]) { inbox, _ in
      try await followed(run, inbox, room)
      try await run.feed().cut()
      run.report.expect(try await run.eventually { inbox.hasEnded }, "the connection outlives its end")
    }
    run.report.expect(failure != nil, "the loss is not told")
    _ = try await watching(run, [room]) { inbox, _ in
      try await followed(run, inbox, room)
      try await comes(run, inbox, room)
    }
  }

  private static func refused(_ run: ContractRun) async throws {
    let provider = try run.report.require(run.fixture.withBadCredentials, "there are no bad credentials")
    let room = try await run.openRoom()
    let failure = try await watching(run, [room], by: provider) { inbox, _ in
      run.report.expect(try await run.eventually { inbox.hasEnded }, "the connection stands")
    }
    run.report.expect(failure?.reason == .credentials, "it was refused as \(String(describing: failure?.reason))")
  }
}
