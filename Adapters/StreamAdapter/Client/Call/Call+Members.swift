import JSONCoding

/// Members of a call, and what one of them may do.
extension Call {
  /// Makes people members, or gives members another role. They must be known to the service.
  public func addMembers(members: [MemberRequest]) async throws(StreamVideoError) { try await put(members) }

  /// Makes people members with the usual role.
  public func addMembers(ids: [String]) async throws(StreamVideoError) {
    try await put(ids.map { MemberRequest(userId: $0) })
  }

  /// The same as adding them: the service makes no difference.
  public func updateMembers(members: [MemberRequest]) async throws(StreamVideoError) { try await put(members) }

  private func put(_ members: [MemberRequest]) async throws(StreamVideoError) {
    let answer = try await core.send(.updateMembers(address, members.map(\.json)))
    let changed = (answer["members"]?.arrayValue ?? []).compactMap(CallMember.init)
    state.change { $0.put(members: changed) }
  }

  /// Takes people off the list; who is in the call stays there.
  public func removeMembers(ids: [String]) async throws(StreamVideoError) {
    try await core.send(.removeMembers(address, ids))
    state.change { $0.remove(members: Set(ids)) }
  }

  /// Members by a filter of the service's, a page at a time; `next` is the cursor of the page before. The newest come first
  /// unless sorted, by `user_id` or `created_at`.
  public func queryMembers(
    filters: [String: RawJSON] = [:], sort: [CallSortField] = [], limit: Int = 25, next: String? = nil
  ) async throws(StreamVideoError) -> MemberPage {
    let answer = try await core.send(
      .queryMembers(address, filter: RawJSON.json(filters), sort: sort.map(\.json), limit: limit, next: next))
    guard let rows = answer["members"]?.arrayValue else {
      throw StreamVideoError(FailureClassifier.missing("/members", "QueryCallMembers"))
    }
    return MemberPage(
      members: rows.compactMap(CallMember.init), next: answer["next"]?.stringValue,
      previous: answer["prev"]?.stringValue)
  }
}
