import Clocks
import MeetingCore
import RoomReducer
import Store

/// Folds submissions over a room's state and commits them together; on conflict reads again and folds again.
struct RoomFolding: Sendable {
  /// Who left longer ago is no longer looked at: later repeats of their joins are refused as stale at the door.
  static let memorySeconds: Int64 = 86_400
  private static let tries = 16

  let store: any Store
  let people: PeopleDirectory
  let time: any TimeSource
  let identifiers: Identifiers
  let encoding: any EventEncoding
  let rules: @Sendable (Room) -> GatewayRules

  var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  func load(_ room: String) async throws(MailboxFailure) -> RoomState? {
    do {
      let leftAfter = now.advanced(bySeconds: -Self.memorySeconds).nanoseconds
      guard let rows = try await store.rows(ofRoom: room, leftAfter: leftAfter) else { return nil }
      return try StateCoding.state(rows)
    } catch { throw .store(error.detail) }
  }

  func commit(_ submissions: [RoomSubmission], room: String, cached: RoomState?) async -> FoldOutcome {
    var live = Self.firstOfEachDelivery(submissions)
    var results = [Result<RoomCommitted, MailboxFailure>?](repeating: nil, count: submissions.count)
    var state = cached
    for _ in 0..<Self.tries where !live.isEmpty {
      do throws(MailboxFailure) {
        if state == nil { state = try await load(room) }
        guard let base = state else { throw .noSuchRoom }
        var fold = Fold(base: base, folding: self)
        var seen: Set<String> = []
        for index in live { fold.add(try await filtered(submissions[index], room, &seen), index: index) }
        switch try await write(fold) {
        case .committed: return finish(fold, results)
        case .duplicateDelivery(let keys):
          let repeated = live.filter { submissions[$0].inbox.contains { keys.contains($0.deliveryKey ?? "") } }
          for index in repeated { results[index] = .success(RoomCommitted(state: base, events: [], isDuplicate: true)) }
          live.removeAll(where: repeated.contains)
          if repeated.isEmpty { throw .store("a delivery is in the inbox already") }
        case .fenced(let fences):
          let late = live.filter { submissions[$0].fence.map(fences.contains) ?? false }
          for index in late { results[index] = .failure(.fenced) }
          live.removeAll(where: late.contains)
          if late.isEmpty { throw .fenced }
        case .conflict, .externalIDTaken, .roomExists: state = nil
        }
      } catch {
        return fail(error, results)
      }
    }
    if live.isEmpty, let state { return finish(Fold(base: state, folding: self), results) }
    return fail(.store("the room changes too fast"), results)
  }

  /// One delivery may be queued twice: its repeats share what becomes of the first.
  private static func firstOfEachDelivery(_ submissions: [RoomSubmission]) -> [Int] {
    var seen: Set<String> = []
    return submissions.indices.filter { index in
      submissions[index].inbox.allSatisfy { record in
        record.deliveryKey.map { seen.insert($0).inserted } ?? true
      }
    }
  }

  /// Facts with a key seen before are dropped, also where the same is queued twice.
  private func filtered(_ submission: RoomSubmission, _ room: String, _ seen: inout Set<String>)
    async throws(MailboxFailure) -> RoomSubmission
  {
    var copy = submission
    copy.inputs = []
    for input in submission.inputs {
      if case .fact(let fact) = input, let key = fact.key {
        guard seen.insert(key).inserted, try await !isKnown(key, room) else { continue }
      }
      copy.inputs.append(input)
    }
    return copy
  }

  private func isKnown(_ key: String, _ room: String) async throws(MailboxFailure) -> Bool {
    do { return try await store.hasFactKey(room: room, key: key, now: time.wallNanoseconds) } catch {
      throw .store(error.detail)
    }
  }

  private func write(_ fold: Fold) async throws(MailboxFailure) -> StoreCommitResult {
    do {
      let named = try await people.people(fold.names, fold.state.room.tenant, fresh: fold.people)
      guard let commit = fold.storeCommit(people: named) else { return .committed(firstPosition: nil) }
      return try await people.commit(commit)
    } catch { throw .store(error.detail) }
  }

  private func finish(_ fold: Fold, _ earlier: [Result<RoomCommitted, MailboxFailure>?]) -> FoldOutcome {
    var results = earlier
    for (index, committed) in fold.committed { results[index] = .success(committed) }
    let repeated = RoomCommitted(state: fold.finalState, events: [], isDuplicate: true)
    return FoldOutcome(
      state: fold.finalState, results: results.map { $0 ?? .success(repeated) }, directives: fold.directives)
  }

  private func fail(
    _ failure: MailboxFailure, _ earlier: [Result<RoomCommitted, MailboxFailure>?]
  ) -> FoldOutcome {
    FoldOutcome(state: nil, results: earlier.map { $0 ?? .failure(failure) })
  }
}
