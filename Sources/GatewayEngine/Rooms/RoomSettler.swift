import Clocks
import JSONCoding
import MeetingCore
import RoomReducer
import StructuredLogging
import Store

/// Brings rooms out of creation: found at the vendor → completed, surely absent → dropped, unknown → asked again.
struct RoomSettler: Sendable {
  enum Settled: Sendable {
    case completed(RoomView)
    /// And forgotten.
    case absent
    /// Not there, but the request of a process that died may still be on its way.
    case absentYet
    case unknown
  }

  /// For so long a vendor may still carry out what a process asked for before it died. A repeat asks again meanwhile,
  /// under the same key; the row is not forgotten before such a repeat must have ended as well.
  private static let lateSeconds: Int64 = 30

  let services: Services
  let parked: ParkedDeliveries
  let running = RunningCreates()

  /// The vendor has the room: it becomes visible, and what arrived meanwhile is taken in.
  func complete(
    _ room: Room, _ provided: ProviderRoom, _ attempt: CreateAttempt, facts: [Fact] = [], by: String,
    operation: OperationRecord? = nil
  ) async throws(GatewayError) -> RoomView {
    var submission = RoomSubmission(
      [.intent(.created(refs: provided.refs, attempts: [attempt], by: by))] + facts.map(RoomInput.fact))
    if let operation { submission.operations = [operation] }
    let committed = try await services.commit(submission, to: room.id)
    services.watched.ring(room.provider)
    let state = await parked.drained(into: room) ?? committed.state
    return try await RoomReader(services: services).view(state)
  }

  /// Forgets a room that surely does not exist at the vendor; its external id is free again.
  func drop(_ state: RoomState, operation: OperationRecord? = nil) async throws(GatewayError) {
    let store = services.store
    var commit = StoreCommit()
    commit.room = .delete(id: state.room.id, expectedVersion: state.room.version)
    if let operation { commit.operations = [operation] }
    let final = commit
    _ = try await services.stored { () throws(StoreFailure) in try await store.commit(final) }
    services.mailboxes.forget(state.room.id)
  }

  /// Reads back by our key, once. `mayBeLate`: the vendor may not have come to the request yet.
  func settle(
    _ state: RoomState, by: String, _ context: CallContext, mayBeLate: Bool, operation: OperationView? = nil
  ) async -> Settled {
    let room = state.room
    do {
      let account = try services.account(of: room)
      let found = try await services.calls.run(account, .read, context) { () throws(ProviderFailure) in
        try await account.provider.findRoom(key: room.id, kind: room.kind, context)
      }
      guard let found else {
        if mayBeLate, services.now < room.createdAt.advanced(bySeconds: Self.lateSeconds) { return .absentYet }
        try await drop(state, operation: operation.map { finished($0, state, result: nil) })
        services.tasks.spawn(awaited: false) { await endIfLate(room, account) }
        return .absent
      }
      let attempt = CreateAttempt(provider: account.name, outcome: .created, durationMilliseconds: 0)
      let record = operation.map { finished($0, state, result: room.id) }
      return .completed(try await complete(room, found, attempt, by: by, operation: record))
    } catch {
      services.logger.warning("a room in creation is not settled yet", ["room": .string(room.id)])
      return .unknown
    }
  }

  /// A vendor may do late what it did not answer in time. Nobody will ever ask for such a room: it is ended.
  private func endIfLate(_ room: Room, _ account: ProviderAccount) async {
    for pause in services.options.secondLooks {
      do { try await services.time.sleep(for: pause) } catch { return }
      let context = services.context(nil, actor: nil)
      do {
        // Somebody else may have found it in the meantime: then it is a room like any other.
        guard try await services.anyRoom(room.id) == nil else { return }
        let found = try await services.calls.run(account, .read, context) { () throws(ProviderFailure) in
          try await account.provider.findRoom(key: room.id, kind: room.kind, context)
        }
        guard let found else { continue }
        _ = try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
          try await account.provider.endRoom(found, context)
        }
        return services.logger.warning("a room that its vendor made late was ended", ["room": .string(room.id)])
      } catch {
        services.logger.warning("a look for a room made late failed", ["room": .string(room.id)])
      }
    }
  }

  /// Notes an operation for a create whose outcome is unknown, and keeps asking in the background. Returns its id.
  func follow(_ state: RoomState, by: String) async throws(GatewayError) -> String {
    let operation = OperationView(
      id: services.identifiers.make("op_"), room: state.room.id, kind: "create_room", state: .pending,
      createdAt: services.now)
    let store = services.store
    var commit = StoreCommit()
    commit.operations = [record(operation, state)]
    let final = commit
    do {
      _ = try await services.stored { () throws(StoreFailure) in try await store.commit(final) }
    } catch {
      settleLater(state, by: by, mayBeLate: true)
      throw error
    }
    // It was asked for just now.
    services.tasks.spawn { await keepAsking(state, by: by, mayBeLate: false, operation: operation, isFresh: true) }
    return operation.id
  }

  /// At start: every room that an earlier process left in creation.
  func settleAll() async throws(GatewayError) {
    let store = services.store
    for row in try await services.stored({ () throws(StoreFailure) in try await store.creatingRooms() }) {
      guard let state = try await services.anyRoom(row.id), state.room.phase == .creating else { continue }
      settleLater(state, by: state.room.host, mayBeLate: true)
    }
  }

  /// Keeps asking in the background, where nobody is told the outcome: for a create that only the store kept from its end.
  func settleLater(_ state: RoomState, by: String, mayBeLate: Bool) {
    services.tasks.spawn { await keepAsking(state, by: by, mayBeLate: mayBeLate, operation: nil) }
  }

  private func keepAsking(
    _ state: RoomState, by: String, mayBeLate: Bool, operation: OperationView?, isFresh: Bool = false
  ) async {
    var pause: Duration = .milliseconds(500)
    if isFresh { do { try await services.time.sleep(for: pause) } catch { return } }
    while !Task.isCancelled {
      if await isSettled(state, by: by, mayBeLate: mayBeLate, operation) { return }
      do { try await services.time.sleep(for: pause) } catch { return }
      pause = min(pause * 2, .seconds(30))
    }
  }

  /// False as long as the vendor or the store cannot say, or somebody here is asking the vendor again.
  private func isSettled(_ state: RoomState, by: String, mayBeLate: Bool, _ operation: OperationView?) async -> Bool {
    let id = state.room.id
    guard !running.contains(id) else { return false }
    do {
      guard let current = try await services.anyRoom(id), current.room.phase == .creating else {
        try await conclude(operation, state)
        return true
      }
      let context = services.context(nil, actor: nil)
      switch await settle(current, by: by, context, mayBeLate: mayBeLate, operation: operation) {
      case .completed, .absent: return true
      case .absentYet, .unknown: return false
      }
    } catch { return false }
  }

  /// The room came out of creation another way, by a repeat: its operation is over as well.
  private func conclude(_ operation: OperationView?, _ state: RoomState) async throws(GatewayError) {
    guard let operation else { return }
    let isThere = try await services.anyRoom(state.room.id) != nil
    let store = services.store
    var commit = StoreCommit()
    commit.operations = [finished(operation, state, result: isThere ? state.room.id : nil)]
    let final = commit
    _ = try await services.stored { () throws(StoreFailure) in try await store.commit(final) }
  }

  private func finished(_ operation: OperationView, _ state: RoomState, result: String?) -> OperationRecord {
    let view = OperationView(
      id: operation.id, room: operation.room, kind: operation.kind, state: result == nil ? .failed : .succeeded,
      result: result, errorCode: result == nil ? .providerError : nil,
      errorDetail: result == nil ? "the room was not created" : nil, createdAt: operation.createdAt)
    return record(view, state)
  }

  private func record(_ view: OperationView, _ state: RoomState) -> OperationRecord {
    OperationCoding.record(
      view, tenant: state.room.tenant, deadline: services.now.advanced(bySeconds: 3_600).nanoseconds)
  }
}
