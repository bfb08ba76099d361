import MeetingCore

extension Reducing {
  /// The vendor's echo of a request of ours may differ this much in time.
  private static let echoSeconds: Int64 = 10

  /// Somebody raises their hand. For what they may do already nobody needs to be asked; a second hand for the same is the
  /// first one.
  mutating func ask(_ person: String, _ wanted: Set<Permission>, _ fact: Fact) {
    guard state.room.phase != .creating, state.room.phase != .ended, !wanted.isEmpty else { return }
    if wanted.isSubset(of: state.permissions(of: person)) {
      if fact.isTold { state.latest.needlessAsks[person] = fact }
      return writeDownGranted(person, wanted, fact)
    }
    if let pending = state.pendingRequest(of: person, covering: wanted) { return hear(pending, fact) }
    if fact.isTold, isOver(person, wanted, fact) { return }
    let request = PermissionRequest(
      id: context.makeID("prq_"), requester: person, permissions: wanted, source: fact.source,
      createdAt: fact.occurredAt)
    put(.request(request))
    emit(.permissionRequested(request), fact)
    if fact.isTold, let leftAt = leftSince(fact.occurredAt, person) { expireRequests(of: person, at: leftAt, fact) }
  }

  /// The gateway's own decision. One that comes second changes nothing.
  mutating func closeRequest(_ id: String, _ outcome: PermissionRequest.State, by: String?) {
    guard let request = state.request(id), request.isOpen else { return }
    switch outcome {
    case .granted: permit(request.requester, granting: Set(request.permissions), revoking: [], by: by)
    case .rejected:
      close(request, .rejected, at: context.now, by: by)
      let told = change(request.requester, Set(request.permissions), request: id, by: by, .none)
      emit(.permissionRejected(told))
    case .cancelled: emit(.permissionCancelled(close(request, .cancelled, at: context.now, by: by)))
    case .expired: emit(.permissionExpired(close(request, .expired, at: context.now, by: by)))
    case .pending: break
    }
  }

  /// Somebody asked for what they might do already, as far as was known. Now it is told that they had lost it before.
  mutating func askAgain(_ person: String, after change: Fact) {
    guard let known = state.latest.needlessAsks[person] else { return }
    guard change.occurredAt <= known.occurredAt else { return state.latest.needlessAsks[person] = nil }
    guard case .permissionRequested(_, let wanted) = known.detail,
      !wanted.isSubset(of: state.permissions(of: person))
    else { return }
    state.latest.needlessAsks[person] = nil
    ask(person, wanted, known)
  }

  /// Requests for what the person has got by now are granted, whoever saw to it. Returns what they asked for.
  @discardableResult
  mutating func settleRequests(of person: String, by: String?, _ fact: Fact) -> Set<Permission> {
    settleRequests(of: person, with: state.permissions(of: person), until: nil, by: by, fact)
  }

  /// The same with what they had got at a time; nil = now.
  mutating func settleRequests(
    of person: String, with effective: Set<Permission>, until time: Timestamp?, by: String?, _ fact: Fact
  ) -> Set<Permission> {
    var settled: Set<Permission> = []
    for request in state.requests(of: person)
    where request.isOpen && effective.isSuperset(of: request.permissions)
      && (time.map { request.createdAt <= $0 } ?? true)
    {
      close(request, .granted, at: fact.occurredAt, by: by)
      let permissions = Set(request.permissions)
      emit(.permissionGranted(change(person, permissions, request: request.id, by: by, .enablePublishing)), fact)
      settled.formUnion(permissions)
    }
    return settled
  }

  /// Whoever has left asks for nothing any more. A hand that went up after that is another one, whose owner is told of later.
  mutating func expireRequests(of person: String, at time: Timestamp, _ fact: Fact) {
    let pending = state.requests(of: person).filter { $0.isOpen && isBefore($0, time) }
    guard !pending.isEmpty, !state.isConnected(person) else { return }
    for request in pending {
      let end = max(time, request.createdAt)
      emit(.permissionExpired(close(request, .expired, at: end, by: nil)), fact, at: end)
    }
  }

  /// Our own clock and the vendor's may differ.
  private func isBefore(_ request: PermissionRequest, _ time: Timestamp) -> Bool {
    request.createdAt <= (request.source == .api ? time.advanced(bySeconds: Self.echoSeconds) : time)
  }

  /// Of everybody who is not there.
  mutating func expireRequests(at time: Timestamp, _ fact: Fact) {
    for person in state.requesters { expireRequests(of: person, at: time, fact) }
  }

  // MARK: Parts

  @discardableResult
  private mutating func close(
    _ request: PermissionRequest, _ outcome: PermissionRequest.State, at time: Timestamp, by: String?
  ) -> PermissionRequest {
    var closed = request
    closed.state = outcome
    closed.decidedAt = max(time, request.createdAt)
    closed.decidedBy = by
    put(.request(closed))
    return closed
  }

  /// A request through us has an answer to give, without anybody being told of it: one for each thing asked for.
  private mutating func writeDownGranted(_ person: String, _ wanted: Set<Permission>, _ fact: Fact) {
    guard fact.source == .api, state.grantedRequest(of: person, covering: wanted) == nil else { return }
    var request = PermissionRequest(
      id: context.makeID("prq_"), requester: person, permissions: wanted, state: .granted, source: .api,
      createdAt: context.now, decidedAt: context.now)
    request.awaitsEcho = false
    put(.request(request))
  }

  private mutating func hear(_ request: PermissionRequest, _ fact: Fact) {
    guard fact.isTold, request.awaitsEcho else { return }
    var heard = request
    heard.awaitsEcho = false
    put(.request(heard))
  }

  /// Whether the vendor's news is of a hand that is down again: raised before the decision, or the echo of our own.
  private mutating func isOver(_ person: String, _ wanted: Set<Permission>, _ fact: Fact) -> Bool {
    let given = state.latest.permissions[person]
    if given?.contains(since: fact.occurredAt, where: wanted.isSubset) == true { return true }
    let closed = state.requests(of: person).filter { !$0.isOpen && $0.covers(wanted) }
    if closed.contains(where: { fact.occurredAt <= $0.changedAt && fact.occurredAt >= $0.createdAt }) { return true }
    guard let echoed = closed.last(where: { $0.awaitsEcho && isNear($0.createdAt, fact.occurredAt) }) else {
      return false
    }
    hear(echoed, fact)
    return true
  }

  private func isNear(_ first: Timestamp, _ second: Timestamp) -> Bool {
    first <= second.advanced(bySeconds: Self.echoSeconds) && second <= first.advanced(bySeconds: Self.echoSeconds)
  }

  /// When somebody who is not there left, if that was after `time`: a hand told of late came down with that.
  private func leftSince(_ time: Timestamp, _ person: String) -> Timestamp? {
    guard !state.isConnected(person) else { return nil }
    let left = state.participants.values.filter { $0.person == person && $0.isAnnounced }.compactMap(\.leftAt).max()
    return left.flatMap { $0 >= time ? $0 : nil }
  }
}
