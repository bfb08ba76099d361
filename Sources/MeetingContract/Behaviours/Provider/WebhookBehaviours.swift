import MeetingCore

/// Deliveries are trusted only with their signature, and never take anything down.
enum WebhookBehaviours {
  static let all: [ContractBehaviour] = [
    behaviour("a-genuine-hook-is-verified", "What the vendor sends is accepted, its room named.") { run in
      let (room, hooks) = try await someHooks(run)
      for hook in hooks {
        run.report.expect(rejection(of: hook, run) == nil, "refused: \(String(describing: rejection(of: hook, run)))")
      }
      let read = try hooks.map { try receiver(run).read($0.body, receivedAt: run.now) }
      let names = read.contains { $0.roomKey == room.key || (!$0.refs.isEmpty && $0.concerns(room.refs)) }
      run.report.expect(names, "no delivery names the room")
      run.report.expect(read.allSatisfy(\.isReadable), "a genuine delivery was unreadable")
    },
    behaviour("a-tampered-hook-is-refused", "One changed byte of body or signature is refused.") {
      try await tampered($0)
    },
    behaviour("a-hook-tells-joins-by-connection", "A device that joined and left is told by its connection.") {
      try await joins($0)
    },
    behaviour("an-unknown-hook-type-is-a-fact", "A type nobody knows is kept as it is, not refused.") {
      try await unknown($0)
    },
    behaviour("garbage-hooks-are-harmless", "Cut, doubled and random bodies are refused or read, never fatal.") {
      try await garbage($0)
    },
    behaviour("a-hook-keeps-odd-people", "Every allowed character of an id comes back in a delivery.") { run in
      try await oddPeople(run)
    },
  ]

  private static func behaviour(
    _ name: String, _ summary: String, body: @escaping @Sendable (ContractRun) async throws -> Void
  ) -> ContractBehaviour {
    ContractBehaviour(name, .provider, summary, requirements: [.webhooks, .joining, .devices, .hooks], body: body)
  }

  // MARK: Deliveries to look at

  private static func receiver(_ run: ContractRun) throws -> any WebhookReceiving {
    try run.report.require(run.offering.port(.webhooks), "nobody receives webhooks")
  }

  private static func inbox(_ run: ContractRun) async throws -> HookInbox {
    try await run.fetchDeliveryKeys()
    let inbox = HookInbox()
    try await run.hooks().deliver { hook in
      inbox.take(hook)
      return 200
    }
    return inbox
  }

  /// The deliveries of a room into which somebody came.
  private static func someHooks(_ run: ContractRun) async throws -> (ProviderRoom, [VendorHook]) {
    let inbox = try await inbox(run)
    let room = try await run.openRoom()
    let connection = try await run.connect(to: room)
    let came = try await run.eventually { try joined(run, inbox.hooks).contains { $0.connection == connection } }
    run.report.expect(came, "no delivery told of the join")
    return (room, inbox.hooks)
  }

  private static func rejection(of hook: VendorHook, _ run: ContractRun) -> WebhookRejection? {
    guard let receiver = run.offering.port(.webhooks) else { return nil }
    do { _ = try receiver.verify(hook.body, header: { hook.values(of: $0) }, now: run.now) } catch { return error }
    return nil
  }

  private static func facts(_ run: ContractRun, _ hooks: [VendorHook]) throws -> [Fact] {
    let receiver = try receiver(run)
    return hooks.flatMap { receiver.read($0.body, receivedAt: run.now).facts }
  }

  private static func joined(_ run: ContractRun, _ hooks: [VendorHook]) throws -> [Fact.Joined] {
    try facts(run, hooks).compactMap { if case .joined(let joined) = $0.detail { joined } else { nil } }
  }

  // MARK: Bodies

  private static func tampered(_ run: ContractRun) async throws {
    let hook = try run.report.require(try await someHooks(run).1.first, "no delivery came")
    var body = hook.body
    body[body.count / 2] ^= 1
    let changed = VendorHook(fields: hook.fields, body: body)
    run.report.expect(rejection(of: changed, run) != nil, "a changed body was accepted")
    let longer = VendorHook(fields: hook.fields, body: hook.body + [32])
    run.report.expect(rejection(of: longer, run) != nil, "a longer body was accepted")
    let bare = VendorHook(fields: [], body: hook.body)
    run.report.expect(rejection(of: bare, run) != nil, "a delivery without a signature was accepted")
  }

  private static func joins(_ run: ContractRun) async throws {
    let inbox = try await inbox(run)
    let room = try await run.openRoom()
    let connection = try await run.connect(to: room)
    try await run.devices().leave(connection, room)
    let left = try await run.eventually {
      try facts(run, inbox.hooks).contains {
        if case .left(connection, _, _, _) = $0.detail { true } else { false }
      }
    }
    run.report.expect(left, "no delivery told that the device left")
    let joins = try joined(run, inbox.hooks)
    run.report.expect(joins.map(\.connection) == [connection], "joins are \(joins.map(\.connection))")
    run.report.expect(joins.first?.person == "omar", "who joined is \(joins.first?.person ?? "nobody")")
  }

  private static func unknown(_ run: ContractRun) async throws {
    let inbox = try await inbox(run)
    let room = try await run.openRoom()
    guard try await run.hooks().makeNextUnknown() else { try run.report.skip("the vendor sends no unknown types") }
    try await run.connect(to: room)
    let came = try await run.eventually {
      try facts(run, inbox.hooks).contains { if case .unknown = $0.detail { true } else { false } }
    }
    run.report.expect(came, "the unknown type is no fact")
    run.report.expect(inbox.hooks.allSatisfy { rejection(of: $0, run) == nil }, "the unknown type was refused")
  }

  private static func garbage(_ run: ContractRun) async throws {
    let receiver = try receiver(run)
    let genuine = try run.report.require(try await someHooks(run).1.first, "no delivery came")
    for body in GarbageBodies.bodies(of: genuine.body) {
      let hook = VendorHook(fields: genuine.fields, body: body)
      run.report.expect(rejection(of: hook, run) != nil, "\(body.count) bytes of garbage were accepted")
      let read = receiver.read(body, receivedAt: run.now)
      run.report.expect(read.isReadable || read.facts.isEmpty, "an unreadable body gave facts")
    }
  }

  private static func oddPeople(_ run: ContractRun) async throws {
    let inbox = try await inbox(run)
    let room = try await run.openRoom()
    for id in PresenceBehaviours.oddIDs {
      let known = inbox.hooks.count
      let connection = try await run.connect(Person(externalID: id), to: room)
      let came = try await run.eventually {
        try joined(run, Array(inbox.hooks.dropFirst(known))).contains {
          $0.connection == connection && ($0.person.map { $0.utf8.elementsEqual(id.utf8) } ?? false)
        }
      }
      run.report.expect(came, "\(id) did not come back")
    }
  }
}
