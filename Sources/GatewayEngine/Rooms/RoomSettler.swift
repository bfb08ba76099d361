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
    operation: Operation? = nil
  ) async throws(GatewayError) -> RoomView {
    var inputs: [RoomInput] = [.intent(.created(refs: provided.refs, attempts: [attempt], by: by))]
    inputs += facts.map(RoomInput.fact)
    if let operation { inputs.append(.intent(.operationEnded(operation))) }
    let committed = try await services.commit(RoomSubmission(inputs), to: room.id)
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
    _ state: RoomState, by: String, _ context: CallContext, mayBeLate: Bool, operation: Operation? = nil
  ) async -> Settled {
    let room = state.room
    do {
      let account = try services.account(of: room)
      let found = try await services.calls.run(account, .read, context) { () throws(ProviderFailure) in
        try await account.provider.findRoom(key: room.id, kind: room.kind, context)
      }
      guard let found else {
        if mayBeLate, services.now < room.createdAt.advanced(bySeconds: Self.lateSeconds) { return .absentYet }
        try await drop(state, operation: operation.map { record(Self.finished($0, result: nil), state) })
        services.tasks.spawn(awaited: false) { await endIfLate(room, account) }
        return .absent
      }
      let attempt = CreateAttempt(provider: account.name, outcome: .created, durationMilliseconds: 0)
      let finished = operation.map { Self.finished($0, result: room.id) }
      return .completed(try await complete(room, found, attempt, by: by, operation: finished))
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
    let operation = Operation(
      id: services.identifiers.make("op_"), room: state.room.id, purpose: .createRoom, createdAt: services.now,
      deadline: services.now.advanced(bySeconds: 3_600))
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
      let operation = state.operations.values.first { $0.purpose == .createRoom }
      settleLater(state, by: state.room.host, mayBeLate: true, operation)
    }
  }

  /// Keeps asking in the background: for a create that only the store, or the end of a process, kept from its end. Without
  /// an operation nobody is told the outcome.
  func settleLater(_ state: RoomState, by: String, mayBeLate: Bool, _ operation: Operation? = nil) {
    services.tasks.spawn { await keepAsking(state, by: by, mayBeLate: mayBeLate, operation: operation) }
  }

  private func keepAsking(
    _ state: RoomState, by: String, mayBeLate: Bool, operation: Operation?, isFresh: Bool = false
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
  private func isSettled(_ state: RoomState, by: String, mayBeLate: Bool, _ operation: Operation?) async -> Bool {
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
  private func conclude(_ operation: Operation?, _ state: RoomState) async throws(GatewayError) {
    guard let operation else { return }
    if try await services.anyRoom(state.room.id) != nil {
      let ended = Self.finished(operation, result: state.room.id)
      _ = try await services.commit(RoomSubmission([.intent(.operationEnded(ended))]), to: state.room.id)
      return
    }
    let store = services.store
    var commit = StoreCommit()
    commit.operations = [record(Self.finished(operation, result: nil), state)]
    let final = commit
    _ = try await services.stored { () throws(StoreFailure) in try await store.commit(final) }
  }

  private static func finished(_ operation: Operation, result: String?) -> Operation {
    guard let result else { return operation.failed(.providerError, "the room was not created") }
    var copy = operation
    copy.state = .succeeded
    copy.result = result
    return copy
  }

  private func record(_ operation: Operation, _ state: RoomState) -> OperationRecord {
    OperationCoding.record(operation, tenant: state.room.tenant)
  }
}
