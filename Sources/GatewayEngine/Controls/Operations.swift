import Clocks
import JSONCoding
import MeetingCore
import RoomReducer
import Store
import StructuredLogging

/// Controls that their vendor has only accepted: written down, and ended by what shows them, or by their deadline. The
/// reducer finds what shows them in whatever is committed for the room; here is who begins them and watches the clock.
struct Operations: Sendable {
  /// What was begun.
  struct Begun: Sendable {
    /// nil = it is so already, and nothing is to be waited for.
    let operation: Operation?
    let committed: RoomCommitted
  }

  /// Operations read from the store in one go.
  private static let page = 100

  let services: Services

  /// Writes down what is waited for, together with `inputs`. One that is wanted otherwise now is called off by it.
  func begin(
    _ purpose: OperationPurpose, _ awaited: Awaited, by: String?, in room: String, along inputs: [RoomInput] = [],
    people: [PersonRecord] = []
  ) async throws(GatewayError) -> Begun {
    let now = services.now
    let operation = Operation(
      id: services.identifiers.make("op_"), room: room, purpose: purpose, by: by, isWish: awaited.isWish,
      createdAt: now,
      deadline: Timestamp(nanoseconds: now.nanoseconds + awaited.within.nanoseconds), awaiting: awaited.conditions)
    var submission = RoomSubmission(inputs + [.intent(.operationBegun(operation))])
    submission.people = people
    let committed = try await services.commit(submission, to: room)
    guard let pending = committed.state.operations[operation.id] else {
      return Begun(operation: Self.finished(operation.id, committed), committed: committed)
    }
    follow(pending, in: room)
    return Begun(operation: pending, committed: committed)
  }

  /// Watches the clock of those that an earlier process began and that are not over.
  func resumeAll() async throws(GatewayError) {
    let store = services.store
    var after = ""
    while true {
      let last = after
      let rows = try await services.stored { () throws(StoreFailure) in
        try await store.pendingOperations(after: last, limit: Self.page)
      }
      for row in rows {
        let operation = try await services.stored { () throws(StoreFailure) in try OperationCoding.operation(row) }
        if let room = operation.room { try await resume(operation, in: room) }
      }
      guard rows.count == Self.page, let end = rows.last else { return }
      after = end.id
    }
  }

  /// Creates are looked after by themselves as long as their rooms are in creation.
  private func resume(_ operation: Operation, in room: String) async throws(GatewayError) {
    guard operation.purpose == .createRoom else { return follow(operation, in: room) }
    guard let state = try await services.anyRoom(room), state.room.phase != .creating else { return }
    var created = operation
    (created.state, created.result) = (.succeeded, room)
    _ = try await services.commit(RoomSubmission([.intent(.operationEnded(created))]), to: room)
  }

  private static func finished(_ id: String, _ committed: RoomCommitted) -> Operation? {
    for event in committed.events {
      if case .operationFinished(let operation) = event.detail, operation.id == id { return operation }
    }
    return nil
  }

  // MARK: The clock

  /// A shutdown does not wait for it: the next process goes on.
  private func follow(_ operation: Operation, in room: String) {
    services.tasks.spawn(awaited: false) { await close(operation, in: room) }
  }

  private func close(_ operation: Operation, in room: String) async {
    var pause = Duration.seconds(1)
    var (isRead, isSecond) = (false, false)
    while !Task.isCancelled {
      let left = operation.deadline.nanoseconds - services.time.wallNanoseconds
      if left > 0 {
        do { try await services.time.sleep(for: .nanoseconds(left)) } catch { return }
        continue
      }
      guard !(await isOver(operation.id, in: room)) else { return }
      // News of it may have been lost: the vendor is asked before anything is said, a second time if need be.
      if !isRead { isRead = await Reconciler(services: services).reconcile(room) }
      if isRead || isSecond, await settle(operation.id, in: room, isRead: isRead) { return }
      isSecond = true
      do { try await services.time.sleep(for: pause) } catch { return }
      pause = min(pause * 2, .seconds(30))
    }
  }

  private func isOver(_ id: String, in room: String) async -> Bool {
    guard let state = try? await services.anyRoom(room) else { return false }
    return state.operations[id] == nil
  }

  /// False while the store cannot take it.
  private func settle(_ id: String, in room: String, isRead: Bool) async -> Bool {
    let due = RoomInput.intent(.operationsDue(isRead: isRead))
    guard let committed = try? await services.commit(RoomSubmission([due]), to: room) else { return false }
    guard let operation = Self.finished(id, committed), operation.state != .succeeded else { return true }
    services.logger.warning(
      "an operation did not come about",
      [
        "operation": .string(id), "room": .string(room), "kind": .string(operation.purpose.kind),
        "state": .string(operation.state.rawValue),
      ])
    return true
  }
}
