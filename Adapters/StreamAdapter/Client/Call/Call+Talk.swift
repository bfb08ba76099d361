import JSONCoding

/// What goes to everybody in a call.
extension Call {
  /// Shows everybody a reaction.
  @discardableResult
  public func sendReaction(type: String, custom: [String: RawJSON]? = nil, emojiCode: String? = nil)
    async throws(StreamVideoError) -> CallReaction
  {
    var request = StreamRequest.reaction(
      address, by: core.user.id, type, emoji: emojiCode, RawJSON.json(custom ?? [:]))
    request.readsAnswer = true
    let answer = try await core.send(request)
    guard let reaction = CallReaction(answer["reaction"]) else {
      throw StreamVideoError(FailureClassifier.missing("/reaction", request.operation))
    }
    return reaction
  }

  /// Sends everybody an event of the application's own, of at most about 5 KB.
  public func sendCustomEvent(_ data: [String: RawJSON]) async throws(StreamVideoError) {
    try await core.send(.event(address, by: nil, RawJSON.json(data)))
  }
}
